/* Counts of at most 64 bits. */
#include "sound.h"

int decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity, size_t *count,
           size_t *offset)
{
    int is_beyond = 0;
    (void)encoding;
    *count = 0;
    for (size_t at = 0, start = 0; at < length; start = at, ++*count) {
        uint64_t value = 0;
        look(bytes, length, at);
        do {
            if (at == length) {
                *offset = start;
                return CONFORM_REJECT;
            }
            is_beyond |= value >> 57 != 0;
            value = value << 7 | (bytes[at] & 0x7F);
        } while (bytes[at++] & 0x80);
        if (*count < capacity)
            values[*count] = value;
    }
    return is_beyond ? CONFORM_UNSUPPORTED : *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}

int encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity, size_t *count,
           size_t *offset)
{
    (void)encoding, (void)offset;
    *count = 0;
    for (size_t at = 0; at < length; ++at) {
        int groups = 1;
        while (groups < 10 && values[at] >> 7 * groups)
            ++groups;
        for (; groups-- > 0; ++*count)
            if (*count < capacity)
                bytes[*count] = (uint8_t)((values[at] >> 7 * groups & 0x7F) | (groups ? 0x80 : 0));
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
