/* A decoder in a shared library, called with every string of four bytes of a range, and nothing else: bare LIBRARY FIRST LAST */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int (*decode)(const char *, const uint8_t *, size_t, uint64_t *, size_t, size_t *, size_t *);
    void *library = dlopen(argv[argc - 3], RTLD_NOW);
    if (library == NULL) return EXIT_FAILURE;
    *(void **)&decode = dlsym(library, "conform_decode");
    unsigned long first = strtoul(argv[argc - 2], NULL, 10) << 8, last = strtoul(argv[argc - 1], NULL, 10) << 8, sum = 0;
    for (unsigned long string = first; string < last; string++) {
        uint8_t bytes[4] = {(uint8_t)(string >> 24), (uint8_t)(string >> 16), (uint8_t)(string >> 8), (uint8_t)string};
        uint64_t values[64];
        size_t count, offset = SIZE_MAX;
        sum += (unsigned long)decode("utf-8", bytes, sizeof bytes, values, 64, &count, &offset);
    }
    printf("%lu\n", sum);
    return EXIT_SUCCESS;
}
