# make conformance   check the reference, and CPython's own codecs, against the specifications
# make test          run the tests
# make test-all      run the slow tests as well, and those of each implementation that is installed
# make lint          check the types with mypy, and style and layout with ruff
# make mutants       test the suite with every mutant and every model of a real bug, and show what kills it
# make atlas         install what the implementations require, on Debian or Ubuntu, and run them all
# make generate      write the edge cases of the encodings, from their tables
# make site          write the manuals, the encodings and the results of make atlas and make mutants as a static site
# make release       build and check the wheel, the source, the test vectors and the site, in release/
# make clean         remove what these commands made

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
TOOL := $(BIN)/python -m workshop
AS_ROOT := $(if $(filter-out 0,$(shell id -u)),sudo)
ATLAS := atlas.jsonl.gz
PACKAGES := $(BIN)/python -c 'import sys, yaml; from pathlib import Path; print(*sorted({name for file in \
	Path("implementations").glob("*/packages.yaml") for name in yaml.safe_load(file.read_text()).get(sys.argv[1], ())}))'
MUTANTS := mutants.jsonl
# Many tests wait for a time-out or for another process, so there are two for each core, if there are 350 MB of memory for each.
PYTEST = $(BIN)/pytest --dist loadfile -n $$($(BIN)/python -c \
	'import os, psutil; print(max(1, min(2 * os.cpu_count(), psutil.virtual_memory().available // 350_000_000)))')
BUILT := $(patsubst %/Makefile,%,$(wildcard implementations/*/Makefile))

# The tests start thousands of processes. Without files of bytecode, each of them would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: conformance test test-all lint mutants atlas generate site release plug-ins clean

conformance: $(VENV)/core
	$(BIN)/conform run

test: $(VENV)/test plug-ins
	$(PYTEST)

# With NOTHING_SKIPPED=1, a slow test that is skipped fails: after `make atlas`, nothing is missing.
test-all: $(VENV)/test plug-ins
	$(PYTEST) -m ""

lint: $(VENV)/lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy

mutants: $(VENV)/test
	$(TOOL) museum
	$(TOOL) mutants --json $(MUTANTS)

# npm's libraries are installed only here: it takes the network.
atlas: $(VENV)/core
	$(AS_ROOT) apt-get -qq update
	$(AS_ROOT) apt-get -qq install -y --no-install-recommends $$($(PACKAGES) debian) >/dev/null
	$(BIN)/pip install -q --disable-pip-version-check $$($(PACKAGES) pypi)
	$(MAKE) -s -C implementations/npm
	$(MAKE) plug-ins
	$(BIN)/conform run -i all --json $(ATLAS)

generate: $(VENV)/test
	$(TOOL) edges

site: $(VENV)/test
	rm -rf site
	$(TOOL) site site $(wildcard $(ATLAS)) $(addprefix --mutants ,$(wildcard $(MUTANTS)))

release: $(VENV)/test
	rm -rf release
	$(BIN)/pip install -q --disable-pip-version-check -e '.[release]'
	.ci/release release $(wildcard $(ATLAS))

# Those that are built, where what the build needs is there; the others are skipped by name when they are run.
plug-ins:
	@for folder in $(BUILT); do \
		if $(MAKE) -s -C $$folder ready >/dev/null 2>&1; then $(MAKE) -s -C $$folder || exit; fi; \
	done

$(VENV)/core: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -e .
	touch $@

# At once, because each of pip's runs builds the two packages anew.
$(VENV)/test: pyproject.toml workshop/pyproject.toml $(VENV)/core
	$(BIN)/pip install -q --disable-pip-version-check -e '.[test]' -e './workshop[site]'
	touch $@

$(VENV)/lint: pyproject.toml $(VENV)/test
	$(BIN)/pip install -q --disable-pip-version-check -e '.[lint]'
	touch $@

clean:
	rm -rf $(VENV) build dist site release .pytest_cache .mypy_cache .ruff_cache $(ATLAS) $(MUTANTS)
	for folder in $(BUILT); do $(MAKE) -s -C $$folder clean; done
