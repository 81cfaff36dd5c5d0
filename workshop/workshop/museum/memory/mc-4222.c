/*
 * UTF-8 as Midnight Commander read it: the validation is told that a NUL ends the text, and reads until a byte is
 * no trail byte.
 */
#include "sound.h"

static volatile uint8_t seen; /* what was read, so that the reading stays */

static void look(const uint8_t *bytes, size_t length, size_t at)
{
    (void)length;
    for (size_t i = 1; i < width(bytes[at]); ++i) {
        seen = bytes[at + i];
        if ((seen & 0xC0) != 0x80)
            break;
    }
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    return decode_looking(look, encoding, bytes, length, values, capacity, count, offset);
}
