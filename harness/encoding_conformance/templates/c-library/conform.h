/*
 * The interface between conform and a codec in a shared library (docs/adapters.md, "A shared library").
 *
 * A library defines the functions for the operations in its manifest, by default conform_decode and conform_encode.
 * Each call handles one whole sequence and keeps no state. The encoding is an id from the manifest; a library with one
 * encoding may ignore it.
 *
 * An input has `length` items and is read-only. An output has room for `capacity` items. Values are aligned as uint64_t;
 * bytes may begin at any address. Pointers are never NULL, but empty buffers must not be accessed.
 *
 * On success, *count is the number of items written. An output that fits exactly is a success. If it does not fit,
 * *count is a sufficient capacity, and conform calls again. The output is then ignored, but nothing may be written
 * beyond the capacity.
 */
#ifndef CONFORM_H
#define CONFORM_H

#include <stddef.h>
#include <stdint.h>

/* The return values. */
enum {
    CONFORM_OK = 0,          /* *count items were written */
    CONFORM_REJECT = 1,      /* the input is ill-formed at *offset */
    CONFORM_UNSUPPORTED = 2, /* the codec cannot hold a value, which is above the max_value of the manifest */
    CONFORM_TOO_SMALL = 3    /* a capacity of *count items is needed */
};

/* The *offset of a rejection without an offset. *offset has this value before the call. */
#define CONFORM_NOWHERE SIZE_MAX

#if defined __GNUC__
#define CONFORM_EXPORT __attribute__((visibility("default")))
#else
#define CONFORM_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Decodes bytes to values. A rejection's *offset is the offset of the first byte of the first ill-formed sequence. */
CONFORM_EXPORT int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values,
                                  size_t capacity, size_t *count, size_t *offset);

/* Encodes values to bytes. A rejection's *offset is the index of the first value that cannot be encoded. */
CONFORM_EXPORT int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes,
                                  size_t capacity, size_t *count, size_t *offset);

/* Only validates, instead of conform_decode: CONFORM_OK means that the bytes are well-formed. *offset is as above. */
CONFORM_EXPORT int conform_validate(const char *encoding, const uint8_t *bytes, size_t length, size_t *offset);

#ifdef __cplusplus
}
#endif

#endif
