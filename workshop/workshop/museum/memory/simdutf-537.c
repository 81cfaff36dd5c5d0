/*
 * A decoder of UTF-8 that gets room for as many values as there are bytes that are no trail bytes. It converts a whole
 * block before it looks whether the block was well-formed, and writes a value for each trail byte that stands alone.
 */
#include "conform.h"

/* Reads the character at `at`: returns how many bytes it has, or 0 if it is ill-formed. */
static size_t character(const uint8_t *at, size_t left, uint64_t *value)
{
    size_t size = *at < 0x80 ? 1 : *at < 0xC2 || *at > 0xF4 ? 0 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    if (size > left)
        return 0;
    *value = size == 1 ? *at : *at & (0x7F >> size);
    for (size_t next = 1; next < size; ++next) {
        if ((at[next] & 0xC0) != 0x80)
            return 0;
        *value = *value << 6 | (at[next] & 0x3F);
    }
    if ((size == 3 && *value < 0x800) || (size == 4 && *value < 0x10000) || *value > 0x10FFFF)
        return 0;
    return *value >= 0xD800 && *value <= 0xDFFF ? 0 : size;
}

enum { BLOCK = 64 };

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    size_t needed = 0;
    for (size_t at = 0; at < length; ++at)
        needed += (bytes[at] & 0xC0) != 0x80;
    *count = needed;
    if (needed > capacity)
        return CONFORM_TOO_SMALL;
    size_t written = 0, ill_formed = length;
    for (size_t at = 0, size; at < length; at += size) {
        if (at % BLOCK == 0 && ill_formed < at)
            break;
        uint64_t value;
        if ((size = character(bytes + at, length - at, &value)) == 0) {
            if (ill_formed == length)
                ill_formed = at;
            size = 1;
            value = bytes[at];
            if ((value & 0xC0) != 0x80 || length - at < BLOCK - at % BLOCK)
                break;
        }
        values[written++] = value;
    }
    *offset = ill_formed;
    return ill_formed == length ? CONFORM_OK : CONFORM_REJECT;
}

/* Returns how many bytes a value takes, or 0 if UTF-8 does not have it. */
static size_t size_of(uint64_t value)
{
    if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    return value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
}

/* Writes a value that takes `size` bytes. */
static void put(uint64_t value, size_t size, uint8_t *to)
{
    static const uint8_t leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t next = size; next-- > 1; value >>= 6)
        to[next] = (uint8_t)(0x80 | (value & 0x3F));
    to[0] = (uint8_t)(leads[size] | value);
}

int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    *count = 0;
    for (size_t at = 0; at < length; ++at) {
        size_t size = size_of(values[at]);
        if (size == 0) {
            *offset = at;
            return CONFORM_REJECT;
        }
        if (*count + size <= capacity)
            put(values[at], size, bytes + *count);
        *count += size;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
