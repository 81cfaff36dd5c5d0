/* Counts, whose end is looked for without a look at the length: the parser reads behind its input if that is cut. */
#include "conform.h"

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
