/*
 * UTF-8 as libplist wrote it as UTF-16: the trail bytes that the lead byte promises are read without a check of the
 * length.
 */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    (void)length;
    for (size_t i = 1; i < width(bytes[at]); ++i)
        seen = bytes[at + i];
}
