/*
 * glibc's iconv(3), from and to wchar_t, which in glibc is a code point of 32 bits.
 *
 * Where iconv stops is documented: at the first unit of the invalid or incomplete sequence.
 */

#define _GNU_SOURCE

#include <errno.h>
#include <gnu/libc-version.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol.h"

enum { PIECE_SIZE = 4096 }; /* bytes taken out of a converter at a time */

/* Converts all of `from` onto the end of `to`; the number of bytes that iconv took before a fault, or OK. */
static Verdict convert(iconv_t converter, const void *from, size_t length, Buffer *to) {
    char *start = (char *)from, *source = start; /* iconv writes nothing there */
    iconv(converter, NULL, NULL, NULL, NULL);    /* the initial state */
    for (;;) {
        char *target = reserve(to, PIECE_SIZE);
        size_t room = PIECE_SIZE, left = length - (size_t)(source - start);
        size_t done = iconv(converter, &source, &left, &target, &room);
        to->length += PIECE_SIZE - room;
        if (done != (size_t)-1) return (Verdict){.offset = OK};
        if (errno != E2BIG) return (Verdict){source - start, strerrorname_np(errno)};
    }
}

static Verdict encode(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    Verdict verdict = convert(codec->handles[0], values, count * sizeof *values, to);
    if (verdict.offset >= 0) verdict.offset /= (ptrdiff_t)sizeof *values;
    return verdict;
}

static Verdict decode(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    return convert(codec->handles[1], bytes, length, to);
}

static Codec codecs[] = {
    {"ascii", encode, decode, .name = "US-ASCII"},
    {"cp437", encode, decode, .name = "CP437"},
    {"iso-8859-1", encode, decode, .name = "ISO-8859-1"},
    {"iso-8859-2", encode, decode, .name = "ISO-8859-2"},
    {"iso-8859-3", encode, decode, .name = "ISO-8859-3"},
    {"iso-8859-4", encode, decode, .name = "ISO-8859-4"},
    {"iso-8859-5", encode, decode, .name = "ISO-8859-5"},
    {"iso-8859-6", encode, decode, .name = "ISO-8859-6"},
    {"iso-8859-7", encode, decode, .name = "ISO-8859-7"},
    {"iso-8859-8", encode, decode, .name = "ISO-8859-8"},
    {"iso-8859-9", encode, decode, .name = "ISO-8859-9"},
    {"iso-8859-10", encode, decode, .name = "ISO-8859-10"},
    {"iso-8859-11", encode, decode, .name = "ISO-8859-11"},
    {"iso-8859-13", encode, decode, .name = "ISO-8859-13"},
    {"iso-8859-14", encode, decode, .name = "ISO-8859-14"},
    {"iso-8859-15", encode, decode, .name = "ISO-8859-15"},
    {"iso-8859-16", encode, decode, .name = "ISO-8859-16"},
    {"utf-8", encode, decode, .name = "UTF-8"},
    {"utf-8-31bit", encode, decode, .name = "ISO-10646/UTF8/"},
    {"utf-16-be", encode, decode, .name = "UTF-16BE"},
    {"utf-16-le", encode, decode, .name = "UTF-16LE"},
    {"utf-32-be", encode, decode, .name = "UTF-32BE"},
    {"utf-32-le", encode, decode, .name = "UTF-32LE"},
};

enum { CODECS = sizeof codecs / sizeof *codecs };

static iconv_t open_converter(const char *to, const char *from) {
    iconv_t converter = iconv_open(to, from);
    if (converter == (iconv_t)-1) fail(to);
    return converter;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("glibc %s\n", gnu_get_libc_version());
        return EXIT_SUCCESS;
    }
    for (Codec *codec = codecs; codec < codecs + CODECS; codec++) {
        codec->handles[0] = open_converter(codec->name, "WCHAR_T");
        codec->handles[1] = open_converter("WCHAR_T", codec->name);
    }
    return serve(codecs, CODECS);
}
