/*
 * libunistring's conversions of whole strings: u8_to_u32 and u32_to_u8, u16_to_u32 and u32_to_u16.
 *
 * They say that a string is ill-formed; u8_check, u16_check and u32_check say where. UTF-16 is code units in memory.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistr.h>
#include <unistring/version.h>

#include "protocol.h"

static void take(Buffer *to, void *result, size_t size) {
    append(to, result, size);
    free(result);
}

/* What errno says, and where the first invalid unit is; `at` is NULL where a check finds none. */
static Verdict fault(const void *start, const void *at, size_t unit) {
    if (errno != EILSEQ) fail(strerror(errno));
    return (Verdict){at == NULL ? NO_OFFSET : ((const char *)at - (const char *)start) / (ptrdiff_t)unit, "EILSEQ"};
}

static Verdict encode_utf_8(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    (void)codec;
    size_t length;
    uint8_t *result = u32_to_u8(values, count, NULL, &length);
    if (result == NULL) return fault(values, u32_check(values, count), sizeof *values);
    take(to, result, length);
    return (Verdict){.offset = OK};
}

static Verdict decode_utf_8(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    (void)codec;
    size_t count;
    uint32_t *result = u8_to_u32(bytes, length, NULL, &count);
    if (result == NULL) return fault(bytes, u8_check(bytes, length), sizeof *bytes);
    take(to, result, count * sizeof *result);
    return (Verdict){.offset = OK};
}

static Verdict encode_utf_16(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    (void)codec;
    size_t length;
    uint16_t *result = u32_to_u16(values, count, NULL, &length);
    if (result == NULL) return fault(values, u32_check(values, count), sizeof *values);
    take(to, result, length * sizeof *result);
    return (Verdict){.offset = OK};
}

static Verdict decode_utf_16(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    (void)codec;
    const uint16_t *units = (const uint16_t *)bytes; /* protocol.c's buffers are aligned */
    size_t count;
    if (length % sizeof *units != 0) return (Verdict){UNSUPPORTED, "half a code unit"};
    uint32_t *result = u16_to_u32(units, length / sizeof *units, NULL, &count);
    if (result == NULL) return fault(bytes, u16_check(units, length / sizeof *units), 1);
    take(to, result, count * sizeof *result);
    return (Verdict){.offset = OK};
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define UTF_16 "utf-16-le"
#else
#define UTF_16 "utf-16-be"
#endif

int main(int argc, char **argv) {
    static const Codec codecs[] = {
        {.encoding = "utf-8", .encode = encode_utf_8, .decode = decode_utf_8},
        {.encoding = UTF_16, .encode = encode_utf_16, .decode = decode_utf_16},
    };
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        int version = _libunistring_version;
        printf("libunistring %d.%d.%d\n", version >> 16, version >> 8 & 0xFF, version & 0xFF);
        return EXIT_SUCCESS;
    }
    return serve(codecs, sizeof codecs / sizeof *codecs);
}
