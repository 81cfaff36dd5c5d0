"""Operations and outcomes in the notation of the vectors, as reports and findings have them, and back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from harness.core.notation import NotationError, format_bytes, format_values, parse_bytes, parse_values
from harness.core.operation import DECODE, ENCODE, Decode, Encode, Kind, Operation
from harness.core.outcome import BrokenProtocol, Crash, Decoded, Encoded, Outcome, Rejection, Result, Timeout, Unsupported
from harness.core.vector import Permitted
from harness.core.wire import outcome_text

_PIECES = " / "
"""Between two pieces of an input that is cut."""

_FAILURES: dict[str, Callable[[str], Outcome]] = {"crash: ": Crash, "time-out: ": Timeout, "broken protocol: ": BrokenProtocol}
"""How outcomes begin that are no answer."""


def operation_of(kind: Kind, encoding: str, text: str) -> Operation:
    """The operation of this kind whose input is written in `text`. Raises NotationError if `text` is not in the notation."""
    return Encode(encoding, parse_values(text)) if kind == ENCODE else Decode(encoding, parse_bytes(text))


def result_of(kind: Kind, text: str) -> Result:
    """The result, written in `text`, of an operation of this kind. Raises NotationError if `text` is not in the notation."""
    return Encoded(parse_bytes(text)) if kind == ENCODE else Decoded(parse_values(text))


def notated_input(operation: Operation) -> str:
    """The input of an operation in the notation, without its cuts."""
    return format_values(operation.input) if isinstance(operation, Encode) else format_bytes(operation.input)


def notated_result(result: Result) -> str:
    """The bytes or values of a result in the notation."""
    return format_bytes(result.value) if isinstance(result, Encoded) else format_values(result.value)


def written_input(operation: Operation) -> str:
    """`"41*32769 C4 80"`, or for a cut input `"F0 / 9F 92 / A9"`."""
    if isinstance(operation, Encode) or not operation.cuts:
        return notated_input(operation)
    return _PIECES.join(map(format_bytes, operation.pieces))


def written_outcome(outcome: Outcome) -> str:
    """`"ok 41*32769"`, `"reject 3 truncated"`, `"crash: …"`."""
    match outcome:
        case Encoded() | Decoded():
            return "ok " + notated_result(outcome)
        case _:
            return outcome_text(outcome)


def read_operation(kind: str, encoding: str, text: str) -> Operation:
    """The operation whose input was written so. Raises NotationError."""
    if kind == ENCODE:
        return operation_of(kind, encoding, text)
    if kind != DECODE:
        raise NotationError(f"{kind!r} is not an operation; expected {ENCODE} or {DECODE}")
    pieces = [parse_bytes(piece) for piece in text.split(_PIECES)]
    return Decode(encoding, b"".join(pieces), tuple(accumulate(len(piece) for piece in pieces[:-1])))


def read_outcome(kind: Kind, text: str) -> Outcome:
    """The outcome of an operation of this kind that was written so. Raises NotationError."""
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
    """The permitted outcome that was written so. Raises NotationError."""
    outcome = read_outcome(kind, text)
    if not isinstance(outcome, Permitted):
        raise NotationError(f"{text[:60]!r} is not a permitted outcome; expected ok or reject")
    return outcome
