/*
 * UTF-8 as the safe conversion of simdutf wrote it: an ASCII character is written before the check for
 * room.
 */
#include "sound.h"

int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    *count = 0;
    for (size_t at = 0; at < length; ++at) {
        uint64_t value = values[at];
        size_t trails = (value > 0x7F) + (value > 0x7FF) + (value > 0xFFFF);
        if (value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) {
            *offset = at;
            return CONFORM_REJECT;
        }
        if (*count + trails < capacity || (!trails && *count == capacity)) {
            bytes[*count] = (uint8_t)(trails ? 0xF0 << (3 - trails) | value >> 6 * trails : value);
            for (size_t i = 1; i <= trails; ++i)
                bytes[*count + i] = 0x80 | (value >> 6 * (trails - i) & 0x3F);
        }
        *count += trails + 1;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
