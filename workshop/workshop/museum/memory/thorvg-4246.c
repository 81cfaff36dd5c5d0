/* UTF-8 as ThorVG read it: the trail bytes are read without a check for the NUL, so bytes after it are read too. */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    for (size_t i = 1; i < width(bytes[at]); ++i)
        if (at + i != length) /* where the NUL is */
            seen = bytes[at + i];
}
