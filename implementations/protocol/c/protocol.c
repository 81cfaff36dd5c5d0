#include "protocol.h"

#include <errno.h>
#include <stdarg.h>
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

static int digit_value(char c) {
    if ('0' <= c && c <= '9') return c - '0';
    if ('A' <= c && c <= 'F') return c - 'A' + 10;
    if ('a' <= c && c <= 'f') return c - 'a' + 10;
    return -1;
}

/* Reads pairs of digits; returns what is wrong with them, or NULL. */
static const char *read_bytes(const char *field, Buffer *bytes) {
    reserve(bytes, strlen(field) / 2);
    if (strcmp(field, "-") == 0) return NULL;
    do {
        int high = digit_value(field[0]), low = high < 0 ? -1 : digit_value(field[1]);
        if (low < 0) return "field";
        bytes->data[bytes->length++] = (char)(high << 4 | low);
        field += 2;
    } while (*field != '\0');
    return NULL;
}

/* Reads numbers divided by commas; returns what is wrong with them, or NULL. */
static const char *read_values(const char *field, Buffer *values) {
    reserve(values, 0);
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

static void write_format(Buffer *output, const char *format, ...) {
    char text[sizeof "18446744073709551615 "];
    va_list arguments;
    va_start(arguments, format);
    append(output, text, (size_t)vsnprintf(text, sizeof text, format, arguments));
    va_end(arguments);
}

static void write_bytes(Buffer *output, const Buffer *bytes) {
    static const char digits[] = "0123456789ABCDEF";
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
    for (size_t i = 0; i < count; i++) write_format(output, i == 0 ? "%X" : ",%X", (unsigned)value[i]);
}

/* ---- requests */

static void write_fault(Buffer *output, Verdict verdict) {
    write_text(output, verdict.offset == UNSUPPORTED ? "unsupported " : "reject ");
    if (verdict.offset == NO_OFFSET) write_text(output, "- ");
    else if (verdict.offset != UNSUPPORTED) write_format(output, "%td ", verdict.offset);
    write_text(output, verdict.reason);
}

static void perform(const Codec *codec, const char *operation, const char *field, Buffer *output) {
    static Buffer from, to; /* those of the request under way */
    from.length = to.length = 0;
    bool encode = strcmp(operation, "encode") == 0;
    const char *fault = encode                             ? read_values(field, &from)
                        : strcmp(operation, "decode") == 0 ? read_bytes(field, &from)
                                                           : "operation";
    if (fault != NULL) {
        write_fault(output, (Verdict){UNSUPPORTED, fault});
        return;
    }
    Verdict verdict = encode
        ? codec->encode(codec, (const uint32_t *)from.data, from.length / sizeof(uint32_t), &to)
        : codec->decode(codec, (const unsigned char *)from.data, from.length, &to);
    if (verdict.offset != OK) {
        write_fault(output, verdict);
        return;
    }
    write_text(output, "ok ");
    (encode ? write_bytes : write_values)(output, &to);
}

static void hello(const Codec *codecs, size_t count, Buffer *output) {
    for (size_t i = 0; i < count; i++) {
        write_text(output, i == 0 ? "ok 1 " : ",");
        write_text(output, codecs[i].encoding);
    }
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
    else perform(codec, operation, field, output);
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
