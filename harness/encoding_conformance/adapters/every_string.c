/*
 * Asks a decoder or validator in a shared library for every string of some bytes, and compares what it says with tables.
 *
 *     every_string LIBRARY ENCODING SIZE FIRST LAST <tables >differences
 *
 * The strings that begin with one prefix, which has all bytes but the last, are a segment. The segments from FIRST to before
 * LAST are asked. A string stands before a page that may not be read. The tables are words of 64 bits: see every_string.py,
 * which writes them. At first and after some segments, a line says which segment is next, and of each kind of difference how
 * many strings there are until then, and which is the first. The number of a string is that of its bytes, the first of
 * which is the most significant.
 */

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../templates/c-library/conform.h"

enum { BYTES = 256, LONGEST = 8, ROOM = 64, STEP = 1 << 14 };

typedef int Decode(const char *, const uint8_t *, size_t, uint64_t *, size_t, size_t *, size_t *);
typedef int Validate(const char *, const uint8_t *, size_t, size_t *);

/* ---- the tables */

/* Where a byte leads, if it does not lead to the state with this number. */
enum { COMPLETE = 1 << 16, ILL_FORMED };

typedef struct {
    uint64_t mask, fixed; /* a byte has this pattern if its bits in the mask are these */
    uint64_t bits, shift; /* the bits that hold a part of the value, and how far it is moved */
} Pattern;

typedef struct {
    uint64_t size, minus;
    Pattern patterns[LONGEST];
} Row;

static uint64_t states, rows;
static uint64_t (*targets)[BYTES];
static Row *row;

static void *read_words(size_t count) {
    void *words = malloc(count * sizeof(uint64_t));
    if (words == NULL || fread(words, sizeof(uint64_t), count, stdin) != count) exit(EXIT_FAILURE);
    return words;
}

static void read_tables(void) {
    const uint64_t *head = read_words(2);
    states = head[0], rows = head[1];
    targets = read_words(states * BYTES);
    row = read_words(rows * (sizeof *row / sizeof(uint64_t)));
}

/* The value of a complete code: the row is the only one of this size whose patterns the bytes have. */
static uint64_t value_of(const uint8_t *code, size_t size) {
    for (const Row *each = row; each < row + rows; each++) {
        uint64_t value = each->minus;
        size_t i = 0;
        if (each->size != size) continue;
        for (; i < size && (code[i] & each->patterns[i].mask) == each->patterns[i].fixed; i++)
            value += (code[i] & each->patterns[i].bits) << each->patterns[i].shift;
        if (i == size) return value;
    }
    fprintf(stderr, "no row has a code that the machine reads\n");
    exit(EXIT_FAILURE);
}

/* ---- what is expected */

/* The last byte of a string: whether it completes a code, and the value of that code. */
typedef struct {
    bool completes;
    uint64_t value;
} Ending;

typedef struct {
    size_t count;            /* of whole codes */
    uint64_t values[LONGEST];
    size_t start;            /* of the code that is not complete, or ill-formed */
    const Ending *endings;   /* of each last byte; NULL if a code before it is ill-formed */
} Expected;

static void complete(const uint8_t *code, size_t size, uint64_t state, Ending *endings) {
    uint8_t bytes[LONGEST];
    memcpy(bytes, code, size);
    for (unsigned byte = 0; byte < BYTES; byte++) {
        bytes[size] = (uint8_t)byte;
        endings[byte].completes = targets[state][byte] == COMPLETE;
        if (endings[byte].completes) endings[byte].value = value_of(bytes, size + 1);
    }
}

/* What is expected of the strings with a prefix. The endings of codes of one or two bytes are kept. */
static Expected expect(const uint8_t *prefix, size_t size) {
    static Ending kept[BYTES + 1][BYTES], other[BYTES];
    static bool is_kept[BYTES + 1];
    Expected expected = {0};
    uint64_t state = 0;
    for (size_t i = 0; i < size; i++) {
        state = targets[state][prefix[i]];
        if (state == ILL_FORMED) return expected;
        if (state != COMPLETE) continue;
        expected.values[expected.count++] = value_of(prefix + expected.start, i + 1 - expected.start);
        expected.start = i + 1;
        state = 0;
    }
    const uint8_t *code = prefix + expected.start;
    size_t begun = size - expected.start, index = begun == 0 ? BYTES : code[0];
    expected.endings = begun > 1 ? other : kept[index];
    if (begun > 1 || !is_kept[index]) complete(code, begun, state, begun > 1 ? other : kept[index]);
    if (begun <= 1) is_kept[index] = true;
    return expected;
}

/* ---- what differs */

enum { ACCEPTED, REFUSED, OTHER_OFFSET, OTHER_VALUES, NO_ANSWER, KINDS, NONE };

static const char *encoding;
static Decode *decode;
static Validate *validate;

/* How the answer about a string differs. What is ill-formed may be rejected without an offset. */
static int difference(const uint8_t *string, size_t size, const Expected *expected, const Ending *ending) {
    uint64_t values[ROOM];
    size_t count = SIZE_MAX, offset = CONFORM_NOWHERE;
    int status = decode != NULL ? decode(encoding, string, size, values, ROOM, &count, &offset)
                                : validate(encoding, string, size, &offset);
    bool is_right = ending != NULL && ending->completes;
    if (status == CONFORM_REJECT) {
        if (is_right) return REFUSED;
        return offset == CONFORM_NOWHERE || offset == expected->start ? NONE : OTHER_OFFSET;
    }
    if (status != CONFORM_OK) return NO_ANSWER;
    if (!is_right) return ACCEPTED;
    if (decode == NULL) return NONE;
    if (count != expected->count + 1 || values[expected->count] != ending->value) return OTHER_VALUES;
    for (size_t i = 0; i < expected->count; i++)
        if (values[i] != expected->values[i]) return OTHER_VALUES;
    return NONE;
}

static void tell(uint64_t next, const uint64_t *found, const uint64_t *firsts) {
    printf("%llu", (unsigned long long)next);
    for (int kind = 0; kind < KINDS; kind++)
        printf(" %llu %llu", (unsigned long long)found[kind], (unsigned long long)firsts[kind]);
    printf("\n");
    fflush(stdout);
}

static void ask(size_t size, uint64_t first, uint64_t last) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + page, page, PROT_NONE) != 0) exit(EXIT_FAILURE);
    uint8_t *string = memory + page - size;
    uint64_t found[KINDS + 1] = {0}, firsts[KINDS + 1] = {0};
    tell(first, found, firsts);
    for (uint64_t segment = first; segment < last;) {
        for (size_t i = 0; i + 1 < size; i++) string[i] = (uint8_t)(segment >> 8 * (size - 2 - i));
        Expected expected = expect(string, size - 1);
        for (unsigned byte = 0; byte < BYTES; byte++) {
            string[size - 1] = (uint8_t)byte;
            int kind = difference(string, size, &expected, expected.endings == NULL ? NULL : expected.endings + byte);
            if (kind != NONE && found[kind]++ == 0) firsts[kind] = segment << 8 | byte;
        }
        if (++segment % STEP == 0 || segment == last) tell(segment, found, firsts);
    }
}

int main(int argc, char **argv) {
    if (argc != 6) return EXIT_FAILURE;
    void *library = dlopen(argv[1], RTLD_NOW);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return EXIT_FAILURE;
    }
    encoding = argv[2];
    *(void **)&decode = dlsym(library, "conform_decode");
    *(void **)&validate = dlsym(library, "conform_validate");
    if (decode == NULL && validate == NULL) {
        fprintf(stderr, "it has neither conform_decode nor conform_validate\n");
        return EXIT_FAILURE;
    }
    read_tables();
    ask(strtoull(argv[3], NULL, 10), strtoull(argv[4], NULL, 10), strtoull(argv[5], NULL, 10));
    return EXIT_SUCCESS;
}
