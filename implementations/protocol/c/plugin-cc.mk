# Builds a plug-in in C++ on the protocol of this folder. The Makefile that includes it says what its library is: PACKAGES, names
# for pkg-config; or HEADER, and LDLIBS where the header is not all.

CFLAGS ?= -O2 -Wall -Wextra
CXXFLAGS ?= -O2 -Wall -Wextra -Wno-missing-field-initializers
PROTOCOL := $(dir $(lastword $(MAKEFILE_LIST)))
ASK = $(if $(PACKAGES),$$(pkg-config $1 $(PACKAGES)))

vpath protocol.% $(PROTOCOL)

plugin: plugin.cc protocol.o protocol.h
	$(CXX) $(CPPFLAGS) -I$(PROTOCOL) -std=c++20 -fPIC $(CXXFLAGS) $(call ASK,--cflags) -o $@ $(filter-out %.h,$^) $(LDFLAGS) \
		$(LDLIBS) $(call ASK,--libs)

protocol.o: protocol.c protocol.h

# Is everything that the build needs installed?
.PHONY: ready
ready:
	@command -v $(CC) && command -v $(CXX)
	@$(if $(PACKAGES),pkg-config --exists $(PACKAGES))
	@$(if $(HEADER),echo '#include <$(HEADER)>' | $(CXX) $(CPPFLAGS) -std=c++20 -x c++ -fsyntax-only -)

.PHONY: clean
clean:
	$(RM) plugin protocol.o
