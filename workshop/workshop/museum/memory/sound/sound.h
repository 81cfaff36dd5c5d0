/*
 * A sound codec, of which a model has one function with a bug. `weak.c` defines `look` and both functions of conform.h weakly,
 * so that the function of the model takes its place; each other file of this folder is a codec.
 */
#ifndef SOUND_H
#define SOUND_H

#include "conform.h"

/* What a model has read, so that the reading stays. */
extern volatile uint8_t seen;

/* Looks at the code that a sound decoder reads next, as a decoder with a bug does. Without a model's own, it does nothing. */
void look(const uint8_t *bytes, size_t length, size_t at);

/* Decodes, and looks at each code before it is read. */
int decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity, size_t *count,
           size_t *offset);

/* Encodes. */
int encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity, size_t *count,
           size_t *offset);

/* UTF-8: returns the length of the character at the beginning, or 0 if there is none. */
size_t character(const uint8_t *at, size_t left, uint64_t *value);

/* UTF-8: returns the length that a lead byte promises, or 1. */
size_t width(uint8_t lead);

#endif
