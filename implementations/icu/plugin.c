/*
 * ICU's converters.
 *
 * Each request gives the whole text to a freshly reset converter that stops at the first fault; what ICU then
 * says is passed on as it is, with the name of its error as the free text. ICU's strings are UTF-16, so
 * values that no UTF-16 string holds are answered with "unsupported" before ICU sees them.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>
#include <unicode/uversion.h>

#include "converters.h"
#include "protocol.h"

enum { PIECE_SIZE = 4096 }; /* code units taken out of a converter at a time */

static Buffer units; /* the UTF-16 of the request under way */

static const UChar *units_start(void) { return (const UChar *)units.data; }

static size_t count_units(void) { return units.length / sizeof(UChar); }

static void append_unit(UChar unit) { append(&units, &unit, sizeof unit); }

/* ---- values and UTF-16 */

/* Fills units; returns why there is no such UTF-16 string, or NULL. */
static const char *units_from_values(const uint32_t *values, size_t count) {
    units.length = 0;
    reserve(&units, 0); /* which has an address then */
    for (size_t i = 0; i < count; i++) {
        uint32_t value = values[i];
        if (value > UCHAR_MAX_VALUE) return "value above U+10FFFF";
        if (i > 0 && U16_IS_LEAD(values[i - 1]) && U16_IS_TRAIL(value)) return "surrogates that UTF-16 joins";
        if (U_IS_SUPPLEMENTARY(value)) {
            append_unit(U16_LEAD(value));
            append_unit(U16_TRAIL(value));
        } else append_unit((UChar)value);
    }
    return NULL;
}

static void values_from_units(Buffer *to) {
    for (size_t i = 0, count = count_units(); i < count;) {
        UChar32 value;
        U16_NEXT(units_start(), i, count, value);
        append_value(to, (uint32_t)value);
    }
}

/* ---- where ICU stopped */

/*
 * A fault of the text is a rejection; any other failure of ICU is not the text's and ends the program.
 * ICU names the units at fault, and the offset is that of the first; where it names none, there is no offset.
 */
static Verdict rejection(UErrorCode error, size_t at_fault, size_t offset) {
    if (error != U_ILLEGAL_CHAR_FOUND && error != U_INVALID_CHAR_FOUND && error != U_TRUNCATED_CHAR_FOUND)
        fail(u_errorName(error));
    return (Verdict){at_fault > 0 ? (ptrdiff_t)offset : NO_OFFSET, u_errorName(error)};
}

static size_t count_invalid_units(UConverter *converter) {
    UChar invalid[INT8_MAX];
    int8_t length = INT8_MAX;
    UErrorCode error = U_ZERO_ERROR;
    ucnv_getInvalidUChars(converter, invalid, &length, &error);
    return U_SUCCESS(error) ? (size_t)length : 0;
}

static size_t count_invalid_bytes(UConverter *converter) {
    char invalid[INT8_MAX];
    int8_t length = INT8_MAX;
    UErrorCode error = U_ZERO_ERROR;
    ucnv_getInvalidChars(converter, invalid, &length, &error);
    return U_SUCCESS(error) ? (size_t)length : 0;
}

/* ---- conversions */

/* Encodes units onto the end of `bytes`. Returns the number of units that ICU took. */
static size_t convert_from_units(UConverter *converter, Buffer *bytes, UErrorCode *error) {
    const UChar *source = units_start(), *end = source + count_units();
    do {
        *error = U_ZERO_ERROR;
        char *start = reserve(bytes, PIECE_SIZE), *target = start;
        ucnv_fromUnicode(converter, &target, start + PIECE_SIZE, &source, end, NULL, true, error);
        bytes->length += (size_t)(target - start);
    } while (*error == U_BUFFER_OVERFLOW_ERROR);
    return (size_t)(source - units_start());
}

/* Decodes bytes, one piece of the input, onto the end of units. Returns the number of bytes that ICU took. */
static size_t convert_to_units(UConverter *converter, const char *bytes, size_t length, bool last, UErrorCode *error) {
    const char *source = bytes, *end = bytes + length;
    do {
        *error = U_ZERO_ERROR;
        UChar *start = reserve(&units, PIECE_SIZE * sizeof *start), *target = start;
        ucnv_toUnicode(converter, &target, start + PIECE_SIZE, &source, end, NULL, last, error);
        units.length += (size_t)(target - start) * sizeof *start;
    } while (*error == U_BUFFER_OVERFLOW_ERROR);
    return (size_t)(source - bytes);
}

static Verdict encode(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    UConverter *converter = codec->handles[0];
    const char *fault = units_from_values(values, count);
    if (fault != NULL) return (Verdict){UNSUPPORTED, fault};
    UErrorCode error;
    ucnv_reset(converter);
    size_t taken = convert_from_units(converter, to, &error);
    if (U_SUCCESS(error)) return (Verdict){.offset = OK};
    size_t at_fault = count_invalid_units(converter);
    return rejection(error, at_fault, (size_t)u_countChar32(units_start(), (int32_t)(taken - at_fault)));
}

/* Bytes of a piece before that ICU takes back and reads again are counted twice, so of several it tells no offset. */
static Verdict decode(const Codec *codec, const unsigned char *bytes, const size_t *ends, size_t pieces, Buffer *to) {
    UConverter *converter = codec->handles[0];
    UErrorCode error = U_ZERO_ERROR;
    size_t start = 0, taken = 0;
    units.length = 0;
    ucnv_reset(converter);
    for (size_t i = 0; i < pieces && U_SUCCESS(error); start = ends[i++])
        taken = convert_to_units(converter, (const char *)bytes + start, ends[i] - start, i + 1 == pieces, &error);
    if (U_FAILURE(error)) {
        size_t at_fault = pieces == 1 ? count_invalid_bytes(converter) : 0;
        return rejection(error, at_fault, taken - at_fault);
    }
    values_from_units(to);
    return (Verdict){.offset = OK};
}

#define CODEC(encoding_, name_) {.encoding = encoding_, .encode = encode, .decode_pieces = decode, .name = name_},

static Codec codecs[] = {FOR_EACH_CONVERTER(CODEC)};

enum { CODECS = sizeof codecs / sizeof *codecs };

static UConverter *open_converter(const char *name) {
    UErrorCode error = U_ZERO_ERROR;
    UConverter *converter = ucnv_open(name, &error);
    ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_STOP, NULL, NULL, NULL, &error);
    ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &error);
    if (U_FAILURE(error)) fail(name);
    ucnv_setFallback(converter, false);
    return converter;
}

static void print_version(void) {
    UVersionInfo version;
    char text[U_MAX_VERSION_STRING_LENGTH];
    u_getVersion(version);
    u_versionToString(version, text);
    printf("ICU %s\n", text);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        print_version();
        return EXIT_SUCCESS;
    }
    for (Codec *codec = codecs; codec < codecs + CODECS; codec++) codec->handles[0] = open_converter(codec->name);
    return serve(codecs, CODECS);
}
