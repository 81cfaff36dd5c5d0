/* UTF-∞-8 with a read past a truncated end: it looks at a byte before it asks whether there is one. */

#include "operation.h"

static int hasty_byte_at(Input input, size_t index) {
    int byte = ((const volatile uint8_t *)input.bytes)[index]; /* volatile, or the compiler would ask first */
    return index < input.length ? byte : END;
}

#define byte_at hasty_byte_at

#include <utf_inf_8.c>
