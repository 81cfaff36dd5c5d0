# Builds a plug-in in Rust on the protocol of this folder, with a crate whose source Debian installs. The Makefile that
# includes it names the CRATE, and the crates in NEEDS on which it depends; both are built with their default features.

RUSTC ?= rustc
REGISTRY ?= /usr/share/cargo/registry
PROTOCOL := $(dir $(lastword $(MAKEFILE_LIST)))
LIBRARIES := $(patsubst %,lib%.rlib,$(NEEDS))

# The folder of a crate, whose name may have a hyphen where Rust has an underscore.
FOLDER = $(firstword $(wildcard $(REGISTRY)/$1-[0-9]* $(REGISTRY)/$(subst _,-,$1)-[0-9]*))
VERSION = $(lastword $(subst -, ,$(notdir $(call FOLDER,$1))))

plugin: plugin.rs $(PROTOCOL)protocol.rs lib$(CRATE).rlib
	CRATE_VERSION=$(call VERSION,$(CRATE)) \
		$(RUSTC) --edition 2021 -O -D warnings -L . --extern $(CRATE)=lib$(CRATE).rlib -o $@ $<

lib$(CRATE).rlib: $(LIBRARIES)

lib%.rlib:
	$(RUSTC) --edition 2018 -O --cap-lints allow -L . --crate-type rlib --crate-name $* \
		--cfg 'feature="std"' --cfg 'feature="alloc"' \
		$(foreach library,$^,--extern $(patsubst lib%.rlib,%,$(library))=$(library)) $(call FOLDER,$*)/src/lib.rs

# Is everything that the build needs installed?
.PHONY: ready
ready:
	@command -v $(RUSTC)
	@test -n '$(call FOLDER,$(CRATE))'

.PHONY: clean
clean:
	$(RM) plugin lib*.rlib
