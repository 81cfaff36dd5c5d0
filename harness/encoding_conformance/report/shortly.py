"""Operations and outcomes on one line, in the notation of the vectors. Of a long sequence, only the beginning and the end are
shown, as in a failure."""

from __future__ import annotations

from collections.abc import Sequence

from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome
from encoding_conformance.core.wire import outcome_text
from encoding_conformance.report.example import TEXT
from encoding_conformance.report.window import tokens, windowed
from encoding_conformance.specification.faults import abridged

_LONGEST = 400
"""The most characters of an outcome that is not a result."""


def operation_shortly(operation: Operation) -> str:
    """Returns an operation, such as `decode 41*32769 C4 80 00`."""
    return f"{operation.kind} {input_shortly(operation)}"


def input_shortly(operation: Operation) -> str:
    """Returns the input of an operation."""
    return sequence_shortly(operation.input, "byte" if isinstance(operation, Decode) else "value", operation.cuts)


def outcome_shortly(outcome: Outcome) -> str:
    """Returns an outcome, such as `ok 41*32769` or `reject 3 truncated`."""
    match outcome:
        case Encoded(value):
            return f"ok {sequence_shortly(value, 'byte')}"
        case Decoded(value):
            return f"ok {sequence_shortly(value, 'value')}"
        case _:
            return abridged(outcome_text(outcome), _LONGEST)


def sequence_shortly(sequence: bytes | Sequence[int], unit: str, cuts: Sequence[int] = ()) -> str:
    """Returns bytes or values. Each is a `unit`, of which a gap tells how many are left out."""
    return " ".join(token.text for token in windowed(tokens(sequence, cuts), (), TEXT, unit))
