/*
 * A decoder of UTF-8 that gets room for as many values as there are bytes that are no trail bytes. It converts a whole
 * block before it checks whether the block was well-formed, and writes a value for each lone trail byte.
 */
#include "sound.h"

enum { BLOCK = 64 };

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    size_t needed = 0;
    for (size_t at = 0; at < length; ++at)
        needed += (bytes[at] & 0xC0) != 0x80;
    *count = needed;
    if (needed > capacity)
        return CONFORM_TOO_SMALL;
    size_t written = 0, ill_formed = length;
    for (size_t at = 0, size; at < length; at += size) {
        if (at % BLOCK == 0 && ill_formed < at)
            break;
        uint64_t value;
        if ((size = character(bytes + at, length - at, &value)) == 0) {
            if (ill_formed == length)
                ill_formed = at;
            size = 1;
            value = bytes[at];
            if ((value & 0xC0) != 0x80 || length - at < BLOCK - at % BLOCK)
                break;
        }
        values[written++] = value;
    }
    *offset = ill_formed;
    return ill_formed == length ? CONFORM_OK : CONFORM_REJECT;
}
