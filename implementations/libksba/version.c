/* Prints libksba's version. It is there if libksba is, so the manifest requires it: libksba has no program of its own. */

#include <ksba.h>
#include <stdio.h>

int main(void) { return printf("libksba %s\n", ksba_check_version(NULL)) < 0; }
