/* libxml2, character by character: xmlGetUTF8Char and xmlCopyChar. */

#include <libxml/parserInternals.h>
#include <libxml/xmlstring.h>
#include <libxml/xmlversion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol.h"

enum { LONGEST = 4 }; /* bytes that xmlCopyChar may write */

static void say_nothing(void *context, const char *format, ...) {
    (void)context;
    (void)format;
}

static Verdict encode(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    (void)codec;
    for (size_t i = 0; i < count; i++) {
        if (values[i] > INT32_MAX) return (Verdict){UNSUPPORTED, "value above 31 bits"};
        int length = xmlCopyChar(0, reserve(to, LONGEST), (int)values[i]);
        if (length <= 0) return (Verdict){(ptrdiff_t)i, "xmlCopyChar writes nothing"};
        to->length += (size_t)length;
    }
    return (Verdict){.offset = OK};
}

static Verdict decode(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    (void)codec;
    for (size_t at = 0; at < length;) {
        int size = (int)(length - at), value = xmlGetUTF8Char(bytes + at, &size);
        if (value < 0) return (Verdict){(ptrdiff_t)at, "xmlGetUTF8Char"};
        append_value(to, (uint32_t)value);
        at += (size_t)size;
    }
    return (Verdict){.offset = OK};
}

int main(int argc, char **argv) {
    static const Codec codec = {.encoding = "utf-8", .encode = encode, .decode = decode};
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("libxml2 %s\n", xmlParserVersion);
        return EXIT_SUCCESS;
    }
    xmlSetGenericErrorFunc(NULL, say_nothing); /* its words on each rejection */
    return serve(&codec, 1);
}
