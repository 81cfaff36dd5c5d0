/*
 * UTF-8 as ChakraCore read it: the function for trail bytes is told an end that is always four bytes behind the
 * lead byte.
 */
#include "sound.h"

static volatile uint8_t seen; /* what was read, so that the reading stays */

static void look(const uint8_t *bytes, size_t length, size_t at)
{
    (void)length;
    const uint8_t *end = bytes + at + 4;
    for (const uint8_t *trail = bytes + at + 1; trail < bytes + at + width(bytes[at]) && trail < end; ++trail)
        seen = *trail;
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    return decode_looking(look, encoding, bytes, length, values, capacity, count, offset);
}
