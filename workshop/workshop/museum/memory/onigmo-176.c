/* UTF-8 as Onigmo read it: where the code is not whole, its length is guessed from the lead byte alone. */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    if (at + width(bytes[at]) > length)
        for (size_t i = 1; i < width(bytes[at]); ++i)
            seen = bytes[at + i];
}
