"""Writes and reads operations and outcomes in the notation of the vectors, which reports and findings use."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from encoding_conformance.core.notation import NotationError, format_bytes, format_values, parse_bytes, parse_values
from encoding_conformance.core.operation import DECODE, ENCODE, Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    Outcome,
    Rejection,
    Result,
    Timeout,
    Unsupported,
)
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.wire import outcome_text

_PIECES = " / "
"""The separator between two pieces of an input."""

_FAILURES: dict[str, Callable[[str], Outcome]] = {
    "crash: ": Crash,
    "time-out: ": Timeout,
    "broken protocol: ": BrokenProtocol,
    "malformed: ": Malformed,
}
"""The failures, by the beginning of their text."""


def operation_of(kind: Kind, encoding: str, text: str) -> Operation:
    """Returns the operation of this kind whose input is `text`. Raises NotationError if `text` is not in the notation."""
    return Encode(encoding, parse_values(text)) if kind == ENCODE else Decode(encoding, parse_bytes(text))


def result_of(kind: Kind, text: str) -> Result:
    """Returns the result that `text` describes, of an operation of this kind. Raises NotationError if `text` is not in
    the notation."""
    return Encoded(parse_bytes(text)) if kind == ENCODE else Decoded(parse_values(text))


def notated_input(operation: Operation) -> str:
    """Returns the input of an operation in the notation, without the places where it is cut."""
    return format_values(operation.input) if isinstance(operation, Encode) else format_bytes(operation.input)


def notated_result(result: Result) -> str:
    """Returns the bytes or values of a result in the notation."""
    return format_bytes(result.value) if isinstance(result, Encoded) else format_values(result.value)


def written_input(operation: Operation) -> str:
    """Returns the input of an operation in the notation. The pieces of a cut input are separated: `"F0 / 9F 92 / A9"`."""
    if isinstance(operation, Encode) or not operation.cuts:
        return notated_input(operation)
    return _PIECES.join(map(format_bytes, operation.pieces))


def written_outcome(outcome: Outcome) -> str:
    """Returns an outcome in the notation, such as `"ok 41*32769"`, `"reject 3 truncated"` or `"crash: …"`."""
    match outcome:
        case Encoded() | Decoded():
            return "ok " + notated_result(outcome)
        case _:
            return outcome_text(outcome)


def read_operation(kind: str, encoding: str, text: str) -> Operation:
    """Returns the operation of this kind whose `written_input` is `text`. Raises NotationError if the kind or the text
    is not valid."""
    if kind == ENCODE:
        return operation_of(kind, encoding, text)
    if kind != DECODE:
        raise NotationError(f"{kind!r} is not an operation; expected {ENCODE} or {DECODE}")
    pieces = [parse_bytes(piece) for piece in text.split(_PIECES)]
    return Decode(encoding, b"".join(pieces), tuple(accumulate(len(piece) for piece in pieces[:-1])))


def read_outcome(kind: Kind, text: str) -> Outcome:
    """Returns the outcome whose `written_outcome` is `text`, of an operation of this kind. Raises NotationError if the
    text is not valid. The frame and the complaint of a failure are not read back as fields."""
    for begins, failure in _FAILURES.items():
        if text.startswith(begins):
            return failure(text.removeprefix(begins))
    word, _, rest = text.partition(" ")
    match word:
        case "ok":
            return result_of(kind, rest)
        case "reject":
            offset, _, why = rest.partition(" ")
            return Rejection(int(offset) if offset.isdecimal() else None, why)
        case "unsupported":
            return Unsupported(rest)
    raise NotationError(f"{text[:60]!r} is not an outcome; expected ok, reject, unsupported or a failure")


def read_permitted(kind: Kind, text: str) -> Permitted:
    """Returns the permitted outcome whose `written_outcome` is `text`. Raises NotationError if the text is not valid, or
    is an outcome that is never permitted."""
    outcome = read_outcome(kind, text)
    if not isinstance(outcome, Permitted):
        raise NotationError(f"{text[:60]!r} is not a permitted outcome; expected ok or reject")
    return outcome
