"""Measures which lines and branches of the reference inputs cover, with coverage.py (extra `fuzz`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from encoding_conformance.adapters.codec import load
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Outcome
from encoding_conformance.fuzz.engine import feature

Covered = frozenset[tuple[Any, ...]]
"""What an input covers: arcs from line to line, each with its file, and the kind of its outcome."""

_CORE = "ctrace"
"""The core of coverage.py that records coverage for each input. The core that uses Python's own monitoring reports each
line only once."""


class NoCoverage(Exception):
    """coverage.py is not installed. The message says how to get it."""


class Coverage:
    """Runs inputs on an implementation in Python, in this process. Use it as a context manager: everything that is run and
    imported in the context is watched. The implementation must not have been imported before."""

    def __init__(self, implementation: Implementation):
        """Raises NoCoverage if coverage.py is not installed."""
        try:
            import coverage
        except ImportError:
            raise NoCoverage("this takes coverage.py: make .venv/test") from None
        self._implementation = implementation
        self._watch = coverage.Coverage(data_file=None, config_file=False, branch=True, source_pkgs=[implementation.package])
        self._watch.set_option("run:core", _CORE)

    @property
    def encodings(self) -> Collection[str]:
        """The encodings that the implementation offers."""
        return self._implementation.encodings

    def __enter__(self) -> Coverage:
        self._watch.start()
        implementation = self._implementation
        self._codecs = load(implementation.python, str(implementation.folder), implementation.codec_names, implementation.offered)
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._watch.stop()

    def cover(self, encoding: str, inputs: Iterable[bytes]) -> Iterator[Covered]:
        """What each input covers."""
        codec = self._codecs[encoding]
        for index, data in enumerate(inputs):
            context = f"{encoding} {index}"
            self._watch.switch_context(context)
            kind = feature(data, _executed(codec, encoding, data))
            self._watch.switch_context("")
            found = self._watch.get_data()  # with everything that the tracer has gathered
            found.set_query_context(context)
            covered = {(file, *arc) for file in found.measured_files() for arc in found.arcs(file) or ()}
            found.set_query_contexts(None)
            yield frozenset([(kind,), *covered])

    def files(self, covered: Iterable[Covered]) -> list[str]:
        """The files that these inputs cover."""
        return sorted({item[0] for each in covered for item in each if len(item) > 1})

    def table(self, files: Sequence[str], to: TextIO) -> None:
        """Writes a table of these files with lines, branches, percentages and missing lines."""
        self._watch.report(morfs=files, show_missing=True, file=to)

    def pages(self, files: Sequence[str], folder: Path) -> None:
        """Writes the same as HTML, with the source. Raises OSError."""
        self._watch.html_report(morfs=files, directory=str(folder))


def _executed(codec: Any, encoding: str, data: bytes) -> Outcome:
    """Decodes bytes at once and in two pieces, and encodes the result."""
    asked = InProcess(codec)
    outcome = asked.ask(Decode(encoding, data))
    asked.ask(Decode(encoding, data, (len(data) // 2,)))
    if isinstance(outcome, Decoded):
        asked.ask(Encode(encoding, outcome.value))
    return outcome
