/*
 * A decoder of UTF-16 that replaces. For a high surrogate at the end of the input, after another that is not paired, it
 * writes the replacement without checking for room, and the bounds check of its language ends the process.
 */
#include "sound.h"

#include <stdlib.h>

static unsigned unit(const uint8_t *at)
{
    return (unsigned)at[0] << 8 | at[1];
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    int is_behind_high = 0;
    (void)offset;
    *count = 0;
    for (size_t at = 0, size; at < length; at += size) {
        size_t left = length - at;
        uint64_t value = left >= 2 ? unit(bytes + at) : 0xFFFD;
        int is_high = value >= 0xD800 && value <= 0xDBFF;
        unsigned low = is_high && left >= 4 ? unit(bytes + at + 2) : 0;
        size = left < 2 || (is_high && left == 3) ? left : 2;
        if (low >= 0xDC00 && low <= 0xDFFF) {
            value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
            is_high = 0;
            size = 4;
        } else if (value >= 0xD800 && value <= 0xDFFF) {
            value = 0xFFFD;
        }
        if (is_high && is_behind_high && left == 2 && *count >= capacity)
            abort();
        if (*count < capacity)
            values[*count] = value;
        ++*count;
        is_behind_high = is_high;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
