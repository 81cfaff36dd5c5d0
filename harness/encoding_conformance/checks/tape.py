"""Tapes: what the laws of an encoding ask an implementation that answers as the tables say, and the expected answers.

A law is a generator that does not know which implementation it asks. It asks the same of every implementation that gives the
same answers. So each law is run once with the model's answers, and its operations and the expected outcomes are kept. An
implementation can then be asked from the tape. As long as its answers are the expected ones, the law need not be run.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.checks.drive import run_window, windows
from encoding_conformance.checks.inputs.kinds import InputSource
from encoding_conformance.checks.law import Law
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.vector import Permitted, as_answered
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


def record(source: InputSource) -> Tape:
    """Returns the tape of an encoding."""
    encoding, indexes, expected = source.encoding, dict[Operation, int](), list[Permitted]()
    answers: dict[tuple[str, object], Permitted] = {}

    def index(operation: Operation) -> int:
        """Returns the index of an operation on the tape, and adds the operation if it is not there."""
        if operation not in indexes:
            indexes[operation] = len(expected)
            key = operation.kind, operation.input
            if key not in answers:
                answers[key] = as_answered(permitted(encoding, operation))
            expected.append(answers[key])
        return indexes[operation]

    def recorded(law: Law, kind: str) -> LawTape | None:
        inputs, found = source.inputs(kind), []
        for some in windows(inputs):
            rounds: list[Round] = []

            def answer(operations: Sequence[Operation], rounds: list[Round] = rounds) -> list[Permitted]:
                rounds.append(tuple(map(index, operations)))
                return [expected[each] for each in rounds[-1]]

            if run_window(law, encoding, NO_LIMITS, some, answer):
                return None
            found.append(tuple(rounds))
        return LawTape(len(inputs), tuple(found))

    applying = (check for check in CHECKS.values() if not check.why_not(encoding))
    laws = {LawId(check.name, law.name, kind): recorded(law, kind) for check in applying for kind, law in check.laws}
    return Tape(list(indexes), expected, laws)
