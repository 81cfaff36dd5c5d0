/*
 * UTF-8 as Midnight Commander read it: the validation relies on a NUL at the end of the text, and reads until a byte is
 * no trail byte.
 */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    (void)length;
    for (size_t i = 1; i < width(bytes[at]); ++i) {
        seen = bytes[at + i];
        if ((seen & 0xC0) != 0x80)
            break;
    }
}
