/* UTF-16BE: each step of the loop reads two bytes, also the last one of an odd length. */

#include "conform.h"

static unsigned unit_at(const uint8_t *bytes) {
    return (unsigned)bytes[0] << 8 | bytes[1];
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity, size_t *count,
                   size_t *offset) {
    size_t written = 0;
    (void)encoding;
    for (size_t i = 0; i < length;) {
        volatile unsigned unit = unit_at(bytes + i);
        (void)unit;
        if (i + 1 == length) {
            *offset = i;
            return CONFORM_REJECT;
        }
        unsigned first = unit_at(bytes + i);
        uint64_t value = first;
        size_t size = 2;
        if (first >= 0xD800 && first < 0xE000) {
            unsigned second = first < 0xDC00 && i + 3 < length ? unit_at(bytes + i + 2) : 0;
            if (second < 0xDC00 || second >= 0xE000) {
                *offset = i;
                return CONFORM_REJECT;
            }
            value = 0x10000 + ((uint64_t)(first - 0xD800) << 10) + (second - 0xDC00);
            size = 4;
        }
        if (written < capacity) values[written] = value;
        written++;
        i += size;
    }
    *count = written;
    return written > capacity ? CONFORM_TOO_SMALL : CONFORM_OK;
}

int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity, size_t *count,
                   size_t *offset) {
    size_t need = 0;
    (void)encoding;
    for (size_t i = 0; i < length; i++) {
        uint64_t value = values[i];
        if (value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) {
            *offset = i;
            return CONFORM_REJECT;
        }
        need += value < 0x10000 ? 2 : 4;
    }
    *count = need;
    if (need > capacity) return CONFORM_TOO_SMALL;
    for (size_t i = 0; i < length; i++) {
        uint64_t value = values[i];
        unsigned units[2] = {(unsigned)value, 0};
        int pair = value >= 0x10000;
        if (pair) {
            units[0] = 0xD800 + (unsigned)((value - 0x10000) >> 10);
            units[1] = 0xDC00 + (unsigned)((value - 0x10000) & 0x3FF);
        }
        for (int k = 0; k <= pair; k++) {
            *bytes++ = (uint8_t)(units[k] >> 8);
            *bytes++ = (uint8_t)(units[k] >> 0);
        }
    }
    return CONFORM_OK;
}
