/* UTF-16 as Expat read it: a low surrogate is treated as a high one, so a unit is read after it. */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    if (length - at == 2 && (bytes[at] & 0xFC) == 0xDC)
        seen = bytes[at + 3]; /* the last byte of the unit */
}
