/*
 * UTF-8 as systemd broke lines of it: an invalid character is skipped by the length of its lead byte, up to six,
 * over the NUL.
 */
#include "sound.h"

/* Returns the length that a lead byte promises, up to six. */
static size_t promised(uint8_t lead)
{
    return 1 + (lead > 0xBF) + (lead > 0xDF) + (lead > 0xEF) + (lead > 0xF7) + (lead > 0xFB);
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    for (size_t step = 0; step != length; step += promised(bytes[step]))
        if (step > length) { /* beyond the NUL */
            seen = bytes[step];
            break;
        }
    return decode(encoding, bytes, length, values, capacity, count, offset);
}
