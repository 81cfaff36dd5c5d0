/* UTF-∞-8 with an overflow on a long length: no value is given the room of more udigits than thirteen bytes hold. */

#include "operation.h"

enum { MOST_UDIGITS = 18 }; /* 3.4 */

static uint8_t *reserve_too_little(Output *output, size_t count) {
    return reserve(output, output->data == NULL && count > MOST_UDIGITS ? MOST_UDIGITS : count);
}

#define reserve reserve_too_little

#include <utf_inf_8.c>
