"""Asks an implementation in this process, or through a pipe. Each operation is first recorded in the journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from encoding_conformance.adapters.codec import features_of
from encoding_conformance.adapters.in_process import outcome_in_this_process
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import FAILURES, Outcome
from encoding_conformance.fuzz.asking.journal import Journal


class AskedCodec(Protocol):
    """An implementation that can be asked. `features` are what it offers in addition to the operations, and `batch` is the best
    number of operations to ask at a time."""

    features: frozenset[str]
    batch: int

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        """The outcomes, in order, as they come. With `stop`, there are none after the first failure."""


class InProcess:
    """A codec object in this process, which may crash the process. It has a copy that coverage watches, for `ask`, and a plain
    one, for the operations of laws."""

    batch = 1

    def __init__(self, watched: Any, plain: Any, journal: Journal):
        self._watched = watched
        self._plain = plain
        self._journal = journal
        self.features = frozenset(features_of(plain))

    def ask(self, operation: Operation) -> Outcome:
        """The outcome of one operation, which coverage watches."""
        return _outcome(self._watched, operation)

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        for operation in operations:
            self._journal.beat()
            outcome = _outcome(self._plain, operation)
            yield outcome
            if stop and isinstance(outcome, FAILURES):
                return


def _outcome(codec: Any, operation: Operation) -> Outcome:
    return outcome_in_this_process(codec, operation.kind, operation.input, operation.cuts, nothing)


def nothing(error: BaseException) -> str:
    """An empty text. It replaces what a rejection says, because making that text may take longer than rejecting."""
    return ""


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
