/*
 * Kim, characters (Kim, Character Encoding; Errata, Kim for where it is silent).
 *
 * A byte is  C DDDDDDD:  the continue bit, which says whether another byte follows, and seven bits of data.
 * A leading 80, which adds nothing, is read, and surrogates are taken.
 */

#include "codec.h"
#include "operation.h"

enum {
    C = 0x80,
    D = 0x7F,
    DATA_BITS = 7,
    LONGEST = 3, /* bytes */
    LAST = 0x10FFFF
};

enum { DIGIT_BITS = 4 };

static void put_number(Output *text, uint32_t number) {
    int shift = 0;
    while (number >> shift >> DIGIT_BITS) shift += DIGIT_BITS;
    for (; shift >= 0; shift -= DIGIT_BITS) put(text, DIGITS[number >> shift & 0xF]);
}

static const char *decode_one(Input input, size_t *length, Output *text) {
    uint32_t number = 0;
    int byte;
    *length = 0;
    do {
        if (*length == LONGEST) return "more than three bytes";
        byte = byte_at(input, *length);
        if (byte == END) return "truncated";
        number = number << DATA_BITS | (uint32_t)(byte & D);
        ++*length;
    } while (byte & C);
    if (number > LAST) return "above U+10FFFF";
    put_number(text, number);
    return NULL;
}

static const char *encode_one(Input digits, Output *bytes) {
    uint32_t number = 0;
    for (size_t i = 0; i < digits.length; i++) {
        number = number << DIGIT_BITS | (uint32_t)digit_value(digits.bytes[i]);
        if (number > LAST) return "above U+10FFFF";
    }
    for (int shift = DATA_BITS * (LONGEST - 1); shift > 0; shift -= DATA_BITS)
        if (number >> shift) put(bytes, C | (number >> shift & D));
    put(bytes, number & D);
    return NULL;
}

Outcome kim_decode(const uint8_t *bytes, size_t length) {
    return decode((Input){bytes, length}, decode_one);
}

Outcome kim_encode(const uint8_t *values, size_t length) {
    return encode((Input){values, length}, encode_one);
}
