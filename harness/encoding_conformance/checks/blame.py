"""Finds the operation that is at fault when a law is broken.

A law compares answers of an implementation with each other, so the operation on which it breaks may have the right outcome: if
encode gives wrong bytes, decode may rightly reject them. The tables of the encoding say which operation is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from encoding_conformance.checks.drive import NOT_THE_REPLACEMENT, Perform, first_violation, judge_replacing
from encoding_conformance.checks.law import Violation, Work
from encoding_conformance.checks.round_trips import holds_a_pair
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import difference, matches
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import Decode, Operation, Permitted
from encoding_conformance.core.outcome import FAILURES, Outcome
from encoding_conformance.core.verdict import Status
from encoding_conformance.models import permitted
from encoding_conformance.models.replacement import instead

Asked = Sequence[tuple[Operation, Outcome]]
"""Operations with their outcomes, in the order in which they were asked."""


class Blamed(NamedTuple):
    """A violation on the operation that is at fault, with the outcomes that the tables permit the implementation. If it
    `is_vector`, the operation shows the fault by itself, so that it can be a test vector."""

    violation: Violation
    is_vector: bool


def asked_by(law: Work, encoding: Encoding, limits: Limits, input: object, perform: Perform) -> Asked:
    """Runs a law on one input, and returns what it asked and what it got."""
    asked: list[tuple[Operation, Outcome]] = []

    def recorded(operations: Sequence[Operation]) -> Sequence[Outcome]:
        outcomes = list(perform(operations))
        asked.extend(zip(operations, outcomes))
        return outcomes

    first_violation(law, encoding, limits, [input], recorded)
    return asked


def blamed(encoding: Encoding, limits: Limits, found: Violation, asked: Asked) -> Blamed:
    """Returns the violation on the operation that is at fault. `asked` is what the law asked.

    That is the operation on which the law broke if the tables say the same about it as the law. Otherwise it is the first
    operation whose outcome the tables do not permit. If there is none, or if the encoding states no tables, the violation
    stays as it is, and is no vector.
    """
    if not encoding.tables:
        return Blamed(found, False)
    expected = permitted(encoding, found.operation)
    # A law that permits no outcome in particular agrees with the tables.
    by_tables = instead(encoding, found.operation, expected, limits.replacing)
    agreed = not found.permitted or any(matches(a, b) or matches(b, a) for a in found.permitted for b in by_tables)
    if isinstance(found.outcome, FAILURES) or (agreed and _is_wrong(encoding, limits, found.operation, found.outcome, expected)):
        return _told(encoding, limits, Violation(found.operation, found.outcome, found.reason, expected, found.refused), asked)
    for operation, outcome in (*asked, (found.operation, found.outcome)):
        if isinstance(operation, Decode) and holds_a_pair(encoding, operation.input):
            continue
        expected = permitted(encoding, operation)
        if _is_wrong(encoding, limits, operation, outcome, expected):
            return _told(encoding, limits, Violation(operation, outcome, difference(expected, outcome), expected), asked)
    return Blamed(found, False)


def _told(encoding: Encoding, limits: Limits, found: Violation, asked: Asked) -> Blamed:
    """Returns a violation with the outcomes that the implementation is permitted. It is no vector if its input is cut, if the
    same operation had a permitted outcome at another time, or if the implementation must replace, which vectors do not permit."""
    again = [outcome for operation, outcome in asked if operation == found.operation]
    right = any(not _is_wrong(encoding, limits, found.operation, outcome, found.permitted) for outcome in again)
    expected = instead(encoding, found.operation, found.permitted, limits.replacing)
    if expected == found.permitted:
        return Blamed(found, not found.operation.cuts and not right)
    reason = NOT_THE_REPLACEMENT if isinstance(found.outcome, Permitted) else found.reason
    return Blamed(Violation(found.operation, found.outcome, reason, expected, found.refused), False)


def _is_wrong(encoding: Encoding, limits: Limits, operation: Operation, outcome: Outcome, expected: Sequence[Permitted]) -> bool:
    return isinstance(outcome, FAILURES) or judge_replacing(encoding, operation, expected, outcome, limits).status == Status.FAIL
