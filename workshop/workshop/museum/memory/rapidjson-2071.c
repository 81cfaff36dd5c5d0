/*
 * A decoder of UTF-8 that reads as many bytes as the lead byte asks for, past the end of the input.
 */
#include "sound.h"

/* Returns whether the bytes after a lead byte are trail bytes. The lead byte alone says how many are read. */
static int trail_bytes(const uint8_t *at)
{
    size_t size = *at < 0xC2 || *at > 0xF4 ? 1 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    uint8_t wrong = 0;
    for (size_t next = 1; next < size; ++next)
        wrong |= (at[next] & 0xC0) ^ 0x80;
    return wrong == 0;
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    *count = 0;
    for (size_t at = 0, size; at < length; at += size) {
        uint64_t value;
        if (!trail_bytes(bytes + at)) {
            *offset = at;
            return CONFORM_REJECT;
        }
        if ((size = character(bytes + at, length - at, &value)) == 0) {
            *offset = at;
            return CONFORM_REJECT;
        }
        if (*count < capacity)
            values[*count] = value;
        ++*count;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
