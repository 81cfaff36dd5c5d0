/*
 * UTF-8 as ChakraCore read it: the function for trail bytes gets an end that is always four bytes after the
 * lead byte.
 */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    (void)length;
    const uint8_t *end = bytes + at + 4;
    for (const uint8_t *trail = bytes + at + 1; trail < bytes + at + width(bytes[at]) && trail < end; ++trail)
        seen = *trail;
}
