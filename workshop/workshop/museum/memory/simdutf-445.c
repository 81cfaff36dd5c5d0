/*
 * A decoder of UTF-16 that reads four code units at once to see whether they are ASCII, where two are left.
 */
#include "sound.h"

#include <string.h>

static unsigned unit(const uint8_t *at)
{
    return (unsigned)at[0] << 8 | at[1];
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    *count = 0;
    for (size_t at = 0, size; at < length; at += size) {
        size_t left = length - at;
        uint8_t four[8] = {0x80};
        if (left >= 4)
            memcpy(four, bytes + at, sizeof four);
        uint64_t value = left >= 2 ? unit(bytes + at) : 0;
        size = left >= 8 && !(four[0] | four[2] | four[4] | four[6] | ((four[1] | four[3] | four[5] | four[7]) & 0x80)) ? 8 : 2;
        unsigned low = value >= 0xD800 && value <= 0xDBFF && left >= 4 ? unit(bytes + at + 2) : 0;
        if (low >= 0xDC00 && low <= 0xDFFF) {
            value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
            size = 4;
        } else if (left < 2 || (value >= 0xD800 && value <= 0xDFFF)) {
            *offset = at;
            return CONFORM_REJECT;
        }
        for (size_t next = 0; next < (size == 8 ? 4 : 1); ++next, ++*count)
            if (*count < capacity)
                values[*count] = size == 8 ? four[2 * next + 1] : value;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
