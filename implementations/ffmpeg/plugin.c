/*
 * FFmpeg's libavutil, code point by code point.
 *
 *     plugin          the macros of common.h: GET_UTF8, PUT_UTF8, GET_UTF16, PUT_UTF16
 *     plugin strict   av_utf8_decode of avstring.h, told to take noncharacters; it has no encoder but PUT_UTF8
 */

#include <libavutil/avstring.h>
#include <libavutil/avutil.h>
#include <libavutil/common.h>
#include <libavutil/intreadwrite.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol.h"

static Verdict encode_utf_8(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    (void)codec;
    for (size_t i = 0; i < count; i++) {
        uint8_t byte;
        PUT_UTF8(values[i], byte, append(to, &byte, 1);)
    }
    return (Verdict){.offset = OK};
}

/* Beyond the end, GET_UTF8 is given zeros, as its documentation shows. */
static Verdict decode_utf_8(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    (void)codec;
    const unsigned char *at = bytes, *start = bytes, *end = bytes + length;
    while (at < end) {
        uint32_t value;
        start = at;
        GET_UTF8(value, at < end ? *at++ : 0, goto fault;)
        append_value(to, value);
    }
    return (Verdict){.offset = OK};
fault:
    return (Verdict){start - bytes, "GET_UTF8"};
}

static Verdict decode_strictly(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    (void)codec;
    const uint8_t *at = bytes, *end = bytes + length;
    while (at < end) {
        const uint8_t *start = at;
        int32_t value;
        if (av_utf8_decode(&value, &at, end, AV_UTF8_FLAG_ACCEPT_NON_CHARACTERS) < 0)
            return (Verdict){start - bytes, "av_utf8_decode"};
        append_value(to, (uint32_t)value);
    }
    return (Verdict){.offset = OK};
}

static void append_unit(Buffer *to, bool big_endian, uint16_t unit) {
    uint8_t bytes[sizeof unit];
    if (big_endian) AV_WB16(bytes, unit);
    else AV_WL16(bytes, unit);
    append(to, bytes, sizeof bytes);
}

static bool is_big_endian(const Codec *codec) { return strcmp(codec->encoding, "utf-16-be") == 0; }

static Verdict encode_utf_16(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    bool big_endian = is_big_endian(codec);
    for (size_t i = 0; i < count; i++) {
        uint16_t unit;
        PUT_UTF16(values[i], unit, append_unit(to, big_endian, unit);)
    }
    return (Verdict){.offset = OK};
}

/* The unit at a place, and the place behind it; zero beyond the end, as for GET_UTF8. */
static unsigned next_unit(const unsigned char **at, const unsigned char *end, bool big_endian) {
    if (*at == end) return 0;
    unsigned unit = big_endian ? AV_RB16(*at) : AV_RL16(*at);
    *at += sizeof(uint16_t);
    return unit;
}

static Verdict decode_utf_16(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    const unsigned char *at = bytes, *start = bytes, *end = bytes + length;
    bool big_endian = is_big_endian(codec);
    if (length % sizeof(uint16_t) != 0) return (Verdict){UNSUPPORTED, "half a code unit"};
    while (at < end) {
        uint32_t value;
        start = at;
        GET_UTF16(value, next_unit(&at, end, big_endian), goto fault;)
        append_value(to, value);
    }
    return (Verdict){.offset = OK};
fault:
    return (Verdict){start - bytes, "GET_UTF16"};
}

int main(int argc, char **argv) {
    static const Codec macros[] = {
        {.encoding = "utf-8", .encode = encode_utf_8, .decode = decode_utf_8},
        {.encoding = "utf-16-be", .encode = encode_utf_16, .decode = decode_utf_16},
        {.encoding = "utf-16-le", .encode = encode_utf_16, .decode = decode_utf_16},
    };
    static const Codec strict = {.encoding = "utf-8", .encode = encode_utf_8, .decode = decode_strictly};
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        unsigned version = avutil_version();
        printf("libavutil %u.%u.%u\n", AV_VERSION_MAJOR(version), AV_VERSION_MINOR(version), AV_VERSION_MICRO(version));
        return EXIT_SUCCESS;
    }
    if (argc == 2 && strcmp(argv[1], "strict") == 0) return serve(&strict, 1);
    return serve(macros, sizeof macros / sizeof *macros);
}
