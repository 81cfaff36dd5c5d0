"""How fast `--every` and `--transitions` are, beside the library alone: the same calls, with nothing made or compared."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from measure import Row, ratio_of_rates

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.every_string import compiled, words
from encoding_conformance.adapters.slice_process import library_of
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.data_folders import IMPLEMENTATIONS, VECTORS
from encoding_conformance.runner import compiled_suite

FIRST, LAST = 0xE28000, 0xE2C000
"""The prefixes of the strings that are asked: a quarter of the last two bytes complete a character."""

TEXTS = range(40_000, 40_040)
"""The texts of transitions that are asked."""


def rows() -> Iterator[Row]:
    """The rows for what can be built here."""
    suite = compiled_suite.load([VECTORS])
    with tempfile.TemporaryDirectory() as folder:
        loop, bare = compiled(Path(folder)), Path(folder, "bare")
        subprocess.run(["cc", "-O2", "-o", bare, Path(__file__).with_name("bare.c"), "-ldl"], check=True)
        for name in ("utf8proc", "icu-library"):
            library = library_of(manifest.read(IMPLEMENTATIONS / name))
            subprocess.run(["make", "-s", "-C", library.parent], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if library.is_file():
                yield _strings(name, suite.encodings["utf-8"], loop, bare, library)
    library = library_of(manifest.read(IMPLEMENTATIONS / "icu-library"))
    if library.is_file() and find_spec("numpy"):
        yield _transitions(suite.encodings["bocu-1"], library)


def _strings(name: str, encoding: Encoding, loop: Path, bare: Path, library: Path) -> Row:
    blocks = [str(FIRST), str(LAST)]
    asks, task = [str(loop), str(library), encoding.id, "4", *blocks], words(encoding)
    what, count = f"strings of 4 bytes a second over those of a bare loop: {name}", LAST - FIRST << 8
    return ratio_of_rates(what, 0.7, count, lambda: _cpu(asks, task), lambda: _cpu([str(bare), str(library), *blocks]))


def _cpu(command: Sequence[str], input: bytes = b"") -> float:
    """The CPU seconds of a program."""
    before = getrusage(RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, input=input, stdout=subprocess.DEVNULL, check=True)
    return getrusage(RUSAGE_CHILDREN).ru_utime - before


def _transitions(encoding: Encoding, library: Path) -> Row:
    import numpy as np

    from encoding_conformance.adapters.transitions_worker import Both
    from encoding_conformance.checks.transitions_in_bulk import BulkTexts

    texts, both = BulkTexts(encoding), Both(ctypes.CDLL(str(library)), encoding.id)
    made = [texts[index] for index in TEXTS]

    def whole() -> float:
        start = time.process_time()
        assert all(both.are_right(texts[index]) for index in TEXTS)
        return time.process_time() - start

    def alone() -> float:
        start = time.process_time()
        for text in made:
            both.encoded(text.values)
            both.decoded(np.frombuffer(text.data, np.uint8))
        return time.process_time() - start

    count = sum(len(text.values) for text in made)
    return ratio_of_rates("transitions both ways a second over those of the library alone: ICU", 0.7, count, whole, alone)
