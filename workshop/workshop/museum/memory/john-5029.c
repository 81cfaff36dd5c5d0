/* UTF-8 as John the Ripper wrote it: a NUL is written past the text, and the capacity does not count it. */
#include "sound.h"

int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset)
{
    int answer = encode(encoding, values, length, bytes, capacity, count, offset);
    if (answer == CONFORM_OK)
        bytes[*count] = 0;
    return answer;
}
