/*
 * UTF-8 as OpenCC read it: the length that a lead byte promises is subtracted from the number of bytes that are left,
 * which wraps.
 */
#include "sound.h"

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    size_t left = length;
    for (const uint8_t *step = bytes; left > 0 && left + 4096 > left; left -= width(*step), step += width(*step))
        seen = *step;
    for (size_t more = 0; left > length && more < 4096; ++more)
        seen = bytes[length + more];
    return decode(encoding, bytes, length, values, capacity, count, offset);
}
