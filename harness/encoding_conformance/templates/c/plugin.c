/*
 * A plug-in for conform. It does ASCII: replace encode and decode with your codec. The code below them speaks
 * the plug-in protocol, version 1 (docs/plug-ins.md), and can stay as it is.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENCODING "ascii" /* the id, as in implementation.yaml */

#define SOMEWHERE SIZE_MAX /* what encode and decode return if they reject the input, but do not report the place */

enum {
    BYTES_OF_VALUE = 1, /* at most, in this encoding */
    READ_SIZE = 1 << 16
};

/*
 * YOUR CODEC: encodes values, and tells in *size how many bytes it wrote. Returns how many values it took: all; or,
 * if it rejects, the index of the first that cannot be encoded, or SOMEWHERE. A value that no uint64_t holds comes as UINT64_MAX.
 */
static size_t encode(const uint64_t *values, size_t count, uint8_t *bytes, size_t *size)
{
    size_t taken = 0;
    for (*size = 0; taken < count && values[taken] <= 0x7F; taken++)
        bytes[(*size)++] = (uint8_t)values[taken];
    return taken;
}

/*
 * YOUR CODEC: decodes bytes, and tells in *count how many values it wrote, one a byte at most. Returns how many bytes
 * it took: all; or, if it rejects, the offset at which the first ill-formed sequence begins, or SOMEWHERE.
 */
static size_t decode(const uint8_t *bytes, size_t size, uint64_t *values, size_t *count)
{
    size_t taken = 0;
    for (*count = 0; taken < size && bytes[taken] <= 0x7F; taken++)
        values[(*count)++] = bytes[taken];
    return taken;
}

/* ---- The protocol. */

static void *room(void *old, size_t size)
{
    void *memory = realloc(old, size);
    if (!memory) {
        perror("plugin");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static size_t parse_values(const char *field, uint64_t *values)
{
    size_t count = 0;
    for (char *end; *field != '-'; field = end + 1) {
        values[count++] = strtoull(field, &end, 16);
        if (*end != ',')
            break;
    }
    return count;
}

static size_t parse_bytes(const char *field, uint8_t *bytes)
{
    size_t size = 0;
    for (; *field != '-' && *field; field += 2)
        bytes[size++] = (uint8_t)strtoul((char[]){field[0], field[1], 0}, NULL, 16);
    return size;
}

static void reject(size_t offset)
{
    if (offset == SOMEWHERE)
        printf("reject");
    else
        printf("reject %zu", offset);
}

static void reply_to_encode(const char *field)
{
    size_t most = strlen(field) / 2 + 1, size; /* a value has a digit and a comma */
    uint64_t *values = room(NULL, most * sizeof *values);
    uint8_t *bytes = room(NULL, most * BYTES_OF_VALUE);
    size_t count = parse_values(field, values), taken = encode(values, count, bytes, &size);
    if (taken != count) {
        reject(taken);
    } else {
        printf("ok %s", size ? "" : "-");
        for (size_t i = 0; i < size; i++)
            printf("%02X", bytes[i]);
    }
    free(values);
    free(bytes);
}

static void reply_to_decode(const char *field)
{
    size_t most = strlen(field) / 2 + 1, count;
    uint8_t *bytes = room(NULL, most);
    uint64_t *values = room(NULL, most * sizeof *values);
    size_t size = parse_bytes(field, bytes), taken = decode(bytes, size, values, &count);
    if (taken != size) {
        reject(taken);
    } else {
        printf("ok %s", count ? "" : "-");
        for (size_t i = 0; i < count; i++)
            printf("%s%" PRIX64, i ? "," : "", values[i]);
    }
    free(bytes);
    free(values);
}

/* With several encodings, hello names them all, separated by commas, and the third word says which is meant. */
static void answer(char *line)
{
    const char *id = strtok(line, " "), *word = strtok(NULL, " "), *encoding = strtok(NULL, " ");
    const char *field = strtok(NULL, " ");
    printf("%s ", id);
    if (strcmp(word, "hello") == 0)
        printf("ok 1 " ENCODING);
    else if (strcmp(encoding, ENCODING) != 0)
        printf("unsupported encoding");
    else if (strcmp(word, "encode") == 0)
        reply_to_encode(field);
    else
        reply_to_decode(field);
    putchar('\n');
}

/* Answers all that was read before it reads more, so that no reply waits while no input does. */
int main(void)
{
    char *input = room(NULL, READ_SIZE);
    size_t size = 0;
    ssize_t count;
    while ((count = read(STDIN_FILENO, input + size, READ_SIZE)) > 0) {
        size += (size_t)count;
        char *line = input, *end;
        for (; (end = memchr(line, '\n', size - (size_t)(line - input))); line = end + 1) {
            *end = '\0';
            answer(line);
        }
        size -= (size_t)(line - input);
        memmove(input, line, size);
        input = room(input, size + READ_SIZE);
        fflush(stdout);
    }
    free(input);
    return count == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
