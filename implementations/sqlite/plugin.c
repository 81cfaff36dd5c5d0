/*
 * SQLite's texts, which are UTF-8 or UTF-16.
 *
 * Encode is SQL: char() makes a text of code points, and a cast to BLOB gives its bytes in the database's encoding, so
 * there is a database in memory for each encoding. Decode binds the bytes as a text in their encoding and takes it out
 * in the other form, which makes SQLite convert: UTF-8 as UTF-16, UTF-16 as UTF-8.
 */

#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol.h"

static const char ENCODE[] = "SELECT CAST(coalesce(group_concat(char(value), ''), '') AS BLOB) FROM json_each(?)";
static const char DECODE[] = "SELECT ?";

enum { ENCODER, DECODER }; /* the statements of a codec */

static sqlite3_stmt *statement(const Codec *codec, int which) { return codec->handles[which]; }

/* SQLite has no error for a text, so each error is the program's. */
static void check(bool good, sqlite3_stmt *asked) {
    if (!good) fail(sqlite3_errmsg(sqlite3_db_handle(asked)));
}

/* ---- encode */

static Verdict encode(const Codec *codec, const uint32_t *values, size_t count, Buffer *to) {
    static Buffer list; /* the values in JSON */
    sqlite3_stmt *asked = statement(codec, ENCODER);
    list.length = 0;
    append(&list, "[", 1);
    for (size_t i = 0; i < count; i++) {
        char *number = reserve(&list, sizeof ",4294967295");
        list.length += (size_t)sprintf(number, "%s%u", i > 0 ? "," : "", values[i]);
    }
    append(&list, "]", 1);
    check(sqlite3_bind_text64(asked, 1, list.data, list.length, SQLITE_STATIC, SQLITE_UTF8) == SQLITE_OK, asked);
    check(sqlite3_step(asked) == SQLITE_ROW, asked);
    size_t length = (size_t)sqlite3_column_bytes(asked, 0);
    if (length > 0) append(to, sqlite3_column_blob(asked, 0), length);
    sqlite3_reset(asked);
    return (Verdict){.offset = OK};
}

/* ---- decode */

/* The values of what SQLite calls UTF-16: whole units, of which a high and a low surrogate are one value. */
static void append_utf_16(Buffer *to, const uint16_t *units, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t unit = units[i];
        bool pair = unit >> 10 == 0xD800 >> 10 && i + 1 < count && units[i + 1] >> 10 == 0xDC00 >> 10;
        append_value(to, pair ? 0x10000 + ((unit & 0x3FF) << 10) + (units[++i] & 0x3FF) : unit);
    }
}

/* The values of what SQLite calls UTF-8: it writes one to four bytes, also of a surrogate. */
static void append_utf_8(Buffer *to, const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count;) {
        uint32_t value = bytes[i++];
        if (value >= 0xF0) value &= 0x07;
        else if (value >= 0xE0) value &= 0x0F;
        else if (value >= 0xC0) value &= 0x1F;
        while (i < count && bytes[i] >> 6 == 2) value = value << 6 | (bytes[i++] & 0x3F);
        append_value(to, value);
    }
}

static void bind_and_step(sqlite3_stmt *asked, const unsigned char *bytes, size_t length, unsigned char encoding) {
    check(sqlite3_bind_text64(asked, 1, (const char *)bytes, length, SQLITE_STATIC, encoding) == SQLITE_OK, asked);
    check(sqlite3_step(asked) == SQLITE_ROW, asked);
}

static Verdict decode_utf_8(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    sqlite3_stmt *asked = statement(codec, DECODER);
    bind_and_step(asked, bytes, length, SQLITE_UTF8);
    const uint16_t *units = sqlite3_column_text16(asked, 0);
    append_utf_16(to, units, (size_t)sqlite3_column_bytes16(asked, 0) / sizeof *units);
    sqlite3_reset(asked);
    return (Verdict){.offset = OK};
}

static Verdict decode_utf_16(const Codec *codec, const unsigned char *bytes, size_t length, Buffer *to) {
    sqlite3_stmt *asked = statement(codec, DECODER);
    bool big_endian = strcmp(codec->encoding, "utf-16-be") == 0;
    bind_and_step(asked, bytes, length, big_endian ? SQLITE_UTF16BE : SQLITE_UTF16LE);
    const unsigned char *text = sqlite3_column_text(asked, 0);
    append_utf_8(to, text, (size_t)sqlite3_column_bytes(asked, 0));
    sqlite3_reset(asked);
    return (Verdict){.offset = OK};
}

/* ---- the databases */

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
    sqlite3_stmt *prepared = NULL;
    if (sqlite3_prepare_v2(database, sql, -1, &prepared, NULL) != SQLITE_OK) fail(sqlite3_errmsg(database));
    return prepared;
}

static void open_database(Codec *codec) {
    sqlite3 *database = NULL;
    if (sqlite3_open(":memory:", &database) != SQLITE_OK) fail("cannot open a database in memory");
    if (sqlite3_exec(database, codec->name, NULL, NULL, NULL) != SQLITE_OK) fail(sqlite3_errmsg(database));
    codec->handles[ENCODER] = prepare(database, ENCODE);
    codec->handles[DECODER] = prepare(database, DECODE);
}

int main(int argc, char **argv) {
    static Codec codecs[] = {
        {.encoding = "utf-8", .encode = encode, .decode = decode_utf_8, .name = "PRAGMA encoding = 'UTF-8'"},
        {.encoding = "utf-16-be", .encode = encode, .decode = decode_utf_16, .name = "PRAGMA encoding = 'UTF-16be'"},
        {.encoding = "utf-16-le", .encode = encode, .decode = decode_utf_16, .name = "PRAGMA encoding = 'UTF-16le'"},
    };
    const size_t count = sizeof codecs / sizeof *codecs;
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("SQLite %s\n", sqlite3_libversion());
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; i < count; i++) open_database(&codecs[i]);
    return serve(codecs, count);
}
