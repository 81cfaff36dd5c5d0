/* UTF-8. */
#include "sound.h"

size_t character(const uint8_t *at, size_t left, uint64_t *value)
{
    static const uint32_t first[] = {0, 0x80, 0x800, 0x10000};
    size_t trails = (at[0] > 0xBF) + (at[0] > 0xDF) + (at[0] > 0xEF);
    if ((at[0] & 0xC0) == 0x80 || at[0] > 0xF7 || trails >= left)
        return 0;
    *value = trails ? at[0] & (0x3F >> trails) : at[0];
    for (size_t i = 1; i <= trails; ++i) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
        *value = *value << 6 | (at[i] & 0x3F);
    }
    if (*value < first[trails] || *value > 0x10FFFF || (*value >= 0xD800 && *value < 0xE000))
        return 0;
    return trails + 1;
}

size_t width(uint8_t lead)
{
    return lead > 0xF7 ? 1 : 1 + (lead > 0xBF) + (lead > 0xDF) + (lead > 0xEF);
}

int decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity, size_t *count,
           size_t *offset)
{
    size_t at = 0, length_of;
    uint64_t value;
    (void)encoding;
    for (*count = 0; at < length; at += length_of, ++*count) {
        look(bytes, length, at);
        length_of = character(bytes + at, length - at, &value);
        if (!length_of) {
            *offset = at;
            return CONFORM_REJECT;
        }
        if (*count < capacity)
            values[*count] = value;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}

int encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity, size_t *count,
           size_t *offset)
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
        if (*count + trails < capacity) {
            bytes[*count] = (uint8_t)(trails ? 0xF0 << (3 - trails) | value >> 6 * trails : value);
            for (size_t i = 1; i <= trails; ++i)
                bytes[*count + i] = 0x80 | (value >> 6 * (trails - i) & 0x3F);
        }
        *count += trails + 1;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
