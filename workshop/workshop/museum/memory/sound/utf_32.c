/* UTF-32 in both byte orders. */
#include <string.h>

#include "sound.h"

enum { UNIT = 4 };

/* Returns the index in a code unit of the byte that has the bits from `8 * byte` on. */
static size_t index_of(size_t byte, const char *encoding)
{
    return strcmp(encoding, "utf-32-be") == 0 ? UNIT - 1 - byte : byte;
}

static int has(uint64_t value)
{
    return value <= 0x10FFFF && (value < 0xD800 || value >= 0xE000);
}

int decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity, size_t *count,
           size_t *offset)
{
    *count = 0;
    for (size_t at = 0; at < length; at += UNIT, ++*count) {
        uint64_t value = 0;
        look(bytes, length, at);
        for (size_t byte = 0; byte < UNIT && length - at >= UNIT; ++byte)
            value |= (uint64_t)bytes[at + index_of(byte, encoding)] << 8 * byte;
        if (length - at < UNIT || !has(value)) {
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
    *count = 0;
    for (size_t at = 0; at < length; ++at, *count += UNIT) {
        if (!has(values[at])) {
            *offset = at;
            return CONFORM_REJECT;
        }
        for (size_t byte = 0; byte < UNIT && *count + UNIT <= capacity; ++byte)
            bytes[*count + index_of(byte, encoding)] = (uint8_t)(values[at] >> 8 * byte);
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
