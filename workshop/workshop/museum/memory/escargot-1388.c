/*
 * UTF-8 as Escargot read it: the trail bytes that the lead byte promises are read from the buffer without a check
 * of its end.
 */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    (void)length;
    for (size_t i = 1; i < width(bytes[at]); ++i)
        seen = bytes[at + i];
}
