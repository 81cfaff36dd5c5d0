/*
 * UTF-8 as GPAC read it: each form reads its trail bytes, and the loop ends only where the place is equal to the
 * end.
 */
#include "sound.h"

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    for (const uint8_t *step = bytes, *end = bytes + length; step != end; step += width(*step)) {
        for (size_t i = 1; i < width(*step); ++i)
            seen = step[i];
        if (step > end)
            break;
    }
    return decode(encoding, bytes, length, values, capacity, count, offset);
}
