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
from encoding_conformance.fuzz.finding import Finding, state_after_rerun
from encoding_conformance.fuzz.rerun import Rerun
from encoding_conformance.models import model_of, permitted

TABLE, LAW, NOBODY = "the encoding's tables say", "the law that it breaks says", ""
"""The authorities for the permitted outcomes. There is none if it is NOBODY."""


class NoVector(Exception):
    """No single operation shows a finding. The message says why, and what the user can do."""


@dataclass(frozen=True)
class ShownOperation:
    """An operation that shows a finding. `by` is the authority for the permitted outcomes; if it is NOBODY, `permitted`
    is empty. `state` is the state of the finding, one of STATES."""

    finding: Finding
    state: str
    operation: Operation
    permitted: tuple[Permitted, ...]
    by: str


def shown(rerun: Rerun, old: Finding) -> ShownOperation:
    """Returns the operation that shows a finding.

    It reruns the finding, and then asks each operation that may show it alone, all in new processes. The first operation
    whose outcome is not permitted shows the finding. If the finding does not appear again, the result is the operation
    that the finding names. Raises NoVector if no single operation shows the finding, and CannotAsk if it cannot be asked.
    """
    now = rerun.ask(old.reproducer)
    state, finding = state_after_rerun(old, now), now or old
    if finding.reproducer.before:
        raise NoVector(_LEAK)
    told = finding.operation
    for operation in _operations(rerun.encoding, finding, told):
        permitted, by = _permitted(rerun.encoding, finding, operation)
        if (now is None and operation == told) or _fails(rerun, operation, permitted):
            return ShownOperation(finding, state, operation, permitted, by)
    raise NoVector(_SEVERAL)


_KEEP = """
`conform replay` reruns exactly this case. Checks use the inputs of vectors: one with this input, whatever is
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
    octets = Decode(encoding.id, finding.reproducer.data)
    found: list[Operation] = [told, octets]
    if isinstance(outcome := model_of(encoding).decode(octets.input)[0], Decoded):
        found.append(Encode(encoding.id, outcome.value))
    return (operation for operation in dict.fromkeys(found) if not operation.cuts)


def _permitted(encoding: Encoding, finding: Finding, operation: Operation) -> tuple[tuple[Permitted, ...], str]:
    """Returns the permitted outcomes and the authority for them. Tables are preferred to laws, because a law may use
    earlier answers of the implementation itself. Of a pair that may be joined, tables do not tell one."""
    if isinstance(operation, Encode) or not holds_a_pair(encoding, operation.input):
        return permitted(encoding, operation), TABLE
    if finding.permitted and operation == finding.operation:
        return finding.permitted, LAW
    return (), NOBODY


def _fails(rerun: Rerun, operation: Operation, permitted: tuple[Permitted, ...]) -> bool:
    with Testee(rerun.implementation) as testee:
        (outcome,) = testee.perform([operation])
    if not permitted:
        return isinstance(outcome, FAILURES)
    return judge_replacing(rerun.encoding, operation, permitted, outcome, rerun.limits).status.is_bad
