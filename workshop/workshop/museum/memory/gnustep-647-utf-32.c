/* UTF-32 as GNUstep read it: a unit of four bytes is read where fewer are left. */
#include "conform.h"

static volatile uint8_t seen; /* what was read, so that the reading stays */

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    *count = 0;
    for (size_t at = 0; at < length; at += 4, ++*count) {
        uint64_t value = 0;
        for (size_t i = 4; i-- > 0;)
            value = value << 8 | (seen = bytes[at + i]);
        if (length - at < 4 || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) {
            *offset = at;
            return CONFORM_REJECT;
        }
        if (*count < capacity)
            values[*count] = value;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}

int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    *count = 0;
    for (size_t at = 0; at < length; ++at, *count += 4) {
        if (values[at] > 0x10FFFF || (values[at] >= 0xD800 && values[at] < 0xE000)) {
            *offset = at;
            return CONFORM_REJECT;
        }
        for (size_t i = 0; i < 4 && *count + 4 <= capacity; ++i)
            bytes[*count + i] = (uint8_t)(values[at] >> 8 * i);
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
