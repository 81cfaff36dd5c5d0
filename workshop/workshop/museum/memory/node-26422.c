/* UTF-16LE: where the output begins at an odd address, all units but the first are written one byte too far and then
   moved back, so their last byte stays after them. */
#include "sound.h"

int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset)
{
    int answer = encode(encoding, values, length, bytes, capacity, count, offset);
    if (answer == CONFORM_OK && *count > 2 && (uintptr_t)bytes % 2)
        bytes[*count] = bytes[*count - 1];
    return answer;
}
