/*
 * ICU's converters, asked through version 1 of the plug-in protocol.
 *
 * Each request gives the whole text to a freshly reset converter that stops at the first fault; what ICU then
 * says is passed on as it is, with the name of its error as the free text. ICU's strings are UTF-16, so
 * values that no UTF-16 string holds are answered with "unsupported" before ICU sees them.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>
#include <unicode/uversion.h>

enum {
    MAX_CODE_POINT = UCHAR_MAX_VALUE,
    READ_SIZE = 1 << 16, /* bytes asked of standard input at a time */
    PIECE_SIZE = 4096    /* code units taken out of a converter at a time */
};

typedef struct {
    const char *encoding; /* the id in the protocol */
    const char *name;     /* ICU's name */
    UConverter *converter;
} Codec;

static Codec codecs[] = {
    {"ascii", "US-ASCII", NULL},
    {"bocu-1", "BOCU-1", NULL},
    {"cp437", "ibm-437_P100-1995", NULL}, /* ICU's only table of code page 437 */
    {"iso-8859-1", "ISO-8859-1", NULL},
    {"iso-8859-2", "ISO-8859-2", NULL},
    {"iso-8859-3", "ISO-8859-3", NULL},
    {"iso-8859-4", "ISO-8859-4", NULL},
    {"iso-8859-5", "ISO-8859-5", NULL},
    {"iso-8859-6", "ISO-8859-6", NULL},
    {"iso-8859-7", "ISO-8859-7", NULL},
    {"iso-8859-8", "ISO-8859-8", NULL},
    {"iso-8859-9", "ISO-8859-9", NULL},
    {"iso-8859-10", "ISO-8859-10", NULL},
    {"iso-8859-11", "ISO-8859-11", NULL},
    {"iso-8859-13", "ISO-8859-13", NULL},
    {"iso-8859-14", "ISO-8859-14", NULL},
    {"iso-8859-15", "ISO-8859-15", NULL},
    {"utf-8", "UTF-8", NULL},
    {"utf-16-be", "UTF-16BE", NULL},
    {"utf-16-le", "UTF-16LE", NULL},
    {"utf-32-be", "UTF-32BE", NULL},
    {"utf-32-le", "UTF-32LE", NULL},
};

static Codec *const codecs_end = codecs + sizeof codecs / sizeof *codecs;

static void fail(const char *what) {
    fprintf(stderr, "plugin: %s\n", what);
    exit(EXIT_FAILURE);
}

/* ---- growing buffers */

typedef struct {
    char *data;
    size_t length, capacity;
} Buffer;

/* Makes room for so many more bytes and returns where they go; the length stays. */
static char *reserve(Buffer *buffer, size_t more) {
    if (buffer->capacity - buffer->length < more) {
        buffer->capacity = 2 * buffer->capacity + more;
        buffer->data = realloc(buffer->data, buffer->capacity);
        if (buffer->data == NULL) fail("out of memory");
    }
    return buffer->data + buffer->length;
}

static void append(Buffer *buffer, const void *data, size_t length) {
    memcpy(reserve(buffer, length), data, length);
    buffer->length += length;
}

static void append_text(Buffer *buffer, const char *text) { append(buffer, text, strlen(text)); }

static void append_unit(Buffer *buffer, UChar unit) { append(buffer, &unit, sizeof unit); }

static const UChar *units_of(const Buffer *buffer) { return (const UChar *)buffer->data; }

static size_t count_units(const Buffer *buffer) { return buffer->length / sizeof(UChar); }

/* ---- fields: hexadecimal on the wire, bytes and UTF-16 in memory */

static Buffer output, bytes, units; /* bytes and units are those of the request under way */

static int digit_value(char c) {
    if ('0' <= c && c <= '9') return c - '0';
    if ('A' <= c && c <= 'F') return c - 'A' + 10;
    if ('a' <= c && c <= 'f') return c - 'a' + 10;
    return -1;
}

/* Reads pairs of digits, up to a cut or the end, into bytes; returns where it stopped, or NULL. */
static const char *read_piece(const char *field) {
    bytes.length = 0;
    reserve(&bytes, strcspn(field, "/") / 2 + 1);
    while (*field != '\0' && *field != '/') {
        int high = digit_value(field[0]), low = high < 0 ? -1 : digit_value(field[1]);
        if (low < 0) return NULL;
        bytes.data[bytes.length++] = (char)(high << 4 | low);
        field += 2;
    }
    return field;
}

typedef enum { READ, MALFORMED, TOO_LARGE, JOINS } Reading;

/* Reads a VALUES field into units. Anything but READ says why there is no such UTF-16 string. */
static Reading read_values(const char *field) {
    Reading reading = READ;
    units.length = 0;
    reserve(&units, 1);
    if (strcmp(field, "-") == 0) return READ;
    for (bool after_lead = false;; field++) {
        if (digit_value(*field) < 0) return MALFORMED;
        uint32_t value = 0;
        for (int digit; (digit = digit_value(*field)) >= 0; field++)
            if (value <= MAX_CODE_POINT) value = value << 4 | (uint32_t)digit;
        if (value > MAX_CODE_POINT) {
            reading = TOO_LARGE;
        } else if (value > 0xFFFF) {
            append_unit(&units, U16_LEAD(value));
            append_unit(&units, U16_TRAIL(value));
        } else {
            if (after_lead && U16_IS_TRAIL(value)) reading = JOINS;
            append_unit(&units, (UChar)value);
        }
        after_lead = U16_IS_LEAD(value);
        if (*field == '\0') return reading;
        if (*field != ',') return MALFORMED;
    }
}

static void write_bytes(void) {
    static const char digits[] = "0123456789ABCDEF";
    if (bytes.length == 0) append_text(&output, "-");
    char *to = reserve(&output, 2 * bytes.length);
    for (size_t i = 0; i < bytes.length; i++) {
        unsigned char byte = (unsigned char)bytes.data[i];
        *to++ = digits[byte >> 4];
        *to++ = digits[byte & 0xF];
    }
    output.length += 2 * bytes.length;
}

static void write_values(void) {
    const UChar *text = units_of(&units);
    size_t count = count_units(&units);
    if (count == 0) append_text(&output, "-");
    for (size_t i = 0; i < count;) {
        UChar32 value;
        char digits[sizeof ",10FFFF"];
        bool first = i == 0;
        U16_NEXT(text, i, count, value);
        append(&output, digits, (size_t)sprintf(digits, first ? "%X" : ",%X", (unsigned)value));
    }
}

/*
 * A fault of the text is a rejection; any other failure of ICU is not the text's and ends the program.
 * ICU names the units at fault, and the offset is that of the first; where it names none, there is no offset.
 */
static void write_rejection(UErrorCode error, size_t at_fault, size_t offset) {
    char text[sizeof "18446744073709551615"] = "-";
    if (error != U_ILLEGAL_CHAR_FOUND && error != U_INVALID_CHAR_FOUND && error != U_TRUNCATED_CHAR_FOUND)
        fail(u_errorName(error));
    if (at_fault > 0) sprintf(text, "%zu", offset);
    append_text(&output, "reject ");
    append_text(&output, text);
    append_text(&output, " ");
    append_text(&output, u_errorName(error));
}

/* ---- encode and decode */

/* Encodes units into bytes. Returns the number of units that ICU took. */
static size_t convert_from_units(UConverter *converter, UErrorCode *error) {
    const UChar *start = units_of(&units), *source = start, *end = start + count_units(&units);
    bytes.length = 0;
    do {
        *error = U_ZERO_ERROR;
        char *target = reserve(&bytes, PIECE_SIZE);
        ucnv_fromUnicode(converter, &target, target + PIECE_SIZE, &source, end, NULL, true, error);
        bytes.length = (size_t)(target - bytes.data);
    } while (*error == U_BUFFER_OVERFLOW_ERROR);
    return (size_t)(source - start);
}

/* Decodes bytes, one piece of the input, onto the end of units. Returns the number of bytes that ICU took. */
static size_t convert_to_units(UConverter *converter, bool last, UErrorCode *error) {
    const char *start = bytes.data, *source = start, *end = start + bytes.length;
    do {
        *error = U_ZERO_ERROR;
        UChar *target = (UChar *)reserve(&units, PIECE_SIZE * sizeof(UChar));
        UChar *limit = target + PIECE_SIZE;
        ucnv_toUnicode(converter, &target, limit, &source, end, NULL, last, error);
        units.length = (size_t)((char *)target - units.data);
    } while (*error == U_BUFFER_OVERFLOW_ERROR);
    return (size_t)(source - start);
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

static void encode(UConverter *converter, const char *field) {
    UErrorCode error;
    switch (read_values(field)) {
    case MALFORMED: append_text(&output, "unsupported field"); return;
    case TOO_LARGE: append_text(&output, "unsupported value above U+10FFFF"); return;
    case JOINS: append_text(&output, "unsupported surrogates that UTF-16 joins"); return;
    case READ: break;
    }
    size_t taken = convert_from_units(converter, &error);
    if (U_FAILURE(error)) {
        size_t at_fault = count_invalid_units(converter);
        int32_t values = u_countChar32(units_of(&units), (int32_t)(taken - at_fault));
        write_rejection(error, at_fault, (size_t)values);
        return;
    }
    append_text(&output, "ok ");
    write_bytes();
}

static void decode(UConverter *converter, const char *field) {
    UErrorCode error = U_ZERO_ERROR;
    size_t taken = 0;
    bool cut = strchr(field, '/') != NULL;
    units.length = 0;
    if (strcmp(field, "-") == 0) field = "";
    for (bool last = false; !last && U_SUCCESS(error); field++) {
        field = read_piece(field);
        if (field == NULL) {
            append_text(&output, "unsupported field");
            return;
        }
        last = *field == '\0';
        taken += convert_to_units(converter, last, &error);
    }
    if (U_FAILURE(error)) {
        /* Bytes of a piece before that ICU takes back and reads again are counted twice, so it tells no offset. */
        size_t at_fault = cut ? 0 : count_invalid_bytes(converter);
        write_rejection(error, at_fault, taken - at_fault);
        return;
    }
    append_text(&output, "ok ");
    write_values();
}

/* ---- the protocol */

static void open_converters(void) {
    for (Codec *codec = codecs; codec < codecs_end; codec++) {
        UErrorCode error = U_ZERO_ERROR;
        codec->converter = ucnv_open(codec->name, &error);
        ucnv_setFromUCallBack(codec->converter, UCNV_FROM_U_CALLBACK_STOP, NULL, NULL, NULL, &error);
        ucnv_setToUCallBack(codec->converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &error);
        if (U_FAILURE(error)) fail(codec->name);
        ucnv_setFallback(codec->converter, false);
    }
}

static UConverter *find_converter(const char *encoding) {
    for (Codec *codec = codecs; codec < codecs_end; codec++)
        if (strcmp(codec->encoding, encoding) == 0) {
            ucnv_reset(codec->converter);
            return codec->converter;
        }
    return NULL;
}

static void hello(const char *version) {
    if (version == NULL || strcmp(version, "1") != 0) {
        append_text(&output, "unsupported version of the protocol");
        return;
    }
    append_text(&output, "ok 1 ");
    for (Codec *codec = codecs; codec < codecs_end; codec++) {
        if (codec != codecs) append_text(&output, ",");
        append_text(&output, codec->encoding);
    }
    append_text(&output, " chunks");
}

static void answer(char *line) {
    char *id = strsep(&line, " "), *operation = strsep(&line, " ");
    char *encoding = strsep(&line, " "), *field = strsep(&line, " ");
    if (operation == NULL || *id == '\0' || id[strspn(id, "0123456789")] != '\0') {
        fprintf(stderr, "no request: %.80s\n", id); /* there is no id to reply to */
        return;
    }
    append_text(&output, id);
    append_text(&output, " ");
    if (strcmp(operation, "hello") == 0 && field == NULL) {
        hello(encoding);
    } else if (field == NULL || line != NULL) {
        append_text(&output, "unsupported request");
    } else {
        UConverter *converter = find_converter(encoding);
        if (converter == NULL) append_text(&output, "unsupported encoding");
        else if (strcmp(operation, "encode") == 0) encode(converter, field);
        else if (strcmp(operation, "decode") == 0) decode(converter, field);
        else append_text(&output, "unsupported operation");
    }
    append_text(&output, "\n");
}

static void write_output(void) {
    for (size_t done = 0; done < output.length;) {
        ssize_t count = write(STDOUT_FILENO, output.data + done, output.length - done);
        if (count < 0 && errno != EINTR) fail("cannot write");
        if (count > 0) done += (size_t)count;
    }
    output.length = 0;
}

/* Reads as much as there is and answers it in one go, so that no reply waits while no input does. */
static void serve(void) {
    Buffer input = {0};
    for (;;) {
        char *fresh = reserve(&input, READ_SIZE);
        ssize_t count = read(STDIN_FILENO, fresh, READ_SIZE);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail("cannot read");
        if (count == 0) break;
        char *line = input.data, *end = fresh + count;
        for (char *stop; (stop = memchr(fresh, '\n', (size_t)(end - fresh))) != NULL;) {
            *stop = '\0';
            answer(line);
            line = fresh = stop + 1;
        }
        input.length = (size_t)(end - line);
        memmove(input.data, line, input.length);
        write_output();
    }
    free(input.data);
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
    open_converters();
    serve();
    for (Codec *codec = codecs; codec < codecs_end; codec++) ucnv_close(codec->converter);
    free(output.data);
    free(bytes.data);
    free(units.data);
    return EXIT_SUCCESS;
}
