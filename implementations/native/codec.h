/*
 * Kim and UTF-∞-8 in C: each operation is on one whole sequence. Nothing is kept from one call to the next.
 *
 * Values are text: upper-case hexadecimal digits without leading zeros, separated by commas, so that a value may
 * have any size. The empty text is the empty sequence.
 */

#ifndef CODEC_H
#define CODEC_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint8_t *data;     /* the bytes or the text, for the caller to free; without a fault, NULL is lack of memory */
    size_t length;     /* of the data, in bytes */
    const char *fault; /* what is ill-formed, or NULL */
    size_t start;      /* where the fault begins: a byte of the input, or for encode the index of the value */
} Outcome;

/* These alone are seen from outside (-fvisibility=hidden). */
#pragma GCC visibility push(default)

Outcome kim_decode(const uint8_t *bytes, size_t length);
Outcome kim_encode(const uint8_t *values, size_t length);

Outcome utf_inf_8_decode(const uint8_t *bytes, size_t length);
Outcome utf_inf_8_encode(const uint8_t *values, size_t length);

#pragma GCC visibility pop

#endif
