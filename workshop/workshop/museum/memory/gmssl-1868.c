/* Counts, of which one more than there is room for is written: the room is compared with > instead of >=. */
#include "conform.h"

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

int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset) {
    size_t written = 0;
    (void)encoding, (void)offset;
    for (size_t i = 0; i < length; i++) {
        int groups = 1;
        while (groups < 10 && values[i] >> (7 * groups)) groups++;
        while (groups-- > 0) {
            if (written < capacity) bytes[written] = (uint8_t)((values[i] >> (7 * groups) & 0x7F) | (groups ? 0x80 : 0));
            written++;
        }
    }
    *count = written;
    return written > capacity ? CONFORM_TOO_SMALL : CONFORM_OK;
}
