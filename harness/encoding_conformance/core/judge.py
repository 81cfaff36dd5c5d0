"""Judges outcomes by comparing them with the permitted ones."""

from __future__ import annotations

from collections.abc import Sequence

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.fault import difference, matches
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Encode, Operation
from encoding_conformance.core.outcome import BrokenProtocol, Decoded, Failure, NotAsked, Outcome, Rejection, Unsupported
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Blame, Ground, Judgement, Status

PASSED = Judgement(Status.PASS)
"""The judgement of an outcome if it is the only permitted one."""


def judge(
    encoding: Encoding,
    operation: Operation,
    permitted: Sequence[Permitted],
    outcome: Outcome,
    limits: Limits,
) -> Judgement:
    """Judges an outcome, given the permitted outcomes and the limits that the implementation declares. A permitted outcome
    passes. An outcome that a declared limit or an optional value excuses is skipped, with the reason. Any other answer fails. A
    failure, such as a crash, is never an answer. An operation that was not asked is skipped."""
    if isinstance(outcome, Failure | NotAsked):
        return judge_unanswered(outcome)
    if any(matches(expected, outcome) for expected in permitted):
        if len(permitted) == 1:
            return PASSED
        seen = "a rejection" if isinstance(outcome, Rejection) else "this result"
        return Judgement(Status.PASS, f"the specification is silent; seen: {seen}", ground=Ground.SILENCE)
    skip = no_fault(encoding, operation, permitted, outcome, limits)
    return skip or Judgement(Status.FAIL, difference(permitted, outcome))


def judge_unanswered(outcome: Failure | NotAsked) -> Judgement:
    """Judges what is no answer. A broken protocol is the adapter's fault, and any other failure is the implementation's. What was
    not asked is skipped."""
    if isinstance(outcome, NotAsked):
        return Judgement(Status.SKIP, outcome_text(outcome), ground=Ground.NOT_ASKED)
    if isinstance(outcome, BrokenProtocol):
        return Judgement(Status.ERROR, outcome_text(outcome), Blame.ADAPTER)
    return Judgement(Status.FAIL, outcome_text(outcome))


def no_fault(
    encoding: Encoding, operation: Operation, permitted: Sequence[Permitted], outcome: Outcome, limits: Limits
) -> Judgement | None:
    """Returns the judgement that skips an outcome which is not permitted, if a declared limit or an optional value excuses it."""
    values = values_involved(operation, permitted)
    if isinstance(outcome, Unsupported):
        if not limits.hold(values):
            return Judgement(Status.SKIP, f"beyond the declared max_value {limits.max_value:X}: unsupported", ground=Ground.LIMIT)
        if not isinstance(operation, Encode) and not values and limits.may_be_beyond(operation.input):
            reason = f"ill-formed where a value beyond the declared max_value {limits.max_value:X} may begin: unsupported"
            return Judgement(Status.SKIP, reason, ground=Ground.LIMIT)
    kind = {Unsupported: "unsupported", Rejection: "reject"}.get(type(outcome))
    if kind in encoding.optional.outcomes and encoding.takes_optional(values):
        return Judgement(Status.SKIP, f"values {encoding.optional.values} may be refused: {kind}", ground=Ground.OPTIONAL)
    return None


def values_involved(operation: Operation, permitted: Sequence[Permitted]) -> Sequence[int]:
    """Returns the values that an operation is given, or that it has in its permitted results."""
    if isinstance(operation, Encode):
        return operation.input
    return [value for expected in permitted if isinstance(expected, Decoded) for value in expected.value]
