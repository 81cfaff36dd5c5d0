/*
 * UTF-8 as CUPS read it: a lead byte of two takes the NUL for its trail byte, and the loop looks for the end
 * behind it.
 */
#include "sound.h"

static volatile uint8_t seen; /* what was read, so that the reading stays */

static void look(const uint8_t *bytes, size_t length, size_t at)
{
    if ((bytes[at] & 0xE0) == 0xC0 && at + 1 == length)
        seen = bytes[at + 2];
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    return decode_looking(look, encoding, bytes, length, values, capacity, count, offset);
}
