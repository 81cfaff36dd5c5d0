// Checks a codec with exported test vectors: cc -O loader.c -o loader && ./loader DIR ascii
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 }; // no input and no result has more bytes or values
static const char *folder;
static uint64_t input[MOST], expected[MOST], got[MOST];

// Your codec goes here; this one is ASCII. It returns how many numbers it wrote, or -1 - the offset of the first fault.
static long decode(const uint64_t *bytes, long count, uint64_t *values) {
    for (long i = 0; i < count; i++) {
        if (bytes[i] > 0x7F) return -1 - i;
        values[i] = bytes[i];
    }
    return count;
}

static long encode(const uint64_t *values, long count, uint64_t *bytes) { return decode(values, count, bytes); }

// The numbers of a text such as `41 C2*3`; returns how many there are, or -1 if one of them takes more than 64 bits.
static long numbers_of(const char *text, uint64_t *numbers) {
    long count = 0;
    for (char *end; isxdigit((unsigned char)*text); text = *end == ' ' ? end + 1 : end) {
        errno = 0;
        uint64_t number = strtoull(text, &end, 16);
        if (errno || *end == '{') return -1;
        for (long times = *end == '*' ? strtol(end + 1, &end, 10) : 1; times > 0; times--) numbers[count++] = number;
    }
    return count;
}

// The same for what follows `"input` or `"result`: the text itself, or the file with it.
static long sequence(const char *at, uint64_t *numbers) {
    static char path[4096], *text;
    static size_t room;
    if (*at == '"') return numbers_of(at + strlen("\":\""), numbers);
    at += strlen("_file\":\"");
    snprintf(path, sizeof path, "%s/%.*s", folder, (int)strcspn(at, "\""), at);
    FILE *file = fopen(path, "r");
    if (!file || getline(&text, &room, file) < 0) exit(2);
    fclose(file);
    return numbers_of(text, numbers);
}

// 0 if the codec does what a line permits, 1 if not, 2 if the test vector is beyond 64 bits.
static int check(const char *line) {
    long count = sequence(strstr(line, "\"input") + strlen("\"input"), input);
    if (count < 0) return 2;
    long result = (strstr(line, "\"operation\":\"decode\"") ? decode : encode)(input, count, got);
    int failed = result >= 0 || !strstr(line, "\"may_refuse\":true");
    const char *end = strstr(line, "],\"may_refuse\""), *ok = "{\"outcome\":\"ok\",\"result", *reject = "\"reject\",\"offset\":";
    for (const char *at = line; (at = strstr(at, "{\"outcome\":")) && at < end; at++) {
        if (!strncmp(at, ok, strlen(ok))) {
            long wanted = sequence(at + strlen(ok), expected);
            if (wanted < 0) return 2;
            if (result == wanted && !memcmp(got, expected, (size_t)wanted * sizeof *expected)) failed = 0;
        } else if (result < 0) {
            const char *offset = strstr(at, reject) + strlen(reject);
            if (*offset == 'n' || strtol(offset, NULL, 10) == -1 - result) failed = 0;
        }
    }
    return failed;
}

// Prints a text of a line: what follows a name in it, up to the next quote.
static void show(const char *line, const char *name, char after) {
    const char *text = strstr(strstr(line, name), "\":\"") + strlen("\":\"");
    printf("%.*s%c", (int)strcspn(text, "\""), text, after);
}

int main(int argc, char **argv) {
    static char path[4096], *line;
    size_t room = 0;
    int counts[3] = {0, 0, 0};
    if (argc != 3) return fprintf(stderr, "usage: ./loader DIR ENCODING\n"), 2;
    folder = argv[1];
    snprintf(path, sizeof path, "%s/%s.jsonl", folder, argv[2]);
    FILE *file = fopen(path, "r");
    if (!file) return fprintf(stderr, "cannot read %s\n", path), 2;
    while (getline(&line, &room, file) > 0) {
        int found = check(line);
        counts[found]++;
        if (found != 1) continue;
        printf("FAIL ");
        show(line, "\"id", ' ');
        show(line, "\"operation", ' ');
        show(line, "\"input", '\n');
    }
    printf("%d passed, %d failed, %d beyond 64 bits\n", counts[0], counts[1], counts[2]);
    return counts[1] > 0;
}
