/*
 * UTF-8 as ultrajson read it: each form reads its trail bytes in a row, without a check of the end of the
 * buffer.
 */
#include "sound.h"

void look(const uint8_t *bytes, size_t length, size_t at)
{
    (void)length;
    const uint8_t *trail = bytes + at;
    switch (width(bytes[at])) {
    case 4:
        seen = *++trail;
        /* fall through */
    case 3:
        seen = *++trail;
        /* fall through */
    case 2:
        seen = *++trail;
    }
}
