/* Version 1 of the plug-in protocol for C libraries whose code points have at most 32 bits: all but the codecs. */

#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *data;
    size_t length, capacity; /* in bytes */
} Buffer;

/* Makes room for so many more bytes, none too, and returns where they go, never NULL; the length stays. */
void *reserve(Buffer *buffer, size_t more);
void append(Buffer *buffer, const void *data, size_t length);
void append_value(Buffer *buffer, uint32_t value);

/* Any other number is the offset of a rejection. UNSUPPORTED: the library cannot be asked. */
enum { OK = -1, NO_OFFSET = -2, UNSUPPORTED = -3 };

typedef struct {
    ptrdiff_t offset;
    const char *reason; /* free text; not read after OK */
} Verdict;

/* A codec appends to `to`, which is empty: encode, bytes; decode, values, as append_value does. Inputs are aligned. */
typedef struct Codec {
    const char *encoding; /* the id in the protocol */
    Verdict (*encode)(const struct Codec *codec, const uint32_t *values, size_t count, Buffer *to);
    Verdict (*decode)(const struct Codec *codec, const unsigned char *bytes, size_t length, Buffer *to);
    /* Instead of decode, in all codecs or none: the feature "chunks". A piece goes from the end before to its own. */
    Verdict (*decode_pieces)(const struct Codec *codec, const unsigned char *bytes, const size_t *ends, size_t pieces,
                             Buffer *to);
    const char *name; /* the library's, where the functions need it */
    void *handles[2];
} Codec;

/* Answers all requests of standard input. Returns the status to exit with. */
int serve(const Codec *codecs, size_t count);

/* The rest of the program ends with this message. */
_Noreturn void fail(const char *what);

#endif
