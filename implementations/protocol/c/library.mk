# Builds a plug-in in C or C++ as a shared library. The Makefile that includes it says what its library is: PACKAGES, names for
# pkg-config; or HEADER and LDLIBS, where it has none.

CFLAGS ?= -O2 -Wall -Wextra
CXXFLAGS ?= -O2 -Wall -Wextra
INTERFACE := $(dir $(lastword $(MAKEFILE_LIST)))../../../harness/encoding_conformance/templates/c-library
SOURCE := $(wildcard plugin.c plugin.cc)
COMPILER = $(if $(filter %.cc,$(SOURCE)),$(CXX) -std=c++20 $(CXXFLAGS),$(CC) $(CFLAGS))
ASK = $(if $(PACKAGES),$$(pkg-config $1 $(PACKAGES)))

libplugin.so: $(SOURCE) $(INTERFACE)/conform.h
	$(COMPILER) $(CPPFLAGS) -I$(INTERFACE) $(call ASK,--cflags) -fPIC -shared -fvisibility=hidden -o $@ $(SOURCE) \
		$(LDFLAGS) $(LDLIBS) $(call ASK,--libs)

# Is what the build needs there?
.PHONY: ready
ready:
	@command -v $(firstword $(COMPILER))
	@$(if $(PACKAGES),pkg-config --exists $(PACKAGES))
	@$(if $(HEADER),echo '#include <$(HEADER)>' | $(COMPILER) $(CPPFLAGS) -x $(if $(filter %.cc,$(SOURCE)),c++,c) -fsyntax-only -)

.PHONY: clean
clean:
	$(RM) libplugin.so
