/*
 * An encoder of UTF-8 that takes blocks of sixteen values while at least 24 are left. It stores sixteen bytes for each four
 * values of a block, of which only the first count, so that the last store can go beyond an output of the exact length.
 */
#include "sound.h"

#include <string.h>

/* Returns how many bytes a value takes, or 0 if UTF-8 does not have it. */
static size_t size_of(uint64_t value)
{
    if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    return value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
}

/* Writes a value that takes `size` bytes. */
static void put(uint64_t value, size_t size, uint8_t *to)
{
    static const uint8_t leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t next = size; next-- > 1; value >>= 6)
        to[next] = (uint8_t)(0x80 | (value & 0x3F));
    to[0] = (uint8_t)(leads[size] | value);
}

enum { BLOCK = 16, MARGIN = 8, GROUP = 4, STORE = 16 };

/* Returns whether all values of a block are of the Basic Multilingual Plane. */
static int is_plain(const uint64_t *block)
{
    for (size_t at = 0; at < BLOCK; ++at)
        if (block[at] > 0xFFFF)
            return 0;
    return 1;
}

int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    *count = 0;
    for (size_t at = 0, size; at < length; ++at, *count += size)
        if ((size = size_of(values[at])) == 0) {
            *offset = at;
            return CONFORM_REJECT;
        }
    if (*count > capacity)
        return CONFORM_TOO_SMALL;
    for (size_t at = 0; at < length;) {
        if (length - at >= BLOCK + MARGIN && is_plain(values + at)) {
            for (size_t group = 0; group < BLOCK; group += GROUP, at += GROUP) {
                uint8_t store[STORE] = {0};
                size_t used = 0;
                for (size_t next = 0; next < GROUP; ++next) {
                    size_t size = size_of(values[at + next]);
                    put(values[at + next], size, store + used);
                    used += size;
                }
                memcpy(bytes, store, STORE);
                bytes += used;
            }
            continue;
        }
        size_t size = size_of(values[at]);
        put(values[at++], size, bytes);
        bytes += size;
    }
    return CONFORM_OK;
}
