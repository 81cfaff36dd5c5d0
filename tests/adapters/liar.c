/*
 * ASCII as a shared library, with the faults that the variable FAULTS names, with a `;` after each. Input whose second byte is an
 * `!` shows a fault: an `A` before it the first, a `B` the second. Everything else is answered correctly.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conform.h"

static int is_named(const char *fault, const char *faults, int index) {
    for (; faults != NULL; faults = strchr(faults, ';') ? strchr(faults, ';') + 1 : NULL)
        if (index-- == 0) return strncmp(faults, fault, strlen(fault)) == 0 && faults[strlen(fault)] == ';';
    return 0;
}

#ifndef WITHOUT_DECODE

__attribute__((constructor)) static void load(void) {
    if (is_named("loads slowly", getenv("FAULTS"), 0)) sleep(2);
    if (is_named("exits while it loads", getenv("FAULTS"), 0)) exit(3);
}

#define is(fault) is_named(fault, getenv("FAULTS"), bytes[0] - 'A')

static int lie(const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity, size_t *count, size_t *offset) {
    static volatile int calls;
    const volatile uint8_t *input = bytes; /* so that a read takes place */
    if (is("writes behind the capacity")) values[capacity] = 0;
    if (is("writes behind the result")) values[length] = 0;
    if (is("writes before its output")) values[-1] = 0;
    if (is("writes far before its output")) values[-100] = 0;
    if (is("ignores the capacity"))
        for (size_t i = 0; i < length; i++) values[i] = bytes[i];
    if (is("reads behind its input")) (void)input[length];
    if (is("reads before its input")) (void)input[-1];
    if (is("writes into its input")) *(uint8_t *)(uintptr_t)bytes = '?';
    if (is("wants aligned bytes") && (uintptr_t)bytes % 16 != 0) abort();
    if (is("wants aligned values") && (uintptr_t)values % 64 != 0) abort();
    if (is("hangs")) pause();
    if (is("shortens the harness's files")) {
        for (int file = 3; file < 30; file++) (void)!ftruncate(file, 0);
        abort();
    }
    if (is("exits")) exit(3);
    if (is("returns an unknown code")) return 7;
    if (is("says nothing of the count")) return CONFORM_OK;
    if (is("says that it wrote too much")) return *count = capacity + 1, CONFORM_OK;
    if (is("says that nothing is too little")) return *count = 0, CONFORM_TOO_SMALL;
    if (is("says that all room is too little")) return *count = capacity + 1, CONFORM_TOO_SMALL;
    if (is("asks for too much room")) return *count = SIZE_MAX / 2, CONFORM_TOO_SMALL;
    if (is("never has too little room") && capacity < length) return *count = capacity, CONFORM_OK;
    if (is("wants more room than it needs") && capacity < length + 1) return *count = length + 1, CONFORM_TOO_SMALL;
    if (is("leaves values unwritten")) return *count = length, CONFORM_OK;
    if (is("rejects behind its input")) return *offset = length + 1, CONFORM_REJECT;
    if (is("rejects now and then") && ++calls % 2 == 0) return *offset = 0, CONFORM_REJECT;
    if (is("rejects here and there")) return *offset = (size_t)(calls++ % 2), CONFORM_REJECT;
    if (is("rejects only with room")) return capacity < length ? (*count = 0, CONFORM_OK) : CONFORM_REJECT;
    return -1;
}

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset) {
    if (strcmp(encoding, "ascii") != 0) return CONFORM_UNSUPPORTED;
    if (length > 1 && bytes[1] == '!') {
        int told = lie(bytes, length, values, capacity, count, offset);
        if (told != -1) return told;
    }
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] > 0x7F) return *offset = i, CONFORM_REJECT;
        if (i < capacity) values[i] = bytes[i];
    }
    return (*count = length) <= capacity ? CONFORM_OK : CONFORM_TOO_SMALL;
}

int conform_validate(const char *encoding, const uint8_t *bytes, size_t length, size_t *offset) {
    (void)encoding;
    if (length > 1 && bytes[1] == '!') {
        const volatile uint8_t *input = bytes;
        if (is("reads behind its input")) return input[length] & 1;
        if (is("reads before its input")) return input[-1] & 1;
        if (is("writes into its input")) *(uint8_t *)(uintptr_t)bytes = '?';
        if (is("answers by the address")) return (uintptr_t)bytes & 1;
        if (is("returns an unknown code")) return 7;
        if (is("asks for room")) return CONFORM_TOO_SMALL;
        if (is("rejects behind its input")) return *offset = length + 1, CONFORM_REJECT;
    }
    for (size_t i = 0; i < length; i++)
        if (bytes[i] > 0x7F) return *offset = i, CONFORM_REJECT;
    return CONFORM_OK;
}

#endif

#ifndef WITHOUT_ENCODE

/* Every value takes 20 bytes, which is more than the room of the first call. */
int conform_encode(const char *encoding, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset) {
    (void)encoding;
    for (size_t i = 0; i < length; i++)
        if (values[i] > 0x7F) return CONFORM_REJECT;
    (void)offset;
    if ((*count = 20 * length) > capacity) return CONFORM_TOO_SMALL;
    for (size_t i = 0; i < *count; i++) bytes[i] = (uint8_t)values[i / 20];
    if (is_named("writes one too many at odd addresses", getenv("FAULTS"), 0) && (uintptr_t)bytes % 2 != 0) bytes[*count] = 0;
    return CONFORM_OK;
}

#endif
