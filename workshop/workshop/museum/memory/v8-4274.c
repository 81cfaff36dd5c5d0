/*
 * UTF-16 as V8 wrote it: only the first unit is checked for room, so the second of a pair may be written past the
 * end.
 */
#include "sound.h"

/* Writes a code unit. */
static void put(uint8_t *at, uint64_t unit)
{
    at[0] = (uint8_t)(unit);
    at[1] = (uint8_t)(unit >> 8);
}

int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    *count = 0;
    for (size_t at = 0; at < length; ++at) {
        uint64_t value = values[at];
        size_t size = value > 0xFFFF ? 4 : 2;
        if (value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) {
            *offset = at;
            return CONFORM_REJECT;
        }
        if (*count + 2 <= capacity) {
            put(bytes + *count, size == 4 ? 0xD7C0 + (value >> 10) : value);
            if (size == 4)
                put(bytes + *count + 2, 0xDC00 + (value & 0x3FF));
        }
        *count += size;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
