/*
 * Recode's library, between UTF-8 and UCS-4: values of four bytes, the most significant first.
 *
 * Recode says whether it succeeded, and at no offset; it is asked at its library's own level of strictness.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <recode.h>

#include "protocol.h"

enum { UCS4_SIZE = 4 }; /* bytes of a character */

const char *program_name = "plugin"; /* Recode wants it of every program */

/* The result is appended to `to`. */
static Verdict convert(RECODE_REQUEST request, const void *from, size_t length, Buffer *to) {
    char *result = NULL;
    size_t result_length = 0, allocated = 0;
    bool succeeded = recode_buffer_to_buffer(request, from, length, &result, &result_length, &allocated);
    if (succeeded) append(to, result, result_length);
    free(result);
    return succeeded ? (Verdict){.offset = OK} : (Verdict){NO_OFFSET, "recode_buffer_to_buffer"};
}

static Verdict encode(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    static Buffer ucs4;
    ucs4.length = 0;
    unsigned char *byte = reserve(&ucs4, UCS4_SIZE * count);
    for (size_t i = 0; i < count; i++)
        for (int shift = 24; shift >= 0; shift -= 8) *byte++ = (unsigned char)(values[i] >> shift);
    return convert(codec->handles[0], ucs4.data, UCS4_SIZE * count, to);
}

static Verdict decode(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    static Buffer ucs4;
    ucs4.length = 0;
    Verdict verdict = convert(codec->handles[1], bytes, length, &ucs4);
    if (verdict.offset != OK) return verdict;
    if (ucs4.length % UCS4_SIZE != 0) fail("Recode gave a part of a UCS-4 character");
    const unsigned char *byte = (const unsigned char *)ucs4.data;
    for (size_t i = 0; i < ucs4.length; i += UCS4_SIZE)
        append_value(to, (uint32_t)byte[i] << 24 | byte[i + 1] << 16 | byte[i + 2] << 8 | byte[i + 3]);
    return verdict;
}

static RECODE_REQUEST open_request(RECODE_OUTER outer, const char *names) {
    RECODE_REQUEST request = recode_new_request(outer);
    if (!recode_scan_request(request, names)) fail(names);
    return request;
}

int main(void) {
    RECODE_OUTER outer = recode_new_outer(false);
    Codec codec = {
        .encoding = "utf-8-31bit",
        .encode = encode,
        .decode = decode,
        .handles = {open_request(outer, "UCS-4..UTF-8"), open_request(outer, "UTF-8..UCS-4")},
    };
    return serve(&codec, 1);
}
