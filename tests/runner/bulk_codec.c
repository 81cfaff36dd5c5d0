/*
 * UTF-8 and BOCU-1 as a shared library, with one mistake: WRONG is the number of a string of SIZE bytes of UTF-8, which is
 * decoded to another value; STATE and VALUE are those of a value of BOCU-1 behind a state, which is encoded and decoded otherwise.
 * LOOSE is a string of UTF-8 that is ill-formed, and is decoded. CRASH is one with which the program ends. CALL is the
 * number of a call that is not answered.
 */
#include <stdlib.h>
#include <string.h>

#include "conform.h"

#ifndef WRONG
#define WRONG -1
#endif
#ifndef SIZE
#define SIZE 4
#endif
#ifndef LOOSE
#define LOOSE -1
#endif
#ifndef CRASH
#define CRASH -1
#endif
#ifndef CALL
#define CALL -1
#endif
#ifndef STATE
#define STATE -1
#define VALUE -1
#endif

/* ---- UTF-8 */

static size_t one(const uint8_t *bytes, size_t length, uint64_t *value) {
    static const uint64_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t lead = bytes[0];
    size_t size = lead < 0x80 ? 1 : lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 0;
    if (size == 0 || size > length) return 0;
    *value = size == 1 ? lead : lead & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xC0) != 0x80) return 0;
        *value = *value << 6 | (bytes[i] & 0x3F);
    }
    return *value < least[size] || *value > 0x10FFFF || *value >> 11 == 0x1B ? 0 : size;
}

static int decode_utf_8(const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity, size_t *count,
                        size_t *offset) {
    static long calls;
    long long number = 0;
    size_t size;
    uint64_t value = 0;
    for (size_t i = 0; i < length && i < 4; i++) number = number << 8 | bytes[i];
    if (number == CRASH && length == 4) abort();
    if (++calls == CALL) return CONFORM_UNSUPPORTED;
    for (*count = *offset = 0; *offset < length; *offset += size, ++*count) {
        size = one(bytes + *offset, length - *offset, &value);
        if (size == 0) break;
        if (number == WRONG && length == SIZE) value++;
        if (*count < capacity) values[*count] = value;
    }
    if (*offset < length && !(number == LOOSE && length == 4)) return CONFORM_REJECT;
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}

/* ---- BOCU-1 */

enum { DIGITS = 243 };

static int digit_of(int byte) {
    int below = 0;
    for (int each = 0; each < byte; each++)
        below += (each >= 1 && each <= 6) || (each >= 0x10 && each <= 0x19) || (each >= 0x1C && each <= 0x1F) || each > 0x20;
    return below;
}

static uint8_t byte_of(long digit) {
    static uint8_t bytes[DIGITS];
    if (bytes[0] == 0)
        for (int byte = 1; byte < 256; byte++) bytes[digit_of(byte)] = (uint8_t)byte; /* the last one with so many below */
    return bytes[digit];
}

static const struct {
    long first, last, lead, zero;
    int trails;
} rows[] = {
    {-0x40, 0x3F, 0x90, 0, 0},           {0x40, 0x2910, 0xD0, 0x40, 1},        {-0x2911, -0x41, 0x50, -0x40, 1},
    {0x2911, 0x2DD0B, 0xFB, 0x2911, 2},  {-0x2DD0C, -0x2912, 0x25, -0x2911, 2}, {0x2DD0C, 0x10FFFF, 0xFE, 0x2DD0C, 3},
    {-0x10FFFF, -0x2DD0D, 0x22, -0x2DD0C, 3},
};

static long after(long value, long state) {
    if (value <= 0x20) return value == 0x20 ? state : 0x40;
    if (value >= 0x3040 && value <= 0x309F) return 0x3070;
    if (value >= 0x4E00 && value <= 0x9FA5) return 0x7711;
    if (value >= 0xAC00 && value <= 0xD7A3) return 0xC1D1;
    return (value & ~0x7FL) + 0x40;
}

static size_t write_one(long value, long state, uint8_t *to) {
    if (value == VALUE && state == STATE) value++;
    if (value <= 0x20) return to[0] = (uint8_t)value, 1;
    long difference = value - state;
    size_t row = 0;
    while (difference < rows[row].first || difference > rows[row].last) row++;
    long number = difference - rows[row].zero;
    for (int i = rows[row].trails; i > 0; i--) {
        long digit = (number % DIGITS + DIGITS) % DIGITS;
        to[i] = byte_of(digit);
        number = (number - digit) / DIGITS;
    }
    to[0] = (uint8_t)(rows[row].lead + number);
    return 1 + (size_t)rows[row].trails;
}

static long read_one(const uint8_t *bytes, long state, size_t *size) {
    static const int leads[][2] = {{0x50, 0xCF}, {0xD0, 0xFA}, {0x25, 0x4F}, {0xFB, 0xFD}, {0x22, 0x24}, {0xFE, 0xFE}, {0x21, 0x21}};
    *size = 1;
    if (bytes[0] <= 0x20) return bytes[0];
    int row = 0;
    while (bytes[0] < leads[row][0] || bytes[0] > leads[row][1]) row++;
    long number = bytes[0] - rows[row].lead;
    for (; *size <= (size_t)rows[row].trails; ++*size) number = number * DIGITS + digit_of(bytes[*size]);
    return state + number + rows[row].zero;
}

int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset) {
    (void)encoding, (void)offset;
    uint8_t *room = malloc(4 * length + 1);
    long state = 0x40;
    *count = 0;
    for (size_t i = 0; i < length; i++) {
        *count += write_one((long)values[i], state, room + *count);
        state = after((long)values[i], state);
    }
    if (*count <= capacity) memcpy(bytes, room, *count);
    free(room);
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset) {
    if (strcmp(encoding, "utf-8") == 0) return decode_utf_8(bytes, length, values, capacity, count, offset);
    long state = 0x40;
    size_t size;
    *count = 0;
    for (size_t at = 0; at < length; at += size, ++*count) {
        long value = read_one(bytes + at, state, &size);
        state = after(value, state);
        if (*count < capacity) values[*count] = (uint64_t)value;
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
