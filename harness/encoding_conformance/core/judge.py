"""Judges outcomes by comparing them with the permitted ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Encode, Operation
from encoding_conformance.core.outcome import (
    FAILURES,
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Failure,
    Malformed,
    NotAsked,
    Outcome,
    Rejection,
    Timeout,
    Unsupported,
)
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Blame, Ground, Judgement, Status


def judge(
    encoding: Encoding,
    operation: Operation,
    permitted: Sequence[Permitted],
    outcome: Outcome,
    limits: Limits,
) -> Judgement:
    """Judges an outcome, given the permitted outcomes and the limits that the implementation declares.

    A permitted outcome passes. An outcome that a declared limit or an optional value excuses is skipped, with the reason.
    Any other answer fails. A failure, such as a crash, is never an answer. An operation that was not asked is skipped.
    """
    if isinstance(outcome, FAILURES):
        return judge_failure(outcome)
    if isinstance(outcome, NotAsked):
        return judge_not_asked(outcome)
    for expected in permitted:
        if matches(expected, outcome):
            return _passed(permitted, outcome)
    skip = no_fault(encoding, operation, permitted, outcome, limits)
    return skip or Judgement(Status.FAIL, difference(permitted, outcome))


def judge_failure(outcome: Failure) -> Judgement:
    """Judges a failure, which is never an answer. A broken protocol is the adapter's fault, and any other failure is the
    implementation's."""
    if isinstance(outcome, BrokenProtocol):
        return Judgement(Status.ERROR, outcome_text(outcome), Blame.ADAPTER)
    return Judgement(Status.FAIL, outcome_text(outcome))


def judge_not_asked(outcome: NotAsked) -> Judgement:
    """Returns the judgement that skips what was not asked, with the reason."""
    return Judgement(Status.SKIP, outcome_text(outcome), ground=Ground.NOT_ASKED)


def matches(expected: Permitted, outcome: Outcome) -> bool:
    """Returns whether an outcome is this permitted one. Offsets are compared only if both have one, and free text is
    never compared."""
    if not isinstance(expected, Rejection):
        return outcome == expected
    return isinstance(outcome, Rejection) and (
        expected.offset is None or outcome.offset is None or expected.offset == outcome.offset
    )


def no_fault(
    encoding: Encoding, operation: Operation, permitted: Sequence[Permitted], outcome: Outcome, limits: Limits
) -> Judgement | None:
    """Returns the judgement that skips an outcome, if a declared limit or an optional value excuses it, and None if
    nothing does. `outcome` must not be one of the permitted outcomes."""
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


PASSED = Judgement(Status.PASS)
"""The judgement of an outcome if it is the only permitted one."""


def _passed(permitted: Sequence[Permitted], outcome: Outcome) -> Judgement:
    if len(permitted) == 1:
        return PASSED
    seen = "a rejection" if isinstance(outcome, Rejection) else "this result"
    return Judgement(Status.PASS, f"the specification is silent; seen: {seen}", ground=Ground.SILENCE)


def difference(permitted: Sequence[Permitted], outcome: Outcome) -> str:
    """Returns what is wrong with an answer that is not permitted, as a text for people. If no outcome is permitted,
    every result is wrong."""
    found = [expected for expected in permitted if isinstance(expected, Rejection)]
    rejections = found if len(found) == len(permitted) else []
    match outcome:
        case Unsupported():
            return "unsupported, but within what the implementation declares that it supports"
        case Encoded() | Decoded() if rejections:
            return f"accepted what must be rejected{_because(rejections)}"
        case Encoded() | Decoded():
            return "a different result than the permitted one"
        case Rejection(offset) if rejections:
            return f"rejected at {offset}, but the first fault is at {rejections[0].offset}"
        case Rejection():
            return "rejected what must be accepted"
        case Crash() | Timeout() | BrokenProtocol() | Malformed() | NotAsked():
            return outcome_text(outcome)


def _because(rejections: Sequence[Rejection]) -> str:
    return f" ({rejections[0].text})" if rejections[0].text else ""


Manner = Literal[
    "crashes",
    "times out",
    "breaks the protocol",
    "gives a malformed reply",
    "says unsupported",
    "is not asked",
    "accepts ill-formed input",
    "rejects well-formed input",
    "rejects at another offset",
    "gives another result",
    "accepts",
    "rejects",
]
"""The last two are of outcomes that are permitted."""


def manner(permitted: Sequence[Permitted], outcome: Outcome) -> Manner:
    """Returns what an implementation did, given the permitted outcomes. If they are unknown, a result is another one, and the
    input of a rejection counts as well-formed."""
    is_permitted = any(matches(expected, outcome) for expected in permitted)
    rejections = [expected for expected in permitted if isinstance(expected, Rejection)]
    match outcome:
        case Encoded() | Decoded():
            if is_permitted:
                return "accepts"
            return "accepts ill-formed input" if permitted and len(rejections) == len(permitted) else "gives another result"
        case Rejection():
            if is_permitted:
                return "rejects"
            return "rejects at another offset" if rejections else "rejects well-formed input"
        case Unsupported():
            return "says unsupported"
        case Crash():
            return "crashes"
        case Timeout():
            return "times out"
        case BrokenProtocol():
            return "breaks the protocol"
        case Malformed():
            return "gives a malformed reply"
        case NotAsked():
            return "is not asked"
