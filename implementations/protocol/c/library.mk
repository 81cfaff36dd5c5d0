# Builds a plug-in in C as a shared library. The Makefile that includes it says what its library is: PACKAGES, names for
# pkg-config.

CFLAGS ?= -O2 -Wall -Wextra
INTERFACE := $(dir $(lastword $(MAKEFILE_LIST)))../../../harness/encoding_conformance/templates/c-library
ASK = $(if $(PACKAGES),$$(pkg-config $1 $(PACKAGES)))

libplugin.so: plugin.c $(INTERFACE)/conform.h
	$(CC) $(CPPFLAGS) -I$(INTERFACE) $(CFLAGS) $(call ASK,--cflags) -fPIC -shared -fvisibility=hidden -o $@ $(filter %.c,$^) \
		$(LDFLAGS) $(LDLIBS) $(call ASK,--libs)

# Is what the build needs there?
.PHONY: ready
ready:
	@command -v $(CC)
	@$(if $(PACKAGES),pkg-config --exists $(PACKAGES))

.PHONY: clean
clean:
	$(RM) libplugin.so
