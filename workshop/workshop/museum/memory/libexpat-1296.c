/* UTF-16 as Expat read it: a low surrogate is treated as a high one, so a unit is read behind it. */
#include "sound.h"

static volatile uint8_t seen; /* what was read, so that the reading stays */

static void look(const uint8_t *bytes, size_t length, size_t at)
{
    if (length - at == 2 && (bytes[at] & 0xFC) == 0xDC)
        seen = bytes[at + 3]; /* the last byte of the unit */
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    return decode_looking(look, encoding, bytes, length, values, capacity, count, offset);
}
