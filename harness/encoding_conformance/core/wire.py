"""Writes bytes, values and outcomes in the notation of the plug-in protocol; see docs/protocol.md."""

from __future__ import annotations

from collections.abc import Iterable

from encoding_conformance.core.operation import Encode, Operation
from encoding_conformance.core.outcome import (
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

EMPTY = "-"
"""The text for an empty sequence, and for an unknown offset."""


def bytes_text(data: bytes) -> str:
    """Returns bytes as pairs of upper-case hexadecimal digits with nothing between them, or `-` if there are none."""
    return data.hex().upper() or EMPTY


def values_text(values: Iterable[int]) -> str:
    """Returns values as upper-case hexadecimal numbers separated by commas, or `-` if there are none."""
    return ",".join([f"{value:X}" for value in values]) or EMPTY


def input_text(operation: Operation) -> str:
    """Returns the third field of a request. If the input is cut, `/` separates its pieces."""
    if isinstance(operation, Encode):
        return values_text(operation.input)
    if operation.cuts:
        return "/".join(piece.hex().upper() for piece in operation.pieces)
    return bytes_text(operation.input)


def outcome_text(outcome: Outcome) -> str:
    """Returns an outcome on one line, such as `ok 41`, `reject 3` or `unsupported`."""
    match outcome:
        case Encoded(data):
            return "ok " + bytes_text(data)
        case Decoded(values):
            return "ok " + values_text(values)
        case Rejection(offset, text):
            place = "" if offset is None and not text else f" {EMPTY if offset is None else offset}"
            return f"reject{place} {text}".rstrip()
        case Unsupported(text):
            return f"unsupported {text}".rstrip()
        case Crash(_, frame):
            return f"crash: {failure_text(outcome)} in {frame}" if frame else f"crash: {failure_text(outcome)}"
        case Timeout():
            return f"time-out: {failure_text(outcome)}"
        case BrokenProtocol():
            return f"broken protocol: {failure_text(outcome)}"
        case Malformed(text):
            return f"malformed: {text}"
        case NotAsked(text):
            return f"not asked: {text}"


def failure_text(failure: Failure) -> str:
    """Returns what happened, followed by what the process complained about on standard error if it did."""
    if isinstance(failure, Malformed):
        return failure.text
    return f"{failure.text}; standard error says: {failure.complaint}" if failure.complaint else failure.text
