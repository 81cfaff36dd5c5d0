/* What a model may define and does not. */
#include "sound.h"

volatile uint8_t seen;

__attribute__((weak)) void look(const uint8_t *bytes, size_t length, size_t at)
{
    (void)bytes, (void)length, (void)at;
}

__attribute__((weak)) int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values,
                                         size_t capacity, size_t *count, size_t *offset)
{
    return decode(encoding, bytes, length, values, capacity, count, offset);
}

__attribute__((weak)) int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes,
                                         size_t capacity, size_t *count, size_t *offset)
{
    return encode(encoding, values, length, bytes, capacity, count, offset);
}
