/*
 * UTF-8 as libplist wrote it as UTF-16: the trail bytes that the lead byte promises are read without a look at the
 * length.
 */
#include "sound.h"

static volatile uint8_t seen; /* what was read, so that the reading stays */

static void look(const uint8_t *bytes, size_t length, size_t at)
{
    (void)length;
    for (size_t i = 1; i < width(bytes[at]); ++i)
        seen = bytes[at + i];
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    return decode_looking(look, encoding, bytes, length, values, capacity, count, offset);
}
