/*
 * UTF-8 as utf8nvalid read it: behind a character of two bytes, the next byte is read to see that it is no trail
 * byte.
 */
#include "sound.h"

static volatile uint8_t seen; /* what was read, so that the reading stays */

static void look(const uint8_t *bytes, size_t length, size_t at)
{
    if ((bytes[at] & 0xE0) == 0xC0 && length - at >= 2 && (bytes[at + 1] & 0xC0) == 0x80)
        seen = bytes[at + 2];
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    return decode_looking(look, encoding, bytes, length, values, capacity, count, offset);
}
