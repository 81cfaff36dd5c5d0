/* UTF-16BE: what skips an unpaired surrogate looks at the unit behind the next one without asking whether the
   input has ended. */
#include "sound.h"

static volatile uint8_t seen; /* what was read, so that the reading stays */

static void look(const uint8_t *bytes, size_t length, size_t at)
{
    int is_pair = length - at > 3 && (bytes[at] & 0xFC) == 0xD8 && (bytes[at + 2] & 0xFC) == 0xDC;
    if (length - at > 1 && (bytes[at] & 0xF8) == 0xD8 && !is_pair)
        seen = bytes[at + 3]; /* the last byte of the unit */
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    return decode_looking(look, encoding, bytes, length, values, capacity, count, offset);
}
