# Builds a plug-in in C on the protocol of this folder. The Makefile that includes it says what its library is:
# PACKAGES, names for pkg-config; or HEADER and LDLIBS, where it has none.

CFLAGS ?= -O2 -Wall -Wextra
PROTOCOL := $(dir $(lastword $(MAKEFILE_LIST)))
ASK = $(if $(PACKAGES),$$(pkg-config $1 $(PACKAGES)))

vpath protocol.% $(PROTOCOL)

.PHONY: all
all: plugin

plugin: plugin.c protocol.c protocol.h
	$(CC) $(CPPFLAGS) -I$(PROTOCOL) $(CFLAGS) $(call ASK,--cflags) -o $@ $(filter %.c,$^) $(LDFLAGS) \
		$(LDLIBS) $(call ASK,--libs)

# Is what the build needs there?
.PHONY: ready
ready:
	@command -v $(CC)
	@$(if $(PACKAGES),pkg-config --exists $(PACKAGES))
	@$(if $(HEADER),echo '#include <$(HEADER)>' | $(CC) $(CPPFLAGS) -E -)

.PHONY: clean
clean:
	$(RM) plugin
