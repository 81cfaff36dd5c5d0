/* UTF-16 as libraqm read it: the unit after a high surrogate is read before the length is checked. */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    if (length - at > 1 && (bytes[at + 1] & 0xFC) == 0xD8)
        seen = bytes[at + 3]; /* the last byte of the unit */
}
