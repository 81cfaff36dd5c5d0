/*
 * UTF-8 as utf8len counted it: it advances by what the lead byte promises, and then looks for the NUL, which it
 * may have passed.
 */
#include "sound.h"

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    for (size_t step = 0; step != length; step += width(bytes[step]))
        if (step > length) { /* beyond the NUL */
            seen = bytes[step];
            break;
        }
    return decode(encoding, bytes, length, values, capacity, count, offset);
}
