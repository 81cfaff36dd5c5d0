/*
 * The interface between conform and a codec in a shared library (docs/plug-ins.md, "A shared library").
 *
 * A library defines the functions of the operations that its manifest names, or conform_decode and conform_encode if
 * the manifest names none. Each does one whole sequence and keeps nothing from one call to the next. The
 * encoding is an id of the manifest, so a library with one encoding need not look at it.
 *
 * An input of `length` items is only read, and an output has room for `capacity` items. Values are aligned as uint64_t
 * demands, and bytes may begin anywhere. No pointer is NULL, but what has no items may not be touched.
 *
 * On success, *count is how many items were written. An output that fits exactly is a success. If it does not fit,
 * *count is a capacity that would be enough, and conform asks again. What was written until then does not matter, but
 * nothing may be written beyond the capacity.
 */
#ifndef CONFORM_H
#define CONFORM_H

#include <stddef.h>
#include <stdint.h>

/* What the functions return. */
enum {
    CONFORM_OK = 0,          /* *count items were written */
    CONFORM_REJECT = 1,      /* the input is ill-formed at *offset */
    CONFORM_UNSUPPORTED = 2, /* the codec cannot hold a value, which is above the max_value of the manifest */
    CONFORM_TOO_SMALL = 3    /* a capacity of *count items is needed */
};

/* The *offset of a rejection that does not tell where. It is there before the call, so it can be left as it is. */
#define CONFORM_NOWHERE SIZE_MAX

#if defined __GNUC__
#define CONFORM_EXPORT __attribute__((visibility("default")))
#else
#define CONFORM_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Decodes bytes to values. A rejection's *offset is that of the byte with which the first ill-formed sequence begins. */
CONFORM_EXPORT int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values,
                                  size_t capacity, size_t *count, size_t *offset);

/* Encodes values to bytes. A rejection's *offset is the index of the first value that cannot be encoded. */
CONFORM_EXPORT int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes,
                                  size_t capacity, size_t *count, size_t *offset);

/* Only validates, in the place of conform_decode: CONFORM_OK says that the bytes are well-formed. *offset is as above. */
CONFORM_EXPORT int conform_validate(const char *encoding, const uint8_t *bytes, size_t length, size_t *offset);

#ifdef __cplusplus
}
#endif

#endif
