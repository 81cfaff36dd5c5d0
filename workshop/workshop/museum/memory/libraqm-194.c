/* UTF-8 as libraqm read it: a character counts as one byte of the length, so reading goes on past the text. */
#include "sound.h"

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    const uint8_t *step = bytes;
    for (size_t read = 0; read < length; ++read, step += width(*step)) {
        seen = *step;
        if (seen == 0)
            break;
    }
    return decode(encoding, bytes, length, values, capacity, count, offset);
}
