/*
 * What all codecs share: an input is codes or values one after another, and a codec knows how to do one of them.
 *
 * An operation goes over its input twice: once to find faults and the room that its output takes, and once to write
 * it into exactly this room.
 */

#ifndef OPERATION_H
#define OPERATION_H

#include <stddef.h>
#include <stdint.h>

#include "codec.h"

typedef struct {
    const uint8_t *bytes;
    size_t length;
} Input;

enum { END = -1 };

/* The byte at an index, or END where the input has no more. */
static inline int byte_at(Input input, size_t index) {
    return index < input.length ? input.bytes[index] : END;
}

typedef struct {
    uint8_t *data; /* NULL while room is counted */
    size_t length;
} Output;

/* Where so many more bytes go, or NULL while room is counted. */
static inline uint8_t *reserve(Output *output, size_t count) {
    uint8_t *room = output->data == NULL ? NULL : output->data + output->length;
    output->length += count;
    return room;
}

static inline void put(Output *output, int byte) {
    uint8_t *room = reserve(output, 1);
    if (room != NULL) *room = (uint8_t)byte;
}

extern const char DIGITS[]; /* hexadecimal; their order is that of their characters */

int digit_value(int digit); /* of a character, or -1 if it is none of the digits */

/* Decodes the code that the input begins with, which is not empty. Returns its fault, or NULL and its length. */
typedef const char *DecodeOne(Input input, size_t *length, Output *digits);

/* Encodes the value of these digits, of which there is at least one. Returns its fault, or NULL. */
typedef const char *EncodeOne(Input digits, Output *bytes);

Outcome decode(Input bytes, DecodeOne *decode_one);
Outcome encode(Input values, EncodeOne *encode_one);

#endif
