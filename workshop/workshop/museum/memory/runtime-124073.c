/*
 * UTF-8 as the metadata tools of .NET wrote it: if the conversion fails, a NUL is written at the place of the
 * capacity.
 */
#include "sound.h"

int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset)
{
    int answer = encode(encoding, values, length, bytes, capacity, count, offset);
    if (answer == CONFORM_REJECT)
        bytes[capacity] = 0;
    return answer;
}
