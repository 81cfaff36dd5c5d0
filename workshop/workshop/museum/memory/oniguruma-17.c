/* UTF-8 as Oniguruma read it: the bytes that the lead byte promises are copied into a node with one call. */
#include "sound.h"

#include <string.h>

/* Returns the length that a lead byte promises, up to six. */
static size_t promised(uint8_t lead)
{
    return 1 + (lead > 0xBF) + (lead > 0xDF) + (lead > 0xEF) + (lead > 0xF7) + (lead > 0xFB);
}

void look(const uint8_t *bytes, size_t length, size_t at)
{
    uint8_t node[6];
    (void)length;
    memcpy(node, bytes + at, promised(bytes[at]));
    ((volatile uint8_t *)node)[0] = node[0];
}
