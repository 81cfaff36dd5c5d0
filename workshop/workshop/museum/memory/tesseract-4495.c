/*
 * UTF-8 as tesseract read it: the iterator advances by the length that a legal lead byte promises, and stops only if
 * it is equal to the end.
 */
#include "sound.h"

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    for (size_t step = 0; step != length; step += width(bytes[step])) {
        if (step > length)
            seen = bytes[step];
        if (step > length || (bytes[step] & 0xC0) == 0x80 || bytes[step] > 0xF7)
            break;
    }
    return decode(encoding, bytes, length, values, capacity, count, offset);
}
