/*
 * GLib's conversions from and to UCS-4.
 *
 *     plugin            utf-8 and utf-8-31bit: g_utf8_to_ucs4, which takes up to six bytes; UTF-16
 *     plugin validate   utf-8: g_utf8_validate_len decides, and g_utf8_to_ucs4_fast converts what it accepts
 *
 * UTF-16 is of code units in memory; their byte order is turned with GLib's macros.
 */

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol.h"

static Buffer text; /* of the message of the last fault */

/* The reply to GLib's error at so many units; an error that is none of the text's ends the program. */
static Verdict fault(GError *error, glong at) {
    if (error->domain != G_CONVERT_ERROR || error->code == G_CONVERT_ERROR_NO_MEMORY) fail(error->message);
    text.length = 0;
    append(&text, error->message, strlen(error->message) + 1);
    g_error_free(error);
    return (Verdict){at, text.data};
}

/* The result of so many units, or GLib's error and the number of units it names. */
static Verdict finish(Buffer *to, void *result, glong count, size_t unit, GError *error, glong at) {
    if (result == NULL) return fault(error, at);
    append(to, result, (size_t)count * unit);
    g_free(result);
    return (Verdict){.offset = OK};
}

static Verdict encode_utf_8(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    (void)codec;
    glong read = 0, written = 0;
    GError *error = NULL;
    gchar *result = g_ucs4_to_utf8(values, (glong)count, &read, &written, &error);
    return finish(to, result, written, sizeof *result, error, read);
}

/* A partial character at the end is an error only without items_read, so GLib is asked again where the fault is. */
static Verdict decode_utf_8(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    (void)codec;
    glong read = 0, written = 0;
    GError *error = NULL;
    gunichar *result = g_utf8_to_ucs4((const gchar *)bytes, (glong)length, NULL, &written, &error);
    if (result == NULL) g_free(g_utf8_to_ucs4((const gchar *)bytes, (glong)length, &read, NULL, NULL));
    return finish(to, result, written, sizeof *result, error, read);
}

static Verdict decode_validated(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    (void)codec;
    const gchar *start = (const gchar *)bytes, *end;
    if (!g_utf8_validate_len(start, length, &end)) return (Verdict){end - start, "g_utf8_validate_len"};
    glong written = 0;
    gunichar *result = g_utf8_to_ucs4_fast(start, (glong)length, &written);
    return finish(to, result, written, sizeof *result, NULL, NO_OFFSET);
}

static Verdict encode_utf_16(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    glong read = 0, written = 0;
    GError *error = NULL;
    gunichar2 *units = g_ucs4_to_utf16(values, (glong)count, &read, &written, &error);
    if (strcmp(codec->encoding, "utf-16-be") == 0)
        for (glong i = 0; i < written; i++) units[i] = GUINT16_TO_BE(units[i]);
    else
        for (glong i = 0; i < written; i++) units[i] = GUINT16_TO_LE(units[i]);
    return finish(to, units, written, sizeof *units, error, read);
}

/* No offset: of a high surrogate without its low one, GLib tells where the next unit is, not where the surrogate is. */
static Verdict decode_utf_16(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    static Buffer units; /* its length stays 0 */
    glong written = 0;
    GError *error = NULL;
    if (length % sizeof(gunichar2) != 0) return (Verdict){UNSUPPORTED, "half a code unit"};
    gunichar2 *unit = reserve(&units, length);
    size_t count = length / sizeof *unit;
    memcpy(unit, bytes, length);
    if (strcmp(codec->encoding, "utf-16-be") == 0)
        for (size_t i = 0; i < count; i++) unit[i] = GUINT16_FROM_BE(unit[i]);
    else
        for (size_t i = 0; i < count; i++) unit[i] = GUINT16_FROM_LE(unit[i]);
    gunichar *result = g_utf16_to_ucs4(unit, (glong)count, NULL, &written, &error);
    return finish(to, result, written, sizeof *result, error, NO_OFFSET);
}

int main(int argc, char **argv) {
    static const Codec validated[] = {{.encoding = "utf-8", .encode = encode_utf_8, .decode = decode_validated}};
    static const Codec codecs[] = {
        {.encoding = "utf-8", .encode = encode_utf_8, .decode = decode_utf_8},
        {.encoding = "utf-8-31bit", .encode = encode_utf_8, .decode = decode_utf_8},
        {.encoding = "utf-16-be", .encode = encode_utf_16, .decode = decode_utf_16},
        {.encoding = "utf-16-le", .encode = encode_utf_16, .decode = decode_utf_16},
    };
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("GLib %u.%u.%u\n", glib_major_version, glib_minor_version, glib_micro_version);
        return EXIT_SUCCESS;
    }
    if (argc == 2 && strcmp(argv[1], "validate") == 0) return serve(validated, sizeof validated / sizeof *validated);
    return serve(codecs, sizeof codecs / sizeof *codecs);
}
