/*
 * A decoder of UTF-8 that looks at the last bytes of the block before the rest. Where there was no block, it takes one
 * byte from before the input, and the rest is only well-formed if it begins after a character of one byte.
 */
#include "sound.h"

enum { BLOCK = 128 };

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    if (length > 0 && length < BLOCK && bytes[-1] >= 0x80) {
        *offset = 0;
        return CONFORM_REJECT;
    }
    return decode(encoding, bytes, length, values, capacity, count, offset);
}
