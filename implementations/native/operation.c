#include "operation.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* No byte of an input comes to more: 41 is "41" and a comma, and ten digits are thirteen bytes of UTF-∞-8. */
enum { MOST_OUTPUT_FOR_A_BYTE = 3 };

const char DIGITS[] = "0123456789ABCDEF";

int digit_value(int digit) {
    const char *found = digit == '\0' ? NULL : strchr(DIGITS, digit);
    return found == NULL ? -1 : (int)(found - DIGITS);
}

/* Goes over the codes. Returns the first fault, with the byte at which its code starts, or NULL. */
static const char *decode_each(Input bytes, DecodeOne *decode_one, Output *text, size_t *start) {
    size_t length;
    for (*start = 0; *start < bytes.length; *start += length) {
        Input rest = {bytes.bytes + *start, bytes.length - *start};
        if (*start > 0) put(text, ',');
        const char *fault = decode_one(rest, &length, text);
        if (fault != NULL) return fault;
    }
    return NULL;
}

static size_t count_digits(Input text) {
    size_t count = 0;
    while (count < text.length && digit_value(text.bytes[count]) >= 0) count++;
    return count;
}

static bool is_number(Input digits) {
    return digits.length == 1 || (digits.length > 1 && digits.bytes[0] != '0');
}

/* Goes over the values. Returns the first fault, with the index of its value, or NULL. */
static const char *encode_each(Input values, EncodeOne *encode_one, Output *bytes, size_t *start) {
    size_t at = 0;
    for (*start = 0; values.length > 0; ++*start) {
        Input digits = {values.bytes + at, values.length - at};
        digits.length = count_digits(digits);
        if (!is_number(digits)) return "no number";
        const char *fault = encode_one(digits, bytes);
        if (fault != NULL) return fault;
        at += digits.length;
        if (at == values.length) break;
        if (values.bytes[at++] != ',') return "no comma";
    }
    return NULL;
}

/* Gives the output as much room as was counted, to be written from its beginning. */
static bool allocate(Output *output) {
    size_t room = output->length;
    *output = (Output){malloc(room > 0 ? room : 1), 0};
    return output->data != NULL;
}

static Outcome rejected(const char *fault, size_t start) {
    return (Outcome){.fault = fault, .start = start};
}

static Outcome done(Output output) {
    return (Outcome){.data = output.data, .length = output.length};
}

static bool can_be_counted(Input input) {
    return input.length <= SIZE_MAX / MOST_OUTPUT_FOR_A_BYTE;
}

Outcome decode(Input bytes, DecodeOne *decode_one) {
    Output text = {0};
    size_t start;
    if (!can_be_counted(bytes)) return done(text);
    const char *fault = decode_each(bytes, decode_one, &text, &start);
    if (fault != NULL) return rejected(fault, start);
    if (allocate(&text)) decode_each(bytes, decode_one, &text, &start);
    return done(text);
}

Outcome encode(Input values, EncodeOne *encode_one) {
    Output bytes = {0};
    size_t start;
    if (!can_be_counted(values)) return done(bytes);
    const char *fault = encode_each(values, encode_one, &bytes, &start);
    if (fault != NULL) return rejected(fault, start);
    if (allocate(&bytes)) encode_each(values, encode_one, &bytes, &start);
    return done(bytes);
}
