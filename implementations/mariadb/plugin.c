/*
 * MariaDB's character sets, in the library of its embedded server.
 *
 * The server converts with two functions of a character set: mb_wc takes the code at the start of some bytes, and wc_mb
 * writes one. Both say whether they can, and are asked code by code, so the place is that at which they were asked.
 */

#include <my_global.h>
#include <m_ctype.h>
#include <my_sys.h>
#include <mysql.h>

#include "protocol.h"

enum { CODE_SIZE = 8 }; /* bytes, more than any code has */

static const struct charset_info_st *charset(const Codec *codec) { return codec->handles[0]; }

static Verdict encode(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    for (size_t i = 0; i < count; i++) {
        uchar *start = reserve(to, CODE_SIZE);
        int length = charset(codec)->cset->wc_mb(charset(codec), values[i], start, start + CODE_SIZE);
        if (length <= 0) return (Verdict){(ptrdiff_t)i, "wc_mb"};
        to->length += (size_t)length;
    }
    return (Verdict){.offset = OK};
}

static Verdict decode(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    for (size_t at = 0; at < length;) {
        my_wc_t value;
        int taken = charset(codec)->cset->mb_wc(charset(codec), &value, bytes + at, bytes + length);
        if (taken <= 0) return (Verdict){(ptrdiff_t)at, taken <= MY_CS_TOOSMALL ? "mb_wc: too small" : "mb_wc"};
        append_value(to, (uint32_t)value);
        at += (size_t)taken;
    }
    return (Verdict){.offset = OK};
}

#define CODEC(encoding_, name_) {.encoding = encoding_, .encode = encode, .decode = decode, .name = name_}

int main(int argc, char **argv) {
    Codec codecs[] = {
        CODEC("ascii", "ascii"),
        CODEC("iso-8859-2", "latin2"),
        CODEC("iso-8859-7", "greek"),
        CODEC("iso-8859-8", "hebrew"),
        CODEC("iso-8859-9", "latin5"),
        CODEC("iso-8859-13", "latin7"),
        CODEC("utf-8", "utf8mb4"),
        CODEC("utf-16-be", "utf16"),
        CODEC("utf-16-le", "utf16le"),
        CODEC("utf-32-be", "utf32"),
    };
    const size_t count = sizeof codecs / sizeof *codecs;
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("MariaDB %s\n", mysql_get_client_info());
        return EXIT_SUCCESS;
    }
    MY_INIT(argv[0]);
    for (Codec *codec = codecs; codec < codecs + count; codec++) {
        codec->handles[0] = (void *)get_charset_by_csname(codec->name, MY_CS_PRIMARY, MYF(0));
        if (codec->handles[0] == NULL) fail(codec->name);
    }
    return serve(codecs, count);
}
