# Builds a plug-in in C on the protocol of this folder. The Makefile that includes it says what its library is:
# PACKAGES, names for pkg-config; or HEADER and LDLIBS, where it has none. IN_BULK names what is also built, for --every.

CFLAGS ?= -O2 -Wall -Wextra
PROTOCOL := $(dir $(lastword $(MAKEFILE_LIST)))
INTERFACE := $(PROTOCOL)../../../harness/encoding_conformance/templates/c-library
ASK = $(if $(PACKAGES),$$(pkg-config $1 $(PACKAGES)))

vpath protocol.% $(PROTOCOL)
vpath library.c $(PROTOCOL)

.PHONY: all
all: plugin $(IN_BULK)

plugin: plugin.c protocol.c protocol.h
	$(CC) $(CPPFLAGS) -I$(PROTOCOL) $(CFLAGS) $(call ASK,--cflags) -o $@ $(filter %.c,$^) $(LDFLAGS) \
		$(LDLIBS) $(call ASK,--libs)

$(IN_BULK): plugin.c library.c protocol.c protocol.h $(INTERFACE)/conform.h
	$(CC) $(CPPFLAGS) -I$(PROTOCOL) -I$(INTERFACE) $(CFLAGS) $(call ASK,--cflags) -fPIC -shared -fvisibility=hidden -o $@ \
		$(filter %plugin.c %library.c,$^) $(LDFLAGS) $(LDLIBS) $(call ASK,--libs)

# Is what the build needs there?
.PHONY: ready
ready:
	@command -v $(CC)
	@$(if $(PACKAGES),pkg-config --exists $(PACKAGES))
	@$(if $(HEADER),echo '#include <$(HEADER)>' | $(CC) $(CPPFLAGS) -E -)

.PHONY: clean
clean:
	$(RM) plugin $(IN_BULK)
