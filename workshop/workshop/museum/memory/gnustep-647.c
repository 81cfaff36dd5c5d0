/* UTF-16 as GNUstep read it: a unit of two bytes is read where only one byte is left. */
#include "sound.h"

static volatile uint8_t seen; /* what was read, so that the reading stays */

static void look(const uint8_t *bytes, size_t length, size_t at)
{
    (void)length;
    seen = bytes[at + 1];
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    return decode_looking(look, encoding, bytes, length, values, capacity, count, offset);
}
