/* UTF-16LE: a text at an odd address is copied to a buffer for its whole units, with the odd byte. */
#include <stdlib.h>
#include <string.h>

#include "sound.h"

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    uint8_t *copy = malloc(length / 2 * 2);
    if (copy && (uintptr_t)bytes % 2)
        memcpy(copy, bytes, length);
    free(copy);
    return decode(encoding, bytes, length, values, capacity, count, offset);
}
