"""What inputs cover of the reference: its lines and branches, by coverage.py (extra `fuzz`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from harness.adapters.answer import outcome_in_this_process
from harness.adapters.codec import load
from harness.adapters.manifest import Implementation
from harness.core.operation import DECODE, ENCODE
from harness.core.outcome import Outcome, Result
from harness.fuzz.inputs.feedback import feature

Covered = frozenset[tuple[Any, ...]]
"""What an input covers: arcs from line to line, each with its file; and the kind of its outcome."""

_CORE = "ctrace"
"""Of coverage.py's ways to look, one that tells inputs apart: where Python monitors itself, a line is seen once."""


class NoCoverage(Exception):
    """coverage.py is not installed; the message says how to get it."""


class Coverage:
    """Runs inputs on an implementation in Python, in this process. Use as a context manager: what is run and imported
    within is watched. The implementation must not have been imported before."""

    def __init__(self, implementation: Implementation):
        """Raises NoCoverage."""
        try:
            import coverage
        except ImportError:
            raise NoCoverage("this takes coverage.py: pip install 'encoding-conformance[fuzz]'") from None
        self._implementation = implementation
        self._watch = coverage.Coverage(data_file=None, config_file=False, branch=True, source_pkgs=[implementation.package])
        self._watch.set_option("run:core", _CORE)

    @property
    def encodings(self) -> Collection[str]:
        """What the implementation offers."""
        return self._implementation.encodings

    def __enter__(self) -> Coverage:
        self._watch.start()
        implementation = self._implementation
        self._codecs = load(implementation.python, str(implementation.folder), implementation.codec_names)
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._watch.stop()

    def cover(self, encoding: str, inputs: Iterable[bytes]) -> Iterator[Covered]:
        """What each input covers."""
        codec = self._codecs[encoding]
        for place, data in enumerate(inputs):
            context = f"{encoding} {place}"
            self._watch.switch_context(context)
            kind = feature(data, _executed(codec, data))
            self._watch.switch_context("")
            found = self._watch.get_data()  # with all that the tracer has gathered
            found.set_query_context(context)
            covered = {(file, *arc) for file in found.measured_files() for arc in found.arcs(file) or ()}
            found.set_query_contexts(None)
            yield frozenset([(kind,), *covered])

    def files(self, covered: Iterable[Covered]) -> list[str]:
        """The files that any of these has been in."""
        return sorted({item[0] for each in covered for item in each if len(item) > 1})

    def table(self, files: Sequence[str], to: TextIO) -> None:
        """Lines, branches, percent and missing lines of these files."""
        self._watch.report(morfs=files, show_missing=True, file=to)

    def pages(self, files: Sequence[str], folder: Path) -> None:
        """The same as HTML, with the source. Raises OSError."""
        self._watch.html_report(morfs=files, directory=str(folder))


def _executed(codec: Any, data: bytes) -> Outcome:
    """Decode bytes at once and in two pieces, and encode what comes of it."""
    outcome = outcome_in_this_process(codec, DECODE, data)
    outcome_in_this_process(codec, DECODE, data, (len(data) // 2,))
    if isinstance(outcome, Result):
        outcome_in_this_process(codec, ENCODE, outcome.value)
    return outcome
