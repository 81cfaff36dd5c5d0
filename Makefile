# make conformance   check the reference, and CPython's own codecs, against the specifications
# make test          run the tests
# make test-slow     run the tests that take long, which CI does once a week
# make lint          check the types with mypy, and style and layout with ruff
# make atlas         install what the implementations require, on Debian or Ubuntu, and run them all
# make results       write docs/results.md and docs/silences.md anew, from that run
# make site          write the manuals, the encodings and the results of make atlas and make mutants as a static site
# make test-atlas    test all installed implementations behind a proxy that changes replies, and the programs of reports
# make mutants       test the suite with every mutant, and show what kills it
# make fuzz          a minute of fuzzing on the reference, all encodings
# make audit         ask every implementation for every expected value, and count witnesses
# make bench         measure speed, as ratios
# make museum        run the models of real bugs, and write docs/museum.md anew
# make originals     install versions of libraries that had a bug and that mended it, and run the suite on both
# make edges         derive the edge cases in vectors/*/edges anew
# make requirements  write docs/requirements.md anew
# make sizes         write workshop/docs/sizes.md anew
# make reports       write docs/reports.md anew
# make machines      learn the decoders of all installed implementations, and write workshop/docs/machines.md anew

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
AS_ROOT := $(if $(filter-out 0,$(shell id -u)),sudo)
ATLAS := atlas.jsonl.gz
MUTANTS := mutants.jsonl
# Many tests wait for a time-out or for another process, so there are two for each core, if there are 320 MB of memory for each.
TESTS_AT_A_TIME = $$($(BIN)/python -c \
	'import os, psutil; print(max(1, min(2 * os.cpu_count(), psutil.virtual_memory().available // 320_000_000)))')
BUILT := $(patsubst %/Makefile,%,$(wildcard implementations/*/Makefile))

# The tests start thousands of processes. Without files of bytecode, each of them would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: conformance test test-slow lint atlas results site test-atlas mutants fuzz audit bench museum originals edges requirements sizes reports machines plug-ins clean

conformance: $(VENV)/core
	$(BIN)/conform run

test: $(VENV)/test plug-ins
	$(BIN)/pytest -n $(TESTS_AT_A_TIME) --dist loadfile

# Many of them wait for a time-out.
test-slow: $(VENV)/test plug-ins
	$(BIN)/pytest -n $(TESTS_AT_A_TIME) --dist loadfile -m slow

lint: $(VENV)/lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy

# npm's libraries are installed only here: it takes the network.
atlas: $(VENV)/core
	$(AS_ROOT) apt-get -qq update
	$(AS_ROOT) apt-get -qq install -y --no-install-recommends $$($(BIN)/conform list implementations --packages debian) >/dev/null
	$(BIN)/pip install -q --disable-pip-version-check $$($(BIN)/conform list implementations --packages pypi)
	$(MAKE) -s -C implementations/npm
	$(MAKE) plug-ins
	$(BIN)/conform run -i all --json $(ATLAS)

results: $(VENV)/workshop
	$(BIN)/conform results $(ATLAS) --markdown docs/results.md --silences docs/silences.md

site: $(VENV)/site
	rm -rf site
	$(BIN)/conform site site $(wildcard $(ATLAS)) $(addprefix --mutants ,$(wildcard $(MUTANTS)))

test-atlas: $(VENV)/test plug-ins
	$(BIN)/pytest -n $(TESTS_AT_A_TIME) -m atlas

mutants: $(VENV)/workshop
	$(BIN)/conform mutants --json $(MUTANTS)

fuzz: $(VENV)/test
	$(BIN)/conform fuzz -i reference --seconds 60

audit: $(VENV)/workshop plug-ins
	$(BIN)/conform audit

bench: $(VENV)/test
	$(BIN)/python bench/table.py

museum: $(VENV)/workshop
	$(BIN)/python -m workshop.museum.measure
	$(BIN)/python -m workshop.museum.page docs/museum.md

originals: $(VENV)/workshop
	$(BIN)/python -m workshop.museum.originals --markdown docs/museum-originals.md

edges: $(VENV)/workshop
	$(BIN)/conform edges

requirements: $(VENV)/workshop
	$(BIN)/python -m workshop.requirements docs/requirements.md

sizes: $(VENV)/workshop
	$(BIN)/python -m workshop.sizes.page workshop/docs/sizes.md

reports: $(VENV)/workshop
	$(BIN)/conform reports

machines: $(VENV)/workshop plug-ins
	$(BIN)/python -m workshop.machines.page workshop/docs/machines.md

# Those that are built, where what the build needs is there; the others are skipped by name when they are run.
plug-ins:
	@for folder in $(BUILT); do \
		if $(MAKE) -s -C $$folder ready >/dev/null 2>&1; then $(MAKE) -s -C $$folder || exit; fi; \
	done

$(VENV)/core: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -e .
	touch $@

$(VENV)/workshop: workshop/pyproject.toml $(VENV)/core
	$(BIN)/pip install -q --disable-pip-version-check -e ./workshop
	touch $@

$(VENV)/site: workshop/pyproject.toml $(VENV)/workshop
	$(BIN)/pip install -q --disable-pip-version-check -e './workshop[site]'
	touch $@

# At once, because each of pip's runs builds the two packages anew.
$(VENV)/test: pyproject.toml workshop/pyproject.toml $(VENV)/core
	$(BIN)/pip install -q --disable-pip-version-check -e '.[test]' -e './workshop[site]'
	touch $(VENV)/workshop $(VENV)/site $@

$(VENV)/lint: pyproject.toml $(VENV)/test
	$(BIN)/pip install -q --disable-pip-version-check -e '.[lint]'
	touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .hypothesis
	for folder in $(BUILT); do $(MAKE) -s -C $$folder clean; done
