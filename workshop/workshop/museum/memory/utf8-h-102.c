/*
 * UTF-8 as utf8nvalid read it: after a character of two bytes, the next byte is read to see that it is no trail
 * byte.
 */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    if ((bytes[at] & 0xE0) == 0xC0 && length - at >= 2 && (bytes[at + 1] & 0xC0) == 0x80)
        seen = bytes[at + 2];
}
