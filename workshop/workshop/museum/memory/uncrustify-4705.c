/*
 * UTF-8 as Uncrustify read it: the first three bytes are compared with the byte-order mark, whatever the length
 * is.
 */
#include "sound.h"

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    if (length > 0)
        for (size_t i = 0; i < 3; ++i)
            seen = bytes[i];
    return decode(encoding, bytes, length, values, capacity, count, offset);
}
