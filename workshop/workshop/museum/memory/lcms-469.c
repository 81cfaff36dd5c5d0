/*
 * UTF-16 as Little CMS read it: a high surrogate takes one more from the number of units, which wraps if it was
 * the last, and each unit that follows is written too.
 */
#include "sound.h"

/* Returns the code unit at this place. */
static uint32_t unit(const uint8_t *at)
{
    return (uint32_t)(at[0] << 8 | at[1]);
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    size_t left = length / 2, at = 0, end = length + 8192;
    (void)encoding;
    for (*count = 0; left > 0 && at < end; ++*count) {
        size_t start = at;
        uint32_t value = unit(bytes + at);
        at += 2;
        --left;
        if (value >> 11 == 0xD800 >> 11) {
            uint32_t low = start + 3 < length || left == 0 ? unit(bytes + at) : 0;
            if (value >> 10 != 0xD800 >> 10 || low >> 10 != 0xDC00 >> 10) {
                *offset = start;
                return CONFORM_REJECT;
            }
            value = 0x10000 + ((value & 0x3FF) << 10) + (low & 0x3FF);
            at += 2;
            --left; /* wraps if there was no unit left */
        }
        if (*count < capacity || at > length)
            values[*count] = value;
    }
    if (length % 2) {
        *offset = length - 1;
        return CONFORM_REJECT;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
