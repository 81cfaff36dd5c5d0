"""The types and helpers from which laws are made. The catalogue lists the laws by check."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar, overload

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import difference
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import NotAsked, Outcome, Result
from encoding_conformance.core.vector import Permitted

Item = TypeVar("Item")

Asking = Generator[Sequence[Operation], Sequence[Outcome], Item]
"""Yields lists of operations, is sent their outcomes, and returns an item. Nothing else is asked within a list."""

Steps = Asking[None]
"""A law that runs on one input."""

Work = Callable[[Encoding, Any], Steps]
"""What sets a law to work on an input."""

Pair = tuple[tuple[int, ...], tuple[int, ...]]
"""Two sequences of values."""


@dataclass(frozen=True)
class Law:
    """A law under the name by which findings, tapes and reports know it. The name stays when the function is renamed or
    moved. The docstring of the function, which is `work`, says what the law demands."""

    name: str
    work: Work

    def on(self, *kinds: str) -> tuple[tuple[str, Law], ...]:
        """Returns the law with each kind of inputs that it gets."""
        return tuple((kind, self) for kind in kinds)

    def __call__(self, encoding: Encoding, input: Any) -> Steps:
        return self.work(encoding, input)


def law(name: str) -> Callable[[Work], Law]:
    """Makes the generator that follows a law of this name."""
    return lambda work: Law(name, work)


class Violation(Exception):
    """A law does not hold, because `operation` had an outcome other than the `permitted` ones, which are empty if unknown."""

    def __init__(self, operation: Operation, outcome: Outcome, reason: str, permitted: Sequence[Permitted] = ()):
        super().__init__(reason)
        self.operation = operation
        self.outcome = outcome
        self.reason = reason
        self.permitted = tuple(permitted)


class Refused(Violation):
    """An implementation gave no result, although only these are permitted. This is a fault unless the judge excuses it."""

    def __init__(self, operation: Operation, outcome: Outcome, permitted: Sequence[Permitted] = ()):
        super().__init__(operation, outcome, difference(permitted, outcome), permitted)


class Counterexample(NamedTuple):
    """An input on which a law does not hold, and what the implementation does wrong there."""

    input: Any
    violation: Violation
    law: Work


class Wrong(NamedTuple):
    """Something is wrong that no input shows: what, in words."""

    text: str


Found = Counterexample | NotAsked | None
"""What running a law gave: a counterexample, an input that was not asked, or None if the law holds."""


@overload
def taken(operation: Encode, outcome: Outcome) -> bytes: ...


@overload
def taken(operation: Decode, outcome: Outcome) -> tuple[int, ...]: ...


def taken(operation: Operation, outcome: Outcome) -> bytes | tuple[int, ...]:
    """Returns the bytes or values that an operation gave. Raises Refused if the outcome is not a result."""
    if not isinstance(outcome, Result):
        raise Refused(operation, outcome)
    return outcome.value


def must_be(operation: Operation, outcome: Outcome, expected: Result, reason: str) -> None:
    """Raises Refused if the outcome is not a result, and Violation if it is another one than the expected one."""
    if not isinstance(outcome, Result):
        raise Refused(operation, outcome, [expected])
    if outcome != expected:
        raise Violation(operation, outcome, reason, [expected])


def encoded(encoding: Encoding, *texts: tuple[int, ...]) -> Asking[list[bytes]]:
    """Asks for the bytes of sequences of values, and returns them. Raises Refused as `taken` does."""
    operations = [Encode(encoding.id, values) for values in texts]
    outcomes = yield operations
    return list(map(taken, operations, outcomes))


def must_give(*demands: tuple[Operation, Result, str]) -> Steps:
    """Asks operations together, each with its expected result and why another one is wrong. Raises what `must_be` raises."""
    outcomes = yield [operation for operation, _, _ in demands]
    for (operation, expected, reason), outcome in zip(demands, outcomes):
        must_be(operation, outcome, expected, reason)
