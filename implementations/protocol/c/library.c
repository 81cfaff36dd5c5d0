/*
 * The codecs of a plug-in as the function of a shared library that decodes (conform.h), because a pipe is too slow for every
 * string of four bytes. The program of the plug-in is as it is: it hands its codecs to `serve`, which notes them here.
 */

#define serve answer_requests
#include "protocol.c"
#undef serve

#include "conform.h"

int main(int argc, char **argv);

static const Codec *codecs;
static size_t codec_count;

int serve(const Codec *given, size_t count) {
    codecs = given;
    codec_count = count;
    return EXIT_SUCCESS;
}

static const Codec *codec_of(const char *encoding) {
    if (codecs == NULL) {
#ifdef ARGUMENT
        char *arguments[] = {"plugin", ARGUMENT, NULL};
#else
        char *arguments[] = {"plugin", NULL};
#endif
        main(sizeof arguments / sizeof *arguments - 1, arguments);
    }
    for (const Codec *codec = codecs; codec < codecs + codec_count; codec++)
        if (strcmp(codec->encoding, encoding) == 0) return codec;
    fail(encoding);
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset) {
    static Buffer found;
    const Codec *codec = codec_of(encoding);
    found.length = 0;
    Verdict verdict = codec->decode(codec, bytes, length, &found);
    if (verdict.offset == UNSUPPORTED) return CONFORM_UNSUPPORTED;
    if (verdict.offset != OK) {
        if (verdict.offset != NO_OFFSET) *offset = (size_t)verdict.offset;
        return CONFORM_REJECT;
    }
    *count = found.length / sizeof(uint32_t);
    if (*count > capacity) return CONFORM_TOO_SMALL;
    for (size_t i = 0; i < *count; i++) values[i] = ((const uint32_t *)found.data)[i];
    return CONFORM_OK;
}
