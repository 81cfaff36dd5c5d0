/*
 * ICU's converters as a shared library, to be read alongside ../icu/plugin.c, which asks the same of a process.
 *
 * ICU reads the bytes of a decode, and writes those of an encode, where they are. Between its strings of UTF-16 and
 * values of 64 bits stands a buffer of this file.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

#include "../icu/converters.h"
#include "conform.h"

enum { PIECE_SIZE = 4096 }; /* of what goes into a converter, or is dropped, at a time */

/* ICU failed for another reason than the text. */
static _Noreturn void fail(const char *what) {
    fprintf(stderr, "plugin: %s\n", what);
    abort();
}

/* ---- the UTF-16 of the call under way */

static UChar *units;
static size_t units_count, units_capacity;

static UChar *reserve_units(size_t more) {
    if (units == NULL || units_capacity - units_count < more) {
        units_capacity = 2 * units_capacity + more + 1;
        units = realloc(units, units_capacity * sizeof *units);
        if (units == NULL) fail("out of memory");
    }
    return units + units_count;
}

/* False if there is no such UTF-16 string: a value is too large, or two surrogates would become one character. */
static bool units_from_values(const uint64_t *values, size_t count) {
    units_count = 0;
    UChar *to = reserve_units(2 * count), *start = to;
    for (size_t i = 0; i < count; i++) {
        if (values[i] > UCHAR_MAX_VALUE) return false;
        UChar32 value = (UChar32)values[i];
        if (to > start && U16_IS_LEAD(to[-1]) && U16_IS_TRAIL(value)) return false;
        if (U_IS_SUPPLEMENTARY(value)) {
            *to++ = U16_LEAD(value);
            *to++ = U16_TRAIL(value);
        } else *to++ = (UChar)value;
    }
    units_count = (size_t)(to - start);
    return true;
}

/* ---- converters */

static struct {
    const char *encoding, *name;
    UConverter *converter;
} converters[] = {
#define CONVERTER(encoding_, name_) {.encoding = encoding_, .name = name_},
    FOR_EACH_CONVERTER(CONVERTER)
};

enum { CONVERTERS = sizeof converters / sizeof *converters };

static UConverter *open_converter(const char *name) {
    UErrorCode error = U_ZERO_ERROR;
    UConverter *converter = ucnv_open(name, &error);
    ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_STOP, NULL, NULL, NULL, &error);
    ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &error);
    if (U_FAILURE(error)) fail(name);
    ucnv_setFallback(converter, false);
    return converter;
}

/* The freshly reset converter of an encoding. */
static UConverter *converter_of(const char *encoding) {
    for (size_t i = 0; i < CONVERTERS; i++) {
        if (strcmp(converters[i].encoding, encoding) != 0) continue;
        if (converters[i].converter == NULL) converters[i].converter = open_converter(converters[i].name);
        ucnv_reset(converters[i].converter);
        return converters[i].converter;
    }
    fail(encoding);
}

/*
 * A fault of the text is a rejection. ICU names the items at fault, and the offset is that of the first; where it names
 * none, there is no offset.
 */
static int rejection(UErrorCode error, size_t at_fault, size_t at, size_t *offset) {
    if (error != U_ILLEGAL_CHAR_FOUND && error != U_INVALID_CHAR_FOUND && error != U_TRUNCATED_CHAR_FOUND)
        fail(u_errorName(error));
    if (at_fault > 0) *offset = at;
    return CONFORM_REJECT;
}

/* ---- the interface */

int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset) {
    if (!units_from_values(values, length)) return CONFORM_UNSUPPORTED;
    UConverter *converter = converter_of(encoding);
    const UChar *source = units, *end = units + units_count;
    char *start = (char *)bytes, *target = start, dropped[PIECE_SIZE];
    UErrorCode error = U_ZERO_ERROR;
    ucnv_fromUnicode(converter, &target, start + capacity, &source, end, NULL, true, &error);
    for (*count = (size_t)(target - start); error == U_BUFFER_OVERFLOW_ERROR; *count += (size_t)(target - dropped)) {
        error = U_ZERO_ERROR;
        target = dropped;
        ucnv_fromUnicode(converter, &target, dropped + PIECE_SIZE, &source, end, NULL, true, &error);
    }
    if (U_SUCCESS(error)) return *count > capacity ? CONFORM_TOO_SMALL : CONFORM_OK;
    UChar invalid[INT8_MAX];
    int8_t at_fault = INT8_MAX;
    UErrorCode unknown = U_ZERO_ERROR;
    ucnv_getInvalidUChars(converter, invalid, &at_fault, &unknown);
    if (U_FAILURE(unknown)) at_fault = 0;
    return rejection(error, (size_t)at_fault, (size_t)u_countChar32(units, (int32_t)(source - units) - at_fault), offset);
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset) {
    UConverter *converter = converter_of(encoding);
    const char *start = (const char *)bytes, *source = start;
    UErrorCode error;
    units_count = 0;
    do {
        error = U_ZERO_ERROR;
        UChar *from = reserve_units(PIECE_SIZE), *target = from;
        ucnv_toUnicode(converter, &target, from + PIECE_SIZE, &source, start + length, NULL, true, &error);
        units_count += (size_t)(target - from);
    } while (error == U_BUFFER_OVERFLOW_ERROR);
    if (U_FAILURE(error)) {
        char invalid[INT8_MAX];
        int8_t at_fault = INT8_MAX;
        UErrorCode unknown = U_ZERO_ERROR;
        ucnv_getInvalidChars(converter, invalid, &at_fault, &unknown);
        if (U_FAILURE(unknown)) at_fault = 0;
        return rejection(error, (size_t)at_fault, (size_t)(source - start) - (size_t)at_fault, offset);
    }
    *count = 0;
    for (size_t i = 0; i < units_count; ++*count) {
        UChar32 value;
        U16_NEXT(units, i, units_count, value);
        if (*count < capacity) values[*count] = (uint64_t)value;
    }
    return *count > capacity ? CONFORM_TOO_SMALL : CONFORM_OK;
}
