/* UTF-8 as Onigmo read it: where the code is not whole, its length is guessed from the lead byte alone. */
#include "sound.h"

static volatile uint8_t seen; /* what was read, so that the reading stays */

static void look(const uint8_t *bytes, size_t length, size_t at)
{
    if (at + width(bytes[at]) > length)
        for (size_t i = 1; i < width(bytes[at]); ++i)
            seen = bytes[at + i];
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    return decode_looking(look, encoding, bytes, length, values, capacity, count, offset);
}
