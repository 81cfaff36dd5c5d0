/* The functions of conform.h, for the half of a codec that its model does not define. */
#include "sound.h"

static void do_not_look(const uint8_t *bytes, size_t length, size_t at)
{
    (void)bytes, (void)length, (void)at;
}

int decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity, size_t *count,
           size_t *offset)
{
    return decode_looking(do_not_look, encoding, bytes, length, values, capacity, count, offset);
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
