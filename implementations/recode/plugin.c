/*
 * Recode's library, asked through version 1 of the plug-in protocol.
 *
 * Values go in and come out as UCS-4, each of four bytes, most significant first. Recode says whether it succeeded, and
 * at no offset; it is asked at its library's own level of strictness.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <recode.h>

enum { READ_SIZE = 1 << 16 }; /* bytes asked of standard input at a time */

const char *program_name = "plugin"; /* Recode wants it of every program */

typedef struct {
    const char *encoding; /* the id in the protocol */
    const char *encode, *decode;
    RECODE_REQUEST requests[2]; /* by operation: encode, decode */
} Codec;

static Codec codecs[] = {
    {"utf-8-31bit", "UCS-4..UTF-8", "UTF-8..UCS-4", {NULL, NULL}},
};

static Codec *const codecs_end = codecs + sizeof codecs / sizeof *codecs;

static FILE *output;

static void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(EXIT_FAILURE);
}

/* ---- fields */

typedef enum { READ, TOO_LARGE, MALFORMED } Reading;

static const char digits[] = "0123456789ABCDEF";

static int digit_value(char digit) {
    const char *found = digit == '\0' ? NULL : strchr(digits, digit >= 'a' ? digit - 'a' + 'A' : digit);
    return found == NULL ? -1 : (int)(found - digits);
}

/* The bytes of a BYTES field, in its own memory. */
static Reading read_bytes(char *field, size_t *length) {
    char *from = strcmp(field, "-") == 0 ? field + 1 : field, *to = field;
    for (; *from != '\0'; from += 2) {
        int high = digit_value(from[0]), low = high < 0 ? -1 : digit_value(from[1]);
        if (low < 0) return MALFORMED;
        *to++ = (char)(high << 4 | low);
    }
    *length = (size_t)(to - field);
    return READ;
}

/* The UCS-4 of a VALUES field, in memory of four bytes for each of its characters. */
static Reading read_values(const char *field, char *to, size_t *length) {
    char *start = to;
    *length = 0;
    if (strcmp(field, "-") == 0) return READ;
    for (;; field++) {
        uint64_t value = 0;
        if (digit_value(*field) < 0) return MALFORMED;
        for (int digit; (digit = digit_value(*field)) >= 0; field++)
            if (value <= UINT32_MAX) value = value << 4 | (uint64_t)digit;
        if (value > UINT32_MAX) return TOO_LARGE;
        for (int shift = 24; shift >= 0; shift -= 8) *to++ = (char)(value >> shift);
        *length = (size_t)(to - start);
        if (*field == '\0') return READ;
        if (*field != ',') return MALFORMED;
    }
}

static void write_bytes(const unsigned char *bytes, size_t length) {
    if (length == 0) fputc('-', output);
    for (size_t i = 0; i < length; i++) {
        fputc(digits[bytes[i] >> 4], output);
        fputc(digits[bytes[i] & 0xF], output);
    }
}

/* Four bytes a value. */
static void write_values(const unsigned char *bytes, size_t length) {
    if (length % 4 != 0) fail("Recode gave a part of a UCS-4 character");
    if (length == 0) fputc('-', output);
    for (size_t i = 0; i < length; i += 4) {
        uint32_t value = (uint32_t)bytes[i] << 24 | (uint32_t)bytes[i + 1] << 16 | (uint32_t)bytes[i + 2] << 8 | bytes[i + 3];
        fprintf(output, i == 0 ? "%X" : ",%X", (unsigned)value);
    }
}

/* ---- encode and decode */

static void perform(Codec *codec, bool decodes, char *field) {
    size_t length = 0, allocated = 0, result_length = 0;
    char *ucs4 = decodes ? NULL : malloc(4 * strlen(field)), *result = NULL;
    if (!decodes && ucs4 == NULL) fail("out of memory");
    Reading reading = decodes ? read_bytes(field, &length) : read_values(field, ucs4, &length);
    if (reading != READ) {
        fputs(reading == TOO_LARGE ? "unsupported value above 32 bits" : "unsupported field", output);
    } else if (!recode_buffer_to_buffer(codec->requests[decodes], decodes ? field : ucs4, length, &result, &result_length,
                                        &allocated)) {
        fputs("reject", output);
    } else {
        fputs("ok ", output);
        (decodes ? write_values : write_bytes)((unsigned char *)result, result_length);
    }
    free(result);
    free(ucs4);
}

/* ---- the protocol */

static void open_requests(void) {
    RECODE_OUTER outer = recode_new_outer(false);
    for (Codec *codec = codecs; codec < codecs_end; codec++) {
        for (int decodes = 0; decodes < 2; decodes++) {
            codec->requests[decodes] = recode_new_request(outer);
            if (!recode_scan_request(codec->requests[decodes], decodes ? codec->decode : codec->encode)) fail(codec->encoding);
        }
    }
}

static Codec *find_codec(const char *encoding) {
    for (Codec *codec = codecs; codec < codecs_end; codec++)
        if (strcmp(codec->encoding, encoding) == 0) return codec;
    return NULL;
}

static void hello(const char *version) {
    if (version == NULL || strcmp(version, "1") != 0) {
        fputs("unsupported version of the protocol", output);
        return;
    }
    fputs("ok 1 ", output);
    for (Codec *codec = codecs; codec < codecs_end; codec++) fprintf(output, codec == codecs ? "%s" : ",%s", codec->encoding);
}

static void answer(char *line) {
    char *id = strsep(&line, " "), *operation = strsep(&line, " ");
    char *encoding = strsep(&line, " "), *field = strsep(&line, " ");
    if (operation == NULL || *id == '\0' || id[strspn(id, "0123456789")] != '\0') {
        fprintf(stderr, "no request: %.80s\n", id); /* there is no id to reply to */
        return;
    }
    fprintf(output, "%s ", id);
    bool encodes = strcmp(operation, "encode") == 0, decodes = strcmp(operation, "decode") == 0;
    Codec *codec = field == NULL ? NULL : find_codec(encoding);
    if (strcmp(operation, "hello") == 0 && field == NULL) hello(encoding);
    else if (codec == NULL || line != NULL || (!encodes && !decodes) || *field == '\0') fputs("unsupported request", output);
    else perform(codec, decodes, field);
    fputc('\n', output);
}

/* Reads as much as there is and answers it in one go, so that no reply waits while no input does. */
static void serve(void) {
    char *input = NULL;
    size_t length = 0;
    for (;;) {
        input = realloc(input, length + READ_SIZE);
        if (input == NULL) fail("out of memory");
        ssize_t count = read(STDIN_FILENO, input + length, READ_SIZE);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail("cannot read");
        if (count == 0) break;
        char *line = input, *fresh = input + length, *end = fresh + count;
        for (char *stop; (stop = memchr(fresh, '\n', (size_t)(end - fresh))) != NULL;) {
            *stop = '\0';
            answer(line);
            line = fresh = stop + 1;
        }
        length = (size_t)(end - line);
        memmove(input, line, length);
        fflush(output);
    }
    free(input);
}

int main(void) {
    output = stdout;
    open_requests();
    serve();
    return EXIT_SUCCESS;
}
