/* UTF-16LE: the bytes of the input are counted as if they were units, so a high surrogate at the end asks for
   one after it. */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    if (length - at > 1 && (bytes[at + 1] & 0xFC) == 0xD8 && at / 2 + 1 < length)
        seen = bytes[at + 3]; /* the last byte of the unit */
}
