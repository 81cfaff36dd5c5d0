/* UTF-8 as Oniguruma read it: the code is read by the length in a table that has lead bytes of five and six too. */
#include "sound.h"

/* Returns the length that a lead byte promises, up to six. */
static size_t promised(uint8_t lead)
{
    return 1 + (lead > 0xBF) + (lead > 0xDF) + (lead > 0xEF) + (lead > 0xF7) + (lead > 0xFB);
}

void look(const uint8_t *bytes, size_t length, size_t at)
{
    (void)length;
    for (size_t i = 1; i < promised(bytes[at]); ++i)
        seen = bytes[at + i];
}
