"""Predictions that an operation sees only the beginning of its input, or bytes in another order after a mark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from encoding_conformance.causes.changed_texts import MARK
from encoding_conformance.causes.part import parts
from encoding_conformance.causes.prediction import ANY_LENGTH, Prediction, Text
from encoding_conformance.causes.taken_faults import before_the_fault
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import BOTH, Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import bytes_of, permitted

_ENDING = {0x00: "NUL", 0x1A: "value 1A", 0x04: "value 4", 0xFFFF: "value FFFF", 0xFEFF: "value FEFF"}
"""Values at which programs end a text."""


def of_inputs(encoding: Encoding) -> Iterator[Prediction]:
    """Yields predictions that an operation ends at a value or a byte, or takes the byte order from a mark."""
    for value, name in _ENDING.items():
        if value in encoding.values:
            advice = "" if value else "does the plug-in use strlen?"
            yield Prediction(f"ends at the first {name}", BOTH, partial(_up_to_a_value, encoding, value), advice, ANY_LENGTH)
    for byte in (b"\x00", b"\x1a", b"\xff"):
        advice = "" if byte[0] else "does the plug-in use strlen?"
        outcomes = partial(_up_to, encoding, partial(_up_to_a_byte, byte))
        yield Prediction(f"ends at the first byte {byte.hex().upper()}", (Kind.DECODE,), outcomes, advice, ANY_LENGTH)
    if encoding.code_unit > 1:
        outcomes = partial(_up_to, encoding, lambda data: data.rstrip(b"\0"))
        yield Prediction("strips zero bytes at the end of the input", (Kind.DECODE,), outcomes, requirement=ANY_LENGTH)
    if mark := bytes_of(encoding, (MARK,)) if encoding.code_unit > 1 else b"":
        words = "takes the byte order from a mark at the beginning"
        for kept, more in (((), ""), ((MARK,), ", and keeps the mark")):
            obeyed = {mark: False, mark[::-1]: True}
            yield Prediction(f"{words}{more}", (Kind.DECODE,), partial(_after_a_mark, encoding, obeyed, kept))
        words = "reads in the other byte order after a mark at the beginning"
        yield Prediction(words, (Kind.DECODE,), partial(_after_a_mark, encoding, {mark: True}, ()))


def _up_to_a_byte(byte: bytes, data: bytes) -> bytes:
    return data.partition(byte)[0]


def _up_to(encoding: Encoding, beginning: Callable[[bytes], bytes], operation: Operation) -> Sequence[Permitted]:
    """Returns the outcomes for the beginning of the bytes, or for the values before one that is cut there."""
    if not isinstance(operation, Decode) or (data := beginning(operation.input)) == operation.input:
        return ()
    cut = Decode(encoding.id, data)
    outcomes = permitted(encoding, cut)
    is_cut = isinstance(outcomes[0], Rejection) and outcomes[0].text == "truncated"
    return (*outcomes, *before_the_fault(encoding, cut)) if is_cut else outcomes


def _up_to_a_value(encoding: Encoding, value: int, operation: Operation) -> Sequence[Permitted]:
    if isinstance(operation, Encode):
        end = operation.input.index(value) if value in operation.input else -1
        return permitted(encoding, Encode(encoding.id, operation.input[:end])) if end >= 0 else ()
    first = next((part for part in parts(encoding, operation) if part.value == value and not part.reason), None)
    return permitted(encoding, Decode(encoding.id, operation.input[: first.start])) if first else ()


def _after_a_mark(encoding: Encoding, marks: dict[bytes, bool], kept: Text, operation: Operation) -> Sequence[Permitted]:
    """Returns the outcomes for the input after a mark. `marks` says for each mark whether the rest is read in the other byte
    order, and `kept` is the text that decode gives for the mark."""
    data = bytes(operation.input) if isinstance(operation, Decode) else b""
    mark = next(filter(data.startswith, marks), b"")
    if not mark:
        return ()
    unit, rest = encoding.code_unit, data[len(mark) :]
    if marks[mark]:
        rest = b"".join(rest[at : at + unit][::-1] for at in range(0, len(rest), unit))
    outcome = permitted(encoding, Decode(encoding.id, rest))[0]
    if isinstance(outcome, Decoded):
        return (Decoded((*kept, *outcome.value)),)
    offset = outcome.offset if isinstance(outcome, Rejection) else None
    return (Rejection(offset), Rejection(None if offset is None else offset + len(mark)))
