/*
 * UTF-8 as CUPS read it: a lead byte of two takes the NUL for its trail byte, and the loop looks for the end
 * after it.
 */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    if ((bytes[at] & 0xE0) == 0xC0 && at + 1 == length)
        seen = bytes[at + 2];
}
