/* UTF-8 as ThorVG read it: the trail bytes are read without a look for the NUL, so those behind it are read too. */
#include "sound.h"

static volatile uint8_t seen; /* what was read, so that the reading stays */

static void look(const uint8_t *bytes, size_t length, size_t at)
{
    for (size_t i = 1; i < width(bytes[at]); ++i)
        if (at + i != length) /* where the NUL is */
            seen = bytes[at + i];
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    return decode_looking(look, encoding, bytes, length, values, capacity, count, offset);
}
