/*
 * A plug-in for conform, as a shared library. It has ASCII: put your codec in the place of the two functions.
 * conform.h says what they are given and what they return.
 */
#include "conform.h"

/*
 * YOUR CODEC: decodes bytes. It goes on counting where there is no more room, so that it can say how much it needs.
 */
int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding; /* With several encodings, it says which is meant. */
    for (*count = 0; *count < length; ++*count) {
        if (bytes[*count] > 0x7F) {
            *offset = *count; /* Without this line, it rejects without telling where. */
            return CONFORM_REJECT;
        }
        if (*count < capacity)
            values[*count] = bytes[*count];
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}

/*
 * YOUR CODEC: encodes values. If it cannot hold a value that is above the max_value of the manifest, it returns
 * CONFORM_UNSUPPORTED.
 */
int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset)
{
    (void)encoding;
    for (*count = 0; *count < length; ++*count) {
        if (values[*count] > 0x7F) {
            *offset = *count;
            return CONFORM_REJECT;
        }
        if (*count < capacity)
            bytes[*count] = (uint8_t)values[*count];
    }
    return *count <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}
