/* Counts. The parser looks for their end without checking the length, and reads past its input if it is cut. */
#include "sound.h"

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset) {
    size_t needed = 0;
    (void)encoding;
    for (size_t at = 0; at < length; needed++) {
        size_t start = at;
        uint64_t value = 0;
        int is_beyond = 0;
        for (int more = 1; more; at++) {
            is_beyond |= value >> 57 != 0;
            value = value << 7 | (bytes[at] & 0x7F);
            more = bytes[at] & 0x80;
        }
        if (at > length) {
            *offset = start;
            return CONFORM_REJECT;
        }
        if (is_beyond) return CONFORM_UNSUPPORTED;
        if (needed < capacity) values[needed] = value;
    }
    *count = needed;
    return needed > capacity ? CONFORM_TOO_SMALL : CONFORM_OK;
}
