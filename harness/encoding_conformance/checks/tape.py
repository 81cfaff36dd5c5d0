"""Tapes: what the laws of an encoding ask an implementation that answers as the tables say, and the expected answers.

A law is a generator that does not know which implementation it asks. It asks the same of every implementation that gives the
same answers. So each law is run once with the model's answers, and its operations and the expected outcomes are kept. An
implementation can then be asked from the tape. As long as its answers are the expected ones, the law need not be run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.checks.drive import run_window, windows
from encoding_conformance.checks.inputs.kinds import InputSource
from encoding_conformance.checks.law import Law
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import permitted

Round = tuple[int, ...]
"""The indexes on the tape of operations that are asked together."""


@dataclass(frozen=True)
class LawTape:
    """What one law asks about one kind of input: for each window of inputs, the rounds of operations that it asks."""

    inputs: int
    windows: tuple[tuple[Round, ...], ...]


@dataclass(frozen=True)
class Tape:
    """The operations that laws ask about an encoding, each once, and their expected outcomes. `laws` has the tape of each law of
    a check, with the kind of its inputs. It is None for a law that does not hold of the tables themselves."""

    operations: Sequence[Operation]
    expected: Sequence[Permitted]
    laws: dict[LawId, LawTape | None]


def record(source: InputSource) -> Tape | None:
    """Returns the tape of an encoding; None if it states no tables, so that the expected outcomes are not known."""
    if not source.encoding.tables:
        return None
    recorder = _Recorder(source)
    laws = {
        LawId(check.name, law.name, kind): recorder.law(law, kind)
        for check in CHECKS.values()
        if not check.applies(source.encoding)
        for kind, law in check.laws
    }
    return Tape(list(recorder.indexes), recorder.expected, laws)


class _Recorder:
    def __init__(self, source: InputSource):
        self.source = source
        self.indexes: dict[Operation, int] = {}
        self.expected: list[Permitted] = []
        self.answers: dict[tuple[str, Any], Permitted] = {}

    def law(self, law: Law, kind: str) -> LawTape | None:
        inputs, found = self.source.inputs(kind), []
        for some in windows(inputs):
            rounds: list[Round] = []

            def answer(operations: Sequence[Operation], rounds: list[Round] = rounds) -> list[Permitted]:
                asked = tuple([self._index(operation) for operation in operations])
                rounds.append(asked)
                return [self.expected[index] for index in asked]

            if run_window(law, self.source.encoding, NO_LIMITS, some, answer):
                return None
            found.append(tuple(rounds))
        return LawTape(len(inputs), tuple(found))

    def _index(self, operation: Operation) -> int:
        index = self.indexes.setdefault(operation, len(self.expected))
        if index == len(self.expected):
            self.expected.append(self._answer(operation))
        return index

    def _answer(self, operation: Operation) -> Permitted:
        """Returns what the tables give, however the input is cut. A rejection has no reason, as those of implementations."""
        key = operation.kind, operation.input
        if key not in self.answers:
            answer = permitted(self.source.encoding, operation)[0]
            self.answers[key] = Rejection(answer.offset) if isinstance(answer, Rejection) else answer
        return self.answers[key]
