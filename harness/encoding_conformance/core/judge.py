"""Judges outcomes by comparing them with the permitted ones. Reasons, reports, causes and crash buckets use the classification of
faults in this module."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Self

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Encode, Operation
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Failure,
    Malformed,
    NotRun,
    Outcome,
    Rejection,
    Timeout,
    Unsupported,
    Valid,
)
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
    failure, such as a crash, is never an answer. An operation that did not run is skipped."""
    if isinstance(outcome, Failure | NotRun):
        return judge_unanswered(outcome)
    if any(matches(expected, outcome) for expected in permitted):
        if len(permitted) == 1:
            return PASSED
        seen = "a rejection" if isinstance(outcome, Rejection) else "this result"
        return Judgement(Status.PASS, f"the specification is silent; seen: {seen}", ground=Ground.SILENCE)
    skip = no_fault(encoding, operation, permitted, outcome, limits)
    return skip or Judgement(Status.FAIL, difference(permitted, outcome))


def judge_unanswered(outcome: Failure | NotRun) -> Judgement:
    """Judges an outcome that is not an answer. A broken protocol is the adapter's fault, any other failure the implementation's.
    An operation that did not run is skipped."""
    if isinstance(outcome, NotRun):
        return Judgement(Status.SKIP, outcome_text(outcome), ground=Ground.NOT_RUN)
    if isinstance(outcome, BrokenProtocol):
        return Judgement(Status.ERROR, outcome_text(outcome), Blame.ADAPTER)
    return Judgement(Status.FAIL, outcome_text(outcome))


def no_fault(
    encoding: Encoding, operation: Operation, permitted: Sequence[Permitted], outcome: Outcome, limits: Limits
) -> Judgement | None:
    """Returns the judgement that skips an outcome that is not permitted if a declared limit or an optional value excuses it."""
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
    """Returns the values that an operation encodes, or the values of its permitted results."""
    if isinstance(operation, Encode):
        return operation.input
    return [value for expected in permitted if isinstance(expected, Decoded) for value in expected.value]


class Manner(StrEnum):
    """What an implementation did with an operation, in a few words that fit any input."""

    CRASHES = "crashes"
    TIMES_OUT = "times out"
    BREAKS_THE_PROTOCOL = "breaks the protocol"
    MALFORMED = "gives a malformed reply"
    UNSUPPORTED = "says unsupported"
    NOT_RUN = "is not asked"
    ACCEPTS_ILL_FORMED = "accepts ill-formed input"
    REJECTS_WELL_FORMED = "rejects well-formed input"
    OTHER_OFFSET = "rejects at another offset"
    OTHER_RESULT = "gives another result"
    ACCEPTS = "accepts"
    """The result is permitted."""
    REJECTS = "rejects"
    """The rejection is permitted."""


class Fault(StrEnum):
    """The ways in which an outcome can be wrong, each with its manner."""

    manner: Manner

    def __new__(cls, text: str, manner: Manner) -> Self:
        fault = str.__new__(cls, text)
        fault._value_, fault.manner = text, manner
        return fault

    CRASH = "crash", Manner.CRASHES
    TIMEOUT = "time-out", Manner.TIMES_OUT
    BROKEN_PROTOCOL = "broken reply", Manner.BREAKS_THE_PROTOCOL
    MALFORMED = "malformed", Manner.MALFORMED
    REPLACED = "replaced", Manner.ACCEPTS_ILL_FORMED
    """Ill-formed input gave a result with replacement characters."""
    ACCEPTED = "accepted", Manner.ACCEPTS_ILL_FORMED
    """Ill-formed input gave another result."""
    OFFSET_TOO_LARGE = "offset too large", Manner.OTHER_OFFSET
    REFUSED = "refused", Manner.REJECTS_WELL_FORMED
    """Well-formed input was rejected."""
    OFFSET_TOO_SMALL = "offset too small", Manner.OTHER_OFFSET
    UNSUPPORTED = "unsupported", Manner.UNSUPPORTED
    WRONG = "wrong", Manner.OTHER_RESULT
    """The result has as many bytes or values as the permitted one."""
    TOO_SHORT = "too short", Manner.OTHER_RESULT
    TOO_LONG = "too long", Manner.OTHER_RESULT


_FAILURES = {
    Crash: Fault.CRASH,
    Timeout: Fault.TIMEOUT,
    BrokenProtocol: Fault.BROKEN_PROTOCOL,
    Malformed: Fault.MALFORMED,
    Unsupported: Fault.UNSUPPORTED,
}

_REPLACEMENTS = {Decoded: (0xFFFD,), Encoded: b"?\x1a"}
"""U+FFFD, and the bytes that encoders write instead of it."""


def matches(expected: Permitted, outcome: Outcome) -> bool:
    """Returns whether an outcome is this permitted one. Compares offsets only if both have one, and never free text."""
    if not isinstance(expected, Rejection):
        return outcome == expected
    return isinstance(outcome, Rejection) and (
        expected.offset is None or outcome.offset is None or expected.offset == outcome.offset
    )


def fault_of(permitted: Sequence[Permitted], outcome: Outcome) -> Fault:
    """Returns the fault of an outcome that is not permitted. If no outcome is permitted, every result is wrong, and every
    rejection refuses well-formed input. Raises ValueError if the operation did not run."""
    rejection = next((expected for expected in permitted if isinstance(expected, Rejection)), None)
    result = next((expected for expected in permitted if not isinstance(expected, Rejection)), None)
    match outcome:
        case Encoded(value) | Decoded(value):
            if result is None and rejection:
                return Fault.REPLACED if any(item in value for item in _REPLACEMENTS[type(outcome)]) else Fault.ACCEPTED
            if result is None or len(value) == len(result.value):
                return Fault.WRONG
            return Fault.TOO_SHORT if len(value) < len(result.value) else Fault.TOO_LONG
        case Valid():
            return Fault.WRONG if result else Fault.ACCEPTED
        case Rejection(offset):
            if rejection is None:
                return Fault.REFUSED
            return Fault.OFFSET_TOO_SMALL if (offset or 0) < (rejection.offset or 0) else Fault.OFFSET_TOO_LARGE
        case NotRun():
            raise ValueError("an operation that did not run has no fault")
        case _:
            return _FAILURES[type(outcome)]


def difference(permitted: Sequence[Permitted], outcome: Outcome) -> str:
    """Describes the fault of an outcome that is not permitted, for people."""
    match fault_of(permitted, outcome), outcome:
        case Fault.UNSUPPORTED, _:
            return "unsupported, but within the limits that the implementation declares"
        case ((Fault.ACCEPTED | Fault.REPLACED), _):
            reason = next((expected.text for expected in permitted if isinstance(expected, Rejection)), "")
            return "accepted input that must be rejected" + (f" ({reason})" if reason else "")
        case Fault.REFUSED, _:
            return "rejected input that must be accepted"
        case _, Rejection(offset):
            fault = next(expected.offset for expected in permitted if isinstance(expected, Rejection))
            return f"rejected at {offset}, but the first fault is at {fault}"
        case _, Valid():
            return "valid, without values; for a validator, expected operations: [validate] in the manifest"
        case _, (Encoded() | Decoded()):
            return "a different result than the permitted one"
        case _:
            return outcome_text(outcome)


def manner(permitted: Sequence[Permitted], outcome: Outcome) -> Manner:
    """Returns what an implementation did, given the permitted outcomes."""
    if isinstance(outcome, NotRun):
        return Manner.NOT_RUN
    if any(matches(expected, outcome) for expected in permitted):
        return Manner.REJECTS if isinstance(outcome, Rejection) else Manner.ACCEPTS
    return fault_of(permitted, outcome).manner
