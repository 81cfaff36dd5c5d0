"""An implementation asked in this process, or through a pipe: each operation is told to the journal first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from harness.adapters.codec import perform
from harness.adapters.python import KINDS
from harness.adapters.testee import Testee
from harness.core.operation import CHUNKS, EMPTY_PIECES, Operation
from harness.core.outcome import FAILURES, Outcome
from harness.fuzz.journal import Journal


class Asked(Protocol):
    """`features` are what it offers beside the operations, `batch` how many operations are best asked at a time."""

    features: frozenset[str]
    batch: int

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        """The outcomes, in order, as they come; with `stop`, none after the first failure."""


class InProcess:
    """A codec object in this process, which coverage can see; it may take the process down with it."""

    batch = 1

    def __init__(self, codec: Any, journal: Journal):
        self._codec = codec
        self._journal = journal
        incremental = getattr(codec, "incremental_decoder", None)
        self.features = frozenset((CHUNKS, EMPTY_PIECES) if incremental else ())

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        for kind, _, data, cuts in operations:
            self._journal.beat()
            name, *parts = perform(self._codec, kind, data, cuts)
            outcome = KINDS[name](*parts)
            yield outcome
            if stop and isinstance(outcome, FAILURES):
                return


class Piped:
    """A plug-in in its own process."""

    batch = 64

    def __init__(self, testee: Testee, encoding: str, journal: Journal):
        self._testee = testee
        self._journal = journal
        self.features = frozenset(testee.features(encoding))

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        for outcome in self._testee.perform(operations, stop):
            self._journal.beat()
            yield outcome
