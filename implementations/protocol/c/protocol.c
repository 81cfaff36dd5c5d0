#include "protocol.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_SIZE = 1 << 16 }; /* bytes asked of standard input at a time */

void fail(const char *what) {
    fprintf(stderr, "plugin: %s\n", what);
    exit(EXIT_FAILURE);
}

void *reserve(Buffer *buffer, size_t more) {
    if (buffer->data == NULL || buffer->capacity - buffer->length < more) {
        buffer->capacity = 2 * buffer->capacity + more + 1; /* even the empty buffer has an address */
        buffer->data = realloc(buffer->data, buffer->capacity);
        if (buffer->data == NULL) fail("out of memory");
    }
    return buffer->data + buffer->length;
}

void append(Buffer *buffer, const void *data, size_t length) {
    memcpy(reserve(buffer, length), data, length);
    buffer->length += length;
}

void append_value(Buffer *buffer, uint32_t value) { append(buffer, &value, sizeof value); }

/* ---- fields: hexadecimal on the wire, bytes and numbers of 32 bits in memory */

static const char digits[] = "0123456789ABCDEF";

/* Of a digit its value and one more, of all else 0. */
static const signed char digit_values[UCHAR_MAX + 1] = {
    ['0'] = 1,  2,  3,  4,  5,  6, 7, 8, 9, 10, /* the next places */
    ['A'] = 11, 12, 13, 14, 15, 16,
    ['a'] = 11, 12, 13, 14, 15, 16,
};

static int digit_value(char c) { return digit_values[(unsigned char)c] - 1; }

/* Reads pairs of digits, and where each piece ends, unless `ends` is NULL; returns what is wrong with them, or NULL. */
static const char *read_bytes(const char *field, Buffer *bytes, Buffer *ends) {
    if (*field == '\0') return "field";
    if (strcmp(field, "-") == 0) field++;
    reserve(bytes, strlen(field) / 2);
    for (; *field != '\0'; field++) {
        if (*field == '/' && ends != NULL) {
            append(ends, &bytes->length, sizeof bytes->length);
            continue;
        }
        int high = digit_value(*field++), low = high < 0 ? -1 : digit_value(*field);
        if (low < 0) return "field";
        bytes->data[bytes->length++] = (char)(high << 4 | low);
    }
    if (ends != NULL) append(ends, &bytes->length, sizeof bytes->length);
    return NULL;
}

/* Reads numbers divided by commas; returns what is wrong with them, or NULL. */
static const char *read_values(const char *field, Buffer *values) {
    reserve(values, 0); /* which has an address then */
    if (strcmp(field, "-") == 0) return NULL;
    bool too_large = false;
    for (;; field++) {
        uint64_t value = 0;
        if (digit_value(*field) < 0) return "field";
        for (int digit; (digit = digit_value(*field)) >= 0; field++)
            if (value <= UINT32_MAX) value = value << 4 | (uint64_t)digit;
        if (value > UINT32_MAX) too_large = true;
        append_value(values, (uint32_t)value);
        if (*field == '\0') return too_large ? "value above 32 bits" : NULL;
        if (*field != ',') return "field";
    }
}

static void write_text(Buffer *output, const char *text) { append(output, text, strlen(text)); }

static void write_bytes(Buffer *output, const Buffer *bytes) {
    if (bytes->length == 0) write_text(output, "-");
    char *to = reserve(output, 2 * bytes->length);
    for (size_t i = 0; i < bytes->length; i++) {
        unsigned char byte = (unsigned char)bytes->data[i];
        *to++ = digits[byte >> 4];
        *to++ = digits[byte & 0xF];
    }
    output->length += 2 * bytes->length;
}

static void write_values(Buffer *output, const Buffer *values) {
    const uint32_t *value = (const uint32_t *)values->data;
    size_t count = values->length / sizeof *value;
    if (count == 0) write_text(output, "-");
    char *to = reserve(output, count * (sizeof ",FFFFFFFF" - 1));
    for (size_t i = 0; i < count; i++) {
        int shift = 32 - 4;
        while (shift > 0 && value[i] >> shift == 0) shift -= 4;
        if (i > 0) *to++ = ',';
        for (; shift >= 0; shift -= 4) *to++ = digits[value[i] >> shift & 0xF];
    }
    output->length = (size_t)(to - output->data);
}

/* ---- requests */

static void write_fault(Buffer *output, Verdict verdict) {
    if (verdict.offset == UNSUPPORTED) write_text(output, "unsupported ");
    else if (verdict.offset == NO_OFFSET) write_text(output, "reject - ");
    else {
        char text[sizeof "reject 18446744073709551615 "];
        append(output, text, (size_t)sprintf(text, "reject %td ", verdict.offset));
    }
    write_text(output, verdict.reason);
}

static void encode(const Codec *codec, const char *field, Buffer *output) {
    static Buffer values, bytes; /* those of the request under way */
    values.length = bytes.length = 0;
    const char *fault = read_values(field, &values);
    Verdict verdict = {UNSUPPORTED, fault};
    if (fault == NULL)
        verdict = codec->encode(codec, (const uint32_t *)values.data, values.length / sizeof(uint32_t), &bytes);
    if (verdict.offset == OK) {
        write_text(output, "ok ");
        write_bytes(output, &bytes);
    } else write_fault(output, verdict);
}

static void decode(const Codec *codec, const char *field, Buffer *output) {
    static Buffer bytes, ends, values; /* those of the request under way */
    bytes.length = ends.length = values.length = 0;
    const char *fault = read_bytes(field, &bytes, codec->decode_pieces == NULL ? NULL : &ends);
    const unsigned char *data = (const unsigned char *)bytes.data;
    Verdict verdict = {UNSUPPORTED, fault};
    if (fault == NULL)
        verdict = codec->decode_pieces == NULL
            ? codec->decode(codec, data, bytes.length, &values)
            : codec->decode_pieces(codec, data, (const size_t *)ends.data, ends.length / sizeof(size_t), &values);
    if (verdict.offset == OK) {
        write_text(output, "ok ");
        write_values(output, &values);
    } else write_fault(output, verdict);
}

static void hello(const Codec *codecs, size_t count, Buffer *output) {
    for (size_t i = 0; i < count; i++) {
        write_text(output, i == 0 ? "ok 1 " : ",");
        write_text(output, codecs[i].encoding);
    }
    if (codecs->decode_pieces != NULL) write_text(output, " chunks");
}

static void answer(const Codec *codecs, size_t count, char *line, Buffer *output) {
    char *id = strsep(&line, " "), *operation = strsep(&line, " ");
    char *encoding = strsep(&line, " "), *field = strsep(&line, " ");
    if (operation == NULL || *id == '\0' || id[strspn(id, "0123456789")] != '\0') {
        fprintf(stderr, "no request: %.80s\n", id); /* there is no id to reply to */
        return;
    }
    write_text(output, id);
    write_text(output, " ");
    const Codec *codec = codecs, *end = codecs + count;
    if (encoding != NULL)
        while (codec < end && strcmp(codec->encoding, encoding) != 0) codec++;
    if (strcmp(operation, "hello") == 0 && encoding != NULL && strcmp(encoding, "1") == 0 && field == NULL)
        hello(codecs, count, output);
    else if (field == NULL || line != NULL) write_text(output, "unsupported request");
    else if (codec == end) write_text(output, "unsupported encoding");
    else if (strcmp(operation, "encode") == 0) encode(codec, field, output);
    else if (strcmp(operation, "decode") == 0) decode(codec, field, output);
    else write_text(output, "unsupported operation");
    write_text(output, "\n");
}

static void write_output(Buffer *output) {
    for (size_t done = 0; done < output->length;) {
        ssize_t count = write(STDOUT_FILENO, output->data + done, output->length - done);
        if (count < 0 && errno != EINTR) fail("cannot write");
        if (count > 0) done += (size_t)count;
    }
    output->length = 0;
}

/* Reads as much as there is and answers it in one go, so that no reply waits while no input does. */
int serve(const Codec *codecs, size_t count) {
    Buffer input = {0}, output = {0};
    for (;;) {
        char *fresh = reserve(&input, READ_SIZE);
        ssize_t size = read(STDIN_FILENO, fresh, READ_SIZE);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) fail("cannot read");
        if (size == 0) return EXIT_SUCCESS;
        char *line = input.data, *end = fresh + size;
        for (char *stop; (stop = memchr(fresh, '\n', (size_t)(end - fresh))) != NULL;) {
            *stop = '\0';
            answer(codecs, count, line, &output);
            line = fresh = stop + 1;
        }
        input.length = (size_t)(end - line);
        memmove(input.data, line, input.length);
        write_output(&output);
    }
}
