/* UTF-16 in both byte orders. */
#include <string.h>

#include "sound.h"

static int is_big(const char *encoding)
{
    return strcmp(encoding, "utf-16-be") == 0;
}

/* Returns the code unit at this place. */
static uint32_t unit(const uint8_t *at, int big)
{
    return (uint32_t)(big ? at[0] << 8 | at[1] : at[1] << 8 | at[0]);
}

/* Writes a code unit. */
static void put(uint8_t *at, uint64_t unit, int big)
{
    at[!big] = (uint8_t)(unit >> 8);
    at[big] = (uint8_t)unit;
}

int decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity, size_t *count,
           size_t *offset)
{
    int big = is_big(encoding);
    size_t at = 0, size;
    for (*count = 0; at < length; at += size, ++*count) {
        look(bytes, length, at);
        uint32_t high = length - at > 1 ? unit(bytes + at, big) : 0xDC00;
        uint32_t low = length - at > 3 ? unit(bytes + at + 2, big) : 0;
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

int encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity, size_t *count,
           size_t *offset)
{
    int big = is_big(encoding);
    *count = 0;
    for (size_t at = 0; at < length; ++at) {
        uint64_t value = values[at];
        size_t size = value > 0xFFFF ? 4 : 2;
        if (value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) {
            *offset = at;
            return CONFORM_REJECT;
        }
        if (*count + size <= capacity) {
            put(bytes + *count, size == 4 ? 0xD7C0 + (value >> 10) : value, big);
            if (size == 4)
                put(bytes + *count + 2, 0xDC00 + (value & 0x3FF), big);
        }
        *count += size;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
