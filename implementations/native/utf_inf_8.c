/*
 * UTF-∞-8 (draft of 2009; the numbers are its sections, and Errata, UTF-∞-8 is for where it is silent).
 *
 * udigit       a hexadecimal digit of the value
 * NUD          the number of udigits
 * NME          NUD less eighteen, which is what a code of fourteen bytes or more stores
 * USV-storage  the bytes that hold the value, six bits each
 *
 * No value is ever held in an integer: udigits are taken out of the bytes and put into them three at a time (2).
 */

#include <stdbool.h>
#include <string.h>

#include "codec.h"
#include "operation.h"

enum {
    TRAIL = 0x80, /* 10xxxxxx */
    SIX_BITS = 0x3F,
    FF = 0xFF,
    B4 = 0xB4, /* "before" every Ax but one (3.5.5) */
    AX = 0xA0, /* and the fifteen bytes after it: a digit of NME (3.5.2) */
    LEAST_NUD = 18 /* 3.5.3 */
};

/* A row of codes: its least value, which is one udigit and zeros; the lead byte and its bits x; the trail bytes. */
typedef struct {
    const char *first;
    int lead, x;
    size_t trails;
} Row;

static const Row ROWS[] = {
    {"0", 0x00, 0x7F, 0},         /* 0xxxxxxx: 3.2, which refers to the original UTF-8 for the first six */
    {"80", 0xC0, 0x1F, 1},        /* 110xxxxx and one trail byte */
    {"800", 0xE0, 0x0F, 2},       /* 1110xxxx */
    {"10000", 0xF0, 0x07, 3},     /* 11110xxx */
    {"200000", 0xF8, 0x03, 4},    /* 111110xx */
    {"4000000", 0xFC, 0x01, 5},   /* 1111110x */
    {"80000000", 0xFE, 0x00, 6},  /* 3.3 */
    {"1000000000", FF, 0x00, 12}, /* 3.4: the first of them is 100xxxxx */
    {"800000000000000000", FF, 0x00, 0}, /* 3.5: NUD tells how many */
};

static const Row *const STORED_NUD = ROWS + sizeof ROWS / sizeof *ROWS - 1, *const THIRTEEN_BYTES = STORED_NUD - 1;

static size_t trails_of(const Row *row, size_t nud) {
    return row == STORED_NUD ? (nud + 2) / 3 * 2 : row->trails; /* 3.5.7 */
}

static bool reaches(size_t nud, int first_udigit, const Row *row) {
    size_t least = strlen(row->first);
    return nud > least || (nud == least && first_udigit >= row->first[0]);
}

/* ---- decode */

/* What holds the bits of a value: the bits x of the lead byte, and the USV-storage behind them. */
typedef struct {
    int x;
    Input storage;
} Bits;

/* Six bits of a value, counted from its end. */
static int six_of_bits(Bits bits, size_t index) {
    size_t count = bits.storage.length;
    if (index < count) return bits.storage.bytes[count - 1 - index] & SIX_BITS;
    return index == count ? bits.x & SIX_BITS : bits.x >> 6;
}

/* A udigit, counted from the end. Three of them are in two sixes (3.5.6). */
static int udigit_of_bits(Bits bits, size_t index) {
    size_t two = index / 3 * 2;
    int twelve = six_of_bits(bits, two + 1) << 6 | six_of_bits(bits, two);
    return DIGITS[twelve >> 4 * (index % 3) & 0xF];
}

static size_t count_udigits(Bits bits) {
    size_t count = (bits.storage.length / 2 + 1) * 3;
    while (count > 1 && udigit_of_bits(bits, count - 1) == '0') count--;
    return count;
}

static bool is_trail(int byte) { return byte != END && (byte & ~SIX_BITS) == TRAIL; }

static const Row *row_of_code(Input input) {
    for (const Row *row = ROWS; row < THIRTEEN_BYTES; row++)
        if ((byte_at(input, 0) & ~row->x) == row->lead) return row;
    if (byte_at(input, 0) != FF) return NULL;
    int second = byte_at(input, 1);
    return is_trail(second) && second < AX ? THIRTEEN_BYTES : STORED_NUD;
}

/* Reads the length-storage behind FF (3.5.2 to 3.5.5). Returns its fault, or NULL, NUD, and where it ends. */
static const char *read_nud(Input input, size_t *nud, size_t *end) {
    size_t first_ax = 1, nme = 0;
    while (byte_at(input, first_ax) == B4) first_ax++;
    *end = 2 * first_ax; /* FF is to the B4 bytes what the last Ax is to the others: one more */
    for (size_t at = first_ax; at < *end; at++) {
        int byte = byte_at(input, at);
        if (byte == END) return "truncated";
        if ((byte & ~0xF) != AX) return "no length byte";
        if (byte == AX && at == first_ax && first_ax > 1) return "overlong length";
        if (nme > SIZE_MAX / 2 >> 4) return "truncated"; /* no input has the room for so many udigits */
        nme = nme << 4 | (size_t)(byte - AX);
    }
    *nud = LEAST_NUD + nme;
    return NULL;
}

static const char *check_trails(Input input, size_t first, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int byte = byte_at(input, first + i);
        if (byte == END) return "truncated";
        if (!is_trail(byte)) return "no trail byte";
    }
    return NULL;
}

static const char *decode_one(Input input, size_t *length, Output *text) {
    const Row *row = row_of_code(input);
    size_t first = 1, stored_nud = 0;
    const char *fault = row == NULL ? "no lead byte" : NULL;
    if (row == STORED_NUD) fault = read_nud(input, &stored_nud, &first);
    if (fault != NULL) return fault;

    size_t trails = trails_of(row, stored_nud);
    fault = check_trails(input, first, trails);
    if (fault != NULL) return fault;

    Bits bits = {input.bytes[0] & row->x, {input.bytes + first, trails}};
    size_t nud = count_udigits(bits);
    if (row == STORED_NUD && nud > stored_nud) return "padding that is not zero"; /* 3.5.7 */
    if (nud < stored_nud || !reaches(nud, udigit_of_bits(bits, nud - 1), row)) return "overlong";

    uint8_t *to = reserve(text, nud);
    for (size_t i = nud; to != NULL && i-- > 0;) *to++ = (uint8_t)udigit_of_bits(bits, i);
    *length = first + trails;
    return NULL;
}

/* ---- encode */

/* The value of a udigit, counted from the end; beyond the first one they are zero. */
static int udigit(Input udigits, size_t index) {
    return index < udigits.length ? digit_value(udigits.bytes[udigits.length - 1 - index]) : 0;
}

/* Six bits of a value, counted from its end (3.5.6). */
static int six(Input udigits, size_t index) {
    size_t three = index / 2 * 3;
    int twelve = udigit(udigits, three + 2) << 8 | udigit(udigits, three + 1) << 4 | udigit(udigits, three);
    return twelve >> 6 * (index % 2) & SIX_BITS;
}

static const Row *row_of_value(Input udigits) {
    const Row *row = STORED_NUD;
    while (!reaches(udigits.length, udigits.bytes[0], row)) row--;
    return row;
}

/* The B4 and Ax bytes for this NUD (3.5.3 to 3.5.5). */
static void put_length_storage(Output *bytes, size_t nud) {
    size_t nme = nud - LEAST_NUD;
    int shift = 0;
    for (; nme >> shift >> 4; shift += 4) put(bytes, B4);
    for (; shift >= 0; shift -= 4) put(bytes, AX | (int)(nme >> shift & 0xF));
}

static const char *encode_one(Input udigits, Output *bytes) {
    const Row *row = row_of_value(udigits);
    size_t trails = trails_of(row, udigits.length);
    put(bytes, row->lead | six(udigits, trails) | six(udigits, trails + 1) << 6);
    if (row == STORED_NUD) put_length_storage(bytes, udigits.length);
    while (trails-- > 0) put(bytes, TRAIL | six(udigits, trails));
    return NULL;
}

Outcome utf_inf_8_decode(const uint8_t *bytes, size_t length) {
    return decode((Input){bytes, length}, decode_one);
}

Outcome utf_inf_8_encode(const uint8_t *values, size_t length) {
    return encode((Input){values, length}, encode_one);
}
