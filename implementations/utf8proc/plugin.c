/* utf8proc, code point by code point: utf8proc_iterate and utf8proc_encode_char. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "protocol.h"

enum { LONGEST = 4 }; /* bytes that utf8proc_encode_char may write */

static Verdict encode(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    (void)codec;
    for (size_t i = 0; i < count; i++) {
        if (values[i] > INT32_MAX) return (Verdict){UNSUPPORTED, "value above 31 bits"};
        utf8proc_ssize_t length = utf8proc_encode_char((utf8proc_int32_t)values[i], reserve(to, LONGEST));
        if (length == 0) return (Verdict){(ptrdiff_t)i, "utf8proc_encode_char writes nothing"};
        to->length += (size_t)length;
    }
    return (Verdict){.offset = OK};
}

static Verdict decode(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    (void)codec;
    for (size_t at = 0; at < length;) {
        utf8proc_int32_t value;
        utf8proc_ssize_t taken = utf8proc_iterate(bytes + at, (utf8proc_ssize_t)(length - at), &value);
        if (taken < 0) return (Verdict){(ptrdiff_t)at, utf8proc_errmsg(taken)};
        append_value(to, (uint32_t)value);
        at += (size_t)taken;
    }
    return (Verdict){.offset = OK};
}

int main(int argc, char **argv) {
    static const Codec codec = {.encoding = "utf-8", .encode = encode, .decode = decode};
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("utf8proc %s\n", utf8proc_version());
        return EXIT_SUCCESS;
    }
    return serve(&codec, 1);
}
