/* UTF-16 as Expat read it: a low surrogate is treated as a high one, so a unit is read behind it. */
#include "conform.h"

static volatile uint8_t seen; /* what was read, so that the reading stays */

/* Returns the code unit at this place. */
static uint32_t unit(const uint8_t *at)
{
    return (uint32_t)(at[0] << 8 | at[1]);
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    size_t at = 0, size;
    (void)encoding;
    for (*count = 0; at < length; at += size, ++*count) {
        if (length - at == 2 && unit(bytes + at) >> 10 == 0xDC00 >> 10)
            seen = (uint8_t)unit(bytes + at + 2);
        uint32_t high = length - at > 1 ? unit(bytes + at) : 0xDC00;
        uint32_t low = length - at > 3 ? unit(bytes + at + 2) : 0;
        int is_pair = high >> 10 == 0xD800 >> 10 && low >> 10 == 0xDC00 >> 10;
        if (high >> 11 == 0xD800 >> 11 && !is_pair) {
            *offset = at;
            return CONFORM_REJECT;
        }
        size = is_pair ? 4 : 2;
        if (*count < capacity)
            values[*count] = is_pair ? 0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF) : high;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}

/* Writes a code unit. */
static void put(uint8_t *at, uint64_t unit)
{
    at[0] = (uint8_t)(unit >> 8);
    at[1] = (uint8_t)(unit);
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
        if (*count + size <= capacity) {
            put(bytes + *count, size == 4 ? 0xD7C0 + (value >> 10) : value);
            if (size == 4)
                put(bytes + *count + 2, 0xDC00 + (value & 0x3FF));
        }
        *count += size;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
