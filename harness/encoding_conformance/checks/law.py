"""The types and helpers from which laws are made."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Outcome, Result
from encoding_conformance.core.vector import Permitted

Steps = Generator[Sequence[Operation], Sequence[Outcome], None]
"""A law that runs on one input. The operations of one list are performed directly one after another."""

Work = Callable[[Encoding, Any], Steps]
"""What sets a law to work on an input."""


@dataclass(frozen=True)
class Law:
    """A law under the name by which findings, tapes and reports know it. The name stays when the function is renamed or
    moved."""

    name: str
    work: Work

    def __call__(self, encoding: Encoding, input: Any) -> Steps:
        return self.work(encoding, input)


def law(name: str) -> Callable[[Work], Law]:
    """Make the generator that follows a law of this name."""
    return lambda work: Law(name, work)


class Violation(Exception):
    """A law does not hold, because `operation` had `outcome`. Only the `permitted` outcomes were allowed; it is empty if
    they are unknown. `refused` says that the only evidence is the rejection of an input that must be accepted."""

    def __init__(
        self, operation: Operation, outcome: Outcome, reason: str, permitted: Sequence[Permitted] = (), refused: bool = False
    ):
        super().__init__(reason)
        self.operation = operation
        self.outcome = outcome
        self.reason = reason
        self.permitted = tuple(permitted)
        self.refused = refused


class Refused(Exception):
    """An implementation gave no result, although only these are permitted. This is a fault unless the judge excuses it."""

    def __init__(self, operation: Operation, outcome: Outcome, permitted: Sequence[Permitted]):
        super().__init__(operation)
        self.operation = operation
        self.outcome = outcome
        self.permitted = tuple(permitted)


@dataclass(frozen=True)
class Check:
    """Laws that have one name. `laws` has one law for each kind of input that it gets (see `inputs`). `applies` says why
    the check does not apply to an encoding, and is empty if it does. The testee must have the `feature`. An exhaustive
    run sweeps the laws for which `swept` holds."""

    name: str
    text: str
    laws: tuple[tuple[str, Law], ...]
    applies: Callable[[Encoding], str]
    feature: str = ""
    swept: Callable[[Encoding], bool] = lambda encoding: False


@overload
def taken(operation: Encode, outcome: Outcome) -> bytes: ...


@overload
def taken(operation: Decode, outcome: Outcome) -> tuple[int, ...]: ...


def taken(operation: Operation, outcome: Outcome) -> bytes | tuple[int, ...]:
    """The bytes or values that an operation gave. Raises Refused if the outcome is not a result."""
    if not isinstance(outcome, Result):
        raise Refused(operation, outcome, ())
    return outcome.value


def must_be(operation: Operation, outcome: Outcome, expected: Result, reason: str) -> None:
    """Checks that the outcome is the expected one. Raises Refused if it is not a result, and Violation if it is another one."""
    if not isinstance(outcome, Result):
        raise Refused(operation, outcome, [expected])
    if outcome != expected:
        raise Violation(operation, outcome, reason, [expected])


def always(encoding: Encoding) -> str:
    """For laws that apply to every encoding."""
    return ""


def where_claimed(name: str) -> Callable[[Encoding], str]:
    """For laws that apply to encodings whose specification claims a property."""

    def applies(encoding: Encoding) -> str:
        if encoding.claims(name):
            return ""
        if encoding.denies(name):
            return f"not {name}: denied in {encoding.properties[name].section}"
        return f"{name}: neither claimed nor denied by the specification"

    return applies


def where_denied(name: str) -> Callable[[Encoding], str]:
    """For laws that apply to encodings whose specification denies a property."""

    def applies(encoding: Encoding) -> str:
        return "" if encoding.denies(name) else f"{name}: not denied by the specification"

    return applies


def where_stated(attribute: str) -> Callable[[Encoding], str]:
    """For laws that apply to encodings that state this attribute."""

    def applies(encoding: Encoding) -> str:
        return "" if getattr(encoding, attribute) else f"{attribute.replace('_', ' ')}: the encoding states none"

    return applies
