# Builds a plug-in in Go on the protocol of this folder. The Makefile that includes it may say more: LDFLAGS, GOPATH, and
# NEEDS, a folder without which it cannot be built.

GO ?= go
export GO111MODULE := off

plugin: plugin.go $(dir $(lastword $(MAKEFILE_LIST)))protocol.go
	$(GO) build $(if $(LDFLAGS),-ldflags "$(LDFLAGS)") -o $@ plugin.go

# Is what the build needs there?
.PHONY: ready
ready:
	@command -v $(GO)
	@$(if $(NEEDS),test -d $(NEEDS))

.PHONY: clean
clean:
	$(RM) plugin
