/* Counts, of which one more than there is room for is written: the room is compared with > instead of >=. */
#include "sound.h"

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset) {
    size_t written = 0, needed = 0;
    (void)encoding;
    for (size_t at = 0; at < length; needed++) {
        size_t start = at;
        uint64_t value = 0;
        int is_beyond = 0;
        do {
            if (at == length) {
                *offset = start;
                return CONFORM_REJECT;
            }
            is_beyond |= value >> 57 != 0;
            value = value << 7 | (bytes[at] & 0x7F);
        } while (bytes[at++] & 0x80);
        if (is_beyond) return CONFORM_UNSUPPORTED;
        if (!(written > capacity)) values[written++] = value;
    }
    *count = needed;
    return needed > capacity ? CONFORM_TOO_SMALL : CONFORM_OK;
}
