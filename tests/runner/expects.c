/* Prints what the loop of every_string.c expects: for each line with a string of hexadecimal digits, the values or an offset. */
#define main asks
#include "every_string.c"
#undef main

int main(int argc, char **argv) {
    if (argc != 2) return EXIT_FAILURE;
    FILE *strings = fopen(argv[1], "r");
    read_tables();
    for (char line[64]; fgets(line, sizeof line, strings) != NULL;) {
        uint8_t bytes[LONGEST];
        size_t size = 0;
        for (unsigned byte; sscanf(line + 2 * size, "%2x", &byte) == 1;) bytes[size++] = (uint8_t)byte;
        Expected expected = expect(bytes, size - 1);
        if (expected.endings == NULL || !expected.endings[bytes[size - 1]].completes) printf("reject %zu\n", expected.start);
        else {
            printf("ok");
            for (size_t i = 0; i < expected.count; i++) printf(" %llX", (unsigned long long)expected.values[i]);
            printf(" %llX\n", (unsigned long long)expected.endings[bytes[size - 1]].value);
        }
    }
    return EXIT_SUCCESS;
}
