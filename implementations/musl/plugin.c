/*
 * musl's iconv(3), from and to wchar_t, which in musl is a code point of 32 bits. Its UTF-8 is that of mbrtowc(3).
 *
 * iconv stops at the first byte of the invalid or incomplete sequence. Of a sequence that a piece cuts off, EINVAL says
 * so, and the bytes are given again before the next piece, as POSIX has it.
 */

#include <errno.h>
#include <iconv.h>

#include "protocol.h"

enum { PIECE_SIZE = 4096 }; /* bytes taken out of a converter at a time */

static const char *name_of(int fault) { return fault == EINVAL ? "EINVAL" : "EILSEQ"; }

/* Converts from `*source` to `end` onto the end of `to`; moves `*source`, and returns 0 or the fault where it stops. */
static int convert(iconv_t converter, char **source, char *end, Buffer *to) {
    for (;;) {
        char *target = reserve(to, PIECE_SIZE);
        size_t room = PIECE_SIZE, left = (size_t)(end - *source);
        size_t done = iconv(converter, source, &left, &target, &room);
        to->length += PIECE_SIZE - room;
        if (done != (size_t)-1) return 0;
        if (errno != E2BIG) return errno;
    }
}

static Verdict encode(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    char *start = (char *)values, *source = start; /* iconv writes nothing there */
    int fault = convert(codec->handles[0], &source, start + count * sizeof *values, to);
    if (fault == 0) return (Verdict){.offset = OK};
    return (Verdict){(source - start) / (ptrdiff_t)sizeof *values, name_of(fault)};
}

static Verdict decode_pieces(const Codec *codec, const unsigned char *bytes, const size_t *ends, size_t pieces,
                             Buffer *to) {
    char *start = (char *)bytes, *source = start;
    int fault = 0;
    for (size_t i = 0; i < pieces && (fault == 0 || fault == EINVAL); i++)
        fault = convert(codec->handles[1], &source, start + ends[i], to);
    if (fault == 0) return (Verdict){.offset = OK};
    return (Verdict){source - start, name_of(fault)};
}

#define CODEC(id, iconv_name) {.encoding = id, .encode = encode, .decode_pieces = decode_pieces, .name = iconv_name}

static Codec codecs[] = {
    CODEC("ascii", "US-ASCII"),
    CODEC("cp437", "CP437"),
    CODEC("iso-8859-1", "ISO-8859-1"),
    CODEC("iso-8859-2", "ISO-8859-2"),
    CODEC("iso-8859-3", "ISO-8859-3"),
    CODEC("iso-8859-4", "ISO-8859-4"),
    CODEC("iso-8859-5", "ISO-8859-5"),
    CODEC("iso-8859-6", "ISO-8859-6"),
    CODEC("iso-8859-7", "ISO-8859-7"),
    CODEC("iso-8859-8", "ISO-8859-8"),
    CODEC("iso-8859-9", "ISO-8859-9"),
    CODEC("iso-8859-10", "ISO-8859-10"),
    CODEC("iso-8859-11", "ISO-8859-11"),
    CODEC("iso-8859-13", "ISO-8859-13"),
    CODEC("iso-8859-14", "ISO-8859-14"),
    CODEC("iso-8859-15", "ISO-8859-15"),
    CODEC("iso-8859-16", "ISO-8859-16"),
    CODEC("utf-8", "UTF-8"),
    CODEC("utf-16-be", "UTF-16BE"),
    CODEC("utf-16-le", "UTF-16LE"),
    CODEC("utf-32-be", "UTF-32BE"),
    CODEC("utf-32-le", "UTF-32LE"),
};

enum { CODECS = sizeof codecs / sizeof *codecs };

static iconv_t open_converter(const char *to, const char *from) {
    iconv_t converter = iconv_open(to, from);
    if (converter == (iconv_t)-1) fail(to);
    return converter;
}

int main(void) {
    for (Codec *codec = codecs; codec < codecs + CODECS; codec++) {
        codec->handles[0] = open_converter(codec->name, "WCHAR_T");
        codec->handles[1] = open_converter("WCHAR_T", codec->name);
    }
    return serve(codecs, CODECS);
}
