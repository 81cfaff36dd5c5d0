/*
 * UTF-8 as libraqm read it: the loop looks for a NUL before it checks the length, so it reads one byte past
 * the text.
 */
#include "sound.h"

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    for (size_t step = 0; bytes[step] != 0 && step < length; ++step)
        seen = bytes[step];
    return decode(encoding, bytes, length, values, capacity, count, offset);
}
