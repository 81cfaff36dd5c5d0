"""Finds the single operation that shows a finding, because a test vector has only one operation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encoding_conformance.adapters.testee import Testee
from encoding_conformance.checks.drive import judge_replacing
from encoding_conformance.checks.round_trips import holds_a_pair
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import FAILURES, Decoded
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Status
from encoding_conformance.fuzz.finding import Finding, asked_again
from encoding_conformance.fuzz.rerun import Rerun
from encoding_conformance.models import model_of, permitted

TABLE, LAW, NOBODY = "the encoding's tables say", "the law that it breaks says", ""
"""The authorities for the permitted outcomes. There is none if it is NOBODY."""


class NoVector(Exception):
    """No single operation shows a finding. The message says why, and what the user can do."""


@dataclass(frozen=True)
class Shown:
    """An operation that shows a finding. `by` is the authority for the permitted outcomes; if it is NOBODY, `permitted`
    is empty. `state` is the state of the finding, one of STATES."""

    finding: Finding
    state: str
    operation: Operation
    permitted: tuple[Permitted, ...]
    by: str


def shown(again: Rerun, old: Finding) -> Shown:
    """Returns the operation that shows a finding.

    It asks the finding again, and then each operation that may show it alone, all in new processes. The first operation
    whose outcome is not permitted shows the finding. If the finding does not appear again, the result is the operation
    that the finding names. Raises NoVector if no single operation shows the finding, and CannotAsk if it cannot be asked.
    """
    now = again.ask(old.case)
    state, finding = asked_again(old, now), now or old
    if finding.case.before:
        raise NoVector(_LEAK)
    told = finding.seen.operation
    for operation in _operations(again.encoding, finding, told):
        permitted, by = _permitted(again.encoding, finding, operation)
        if (now is None and operation == told) or _fails(again, operation, permitted):
            return Shown(finding, state, operation, permitted, by)
    raise NoVector(_SEVERAL)


_KEEP = """
`conform replay` asks the very case again. Checks use the inputs of vectors: one with this input, whatever is
permitted of it, lets every run see the fault.\
"""
_LEAK = "it takes the inputs before it, and a vector is one operation, from the initial state." + _KEEP
_SEVERAL = (
    """\
each of its operations, asked alone, has a permitted outcome: it takes several of them, or pieces, to see what is wrong,
and a vector is one operation on one whole input.\
"""
    + _KEEP
)


def _operations(encoding: Encoding, finding: Finding, told: Operation) -> Iterator[Operation]:
    """Yields the operation that the finding names, then the operations with which its law begins, without those that are
    cut."""
    octets = Decode(encoding.id, finding.case.data)
    found: list[Operation] = [told, octets]
    if encoding.tables and isinstance(outcome := model_of(encoding).decode(octets.input)[0], Decoded):
        found.append(Encode(encoding.id, outcome.value))
    return (operation for operation in dict.fromkeys(found) if not operation.cuts)


def _permitted(encoding: Encoding, finding: Finding, operation: Operation) -> tuple[tuple[Permitted, ...], str]:
    """Returns the permitted outcomes and the authority for them. Tables are preferred to laws, because a law may use
    earlier answers of the implementation itself."""
    is_told = isinstance(operation, Encode) or not holds_a_pair(encoding, operation.input)
    if encoding.tables and is_told:
        return permitted(encoding, operation), TABLE
    if finding.seen.permitted and operation == finding.seen.operation:
        return finding.seen.permitted, LAW
    return (), NOBODY


def _fails(again: Rerun, operation: Operation, permitted: tuple[Permitted, ...]) -> bool:
    with Testee(again.implementation) as testee:
        (outcome,) = testee.perform([operation])
    if not permitted:
        return isinstance(outcome, FAILURES)
    return judge_replacing(again.encoding, operation, permitted, outcome, again.limits).status in (Status.FAIL, Status.ERROR)
