/* UTF-16BE: the code that skips an unpaired surrogate reads the unit after the next one without checking whether the
   input has ended. */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    int is_pair = length - at > 3 && (bytes[at] & 0xFC) == 0xD8 && (bytes[at + 2] & 0xFC) == 0xDC;
    if (length - at > 1 && (bytes[at] & 0xF8) == 0xD8 && !is_pair)
        seen = bytes[at + 3]; /* the last byte of the unit */
}
