"""Operations and outcomes in the notation of the vectors, as reports have them, and back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from harness.core.notation import NotationError, format_bytes, format_values, parse_bytes, parse_values
from harness.core.operation import DECODE, ENCODE, Operation
from harness.core.outcome import BrokenProtocol, Crash, Outcome, Rejection, Result, Timeout, Unsupported
from harness.core.wire import outcome_text

_PIECES = " / "
"""Between two pieces of an input that is cut."""

_FAILURES: dict[str, Callable[[str], Outcome]] = {
    "crash: ": Crash, "time-out: ": Timeout, "broken protocol: ": BrokenProtocol
}
"""How outcomes begin that are no answer."""


def written_input(operation: Operation) -> str:
    """`"41*32769 C4 80"`, or for a cut input `"F0 / 9F 92 / A9"`."""
    if operation.kind == ENCODE:
        return format_values(operation.input)
    return _PIECES.join(map(format_bytes, operation.pieces)) if operation.cuts else format_bytes(operation.input)


def written_outcome(outcome: Outcome) -> str:
    """`"ok 41*32769"`, `"reject 3 truncated"`, `"crash: …"`."""
    match outcome:
        case Result(bytes() as data):
            return "ok " + format_bytes(data)
        case Result(values):
            return "ok " + format_values(values)
        case _:
            return outcome_text(outcome)


def read_operation(kind: str, encoding: str, text: str) -> Operation:
    """The operation whose input was written so. Raises NotationError."""
    if kind == ENCODE:
        return Operation(kind, encoding, parse_values(text))
    if kind != DECODE:
        raise NotationError(f"{kind!r} is not an operation; expected {ENCODE} or {DECODE}")
    pieces = [parse_bytes(piece) for piece in text.split(_PIECES)]
    return Operation(kind, encoding, b"".join(pieces), tuple(accumulate(len(piece) for piece in pieces[:-1])))


def read_outcome(kind: str, text: str) -> Outcome:
    """The outcome of an operation of this kind that was written so. Raises NotationError."""
    for begins, failure in _FAILURES.items():
        if text.startswith(begins):
            return failure(text.removeprefix(begins))
    word, _, rest = text.partition(" ")
    match word:
        case "ok":
            return Result(parse_bytes(rest) if kind == ENCODE else parse_values(rest))
        case "reject":
            offset, _, why = rest.partition(" ")
            return Rejection(int(offset) if offset.isdecimal() else None, why)
        case "unsupported":
            return Unsupported(rest)
    raise NotationError(f"{text[:60]!r} is not an outcome; expected ok, reject, unsupported or a failure")
