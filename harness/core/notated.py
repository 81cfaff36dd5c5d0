"""Operations and results in the notation of the vectors, and back."""

from __future__ import annotations

from harness.core.notation import format_bytes, format_values, parse_bytes, parse_values
from harness.core.operation import ENCODE, Decode, Encode, Kind, Operation
from harness.core.outcome import Decoded, Encoded, Result


def operation_of(kind: Kind, encoding: str, text: str) -> Operation:
    """The operation of this kind with this input. Raises NotationError."""
    return Encode(encoding, parse_values(text)) if kind == ENCODE else Decode(encoding, parse_bytes(text))


def result_of(kind: Kind, text: str) -> Result:
    """The result of an operation of this kind. Raises NotationError."""
    return Encoded(parse_bytes(text)) if kind == ENCODE else Decoded(parse_values(text))


def notated_input(operation: Operation) -> str:
    """The input of an operation, as if it were not cut."""
    return format_values(operation.input) if isinstance(operation, Encode) else format_bytes(operation.input)


def notated_result(result: Result) -> str:
    """The bytes or values of a result."""
    return format_bytes(result.value) if isinstance(result, Encoded) else format_values(result.value)
