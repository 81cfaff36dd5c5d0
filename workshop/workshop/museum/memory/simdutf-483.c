/*
 * A decoder of UTF-8 that gets room for as many values as there are bytes that are no trail bytes. A trail byte after a
 * block of ASCII is written before it is rejected.
 */
#include "sound.h"

enum { BLOCK = 64 };

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    size_t needed = 0, ascii = 0;
    for (size_t at = 0; at < length; ++at)
        needed += (bytes[at] & 0xC0) != 0x80;
    if ((*count = needed) > capacity)
        return CONFORM_TOO_SMALL;
    size_t written = 0;
    for (size_t at = 0, size; at < length; at += size) {
        uint64_t value;
        if ((size = character(bytes + at, length - at, &value)) == 0) {
            if (ascii >= BLOCK && at % BLOCK == 0 && (bytes[at] & 0xC0) == 0x80)
                values[written] = bytes[at];
            *offset = at;
            return CONFORM_REJECT;
        }
        values[written++] = value;
        ascii = size == 1 ? ascii + 1 : 0;
    }
    return CONFORM_OK;
}
