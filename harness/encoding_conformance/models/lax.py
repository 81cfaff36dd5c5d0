"""Calculates what an implementation gives that accepts what is ill-formed by a rule. Known deviations state these rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from struct import iter_unpack

from encoding_conformance.core import known_outcome as known
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome
from encoding_conformance.core.ranges import SURROGATES
from encoding_conformance.models.form import goes_in_steps, step_model_of
from encoding_conformance.models.model import Fault, StepModel


def covers(got: str, encoding: Encoding, operation: Operation, outcome: Outcome) -> bool:
    """Returns whether an outcome of an operation is the one that is known, by a rule or not."""
    if got not in _RULES:
        return known.covers(got, operation.kind, outcome)
    return goes_in_steps(encoding) and encoding.claims("stateless") and _RULES[got](encoding, operation) == outcome


def _skipped(encoding: Encoding, operation: Operation) -> Outcome | None:
    """What is left without the code units at which no well-formed code begins, and without the values that the encoding lacks."""
    model = step_model_of(encoding)
    if isinstance(operation, Decode):
        return Decoded(tuple(part for part in _parts(model, operation.input) if isinstance(part, int)))
    return model.encode([value for value in operation.input if value in encoding.values])[0]


def _numbers(encoding: Encoding, operation: Operation, bits: int = -1) -> Outcome | None:
    """Each code unit at which no well-formed code begins as a value, and each value that the encoding lacks as a code unit; None
    if it has not enough bits for one of them. A code unit that the end of the input cuts off is dropped. Only `bits` of them
    are kept."""
    model, unit, order = step_model_of(encoding), encoding.code_unit, encoding.byte_order
    if isinstance(operation, Encode):
        return _written(model, operation, bits)
    parts = (part for part in _parts(model, operation.input) if isinstance(part, int) or len(part) == unit)
    return Decoded(tuple(part if isinstance(part, int) else int.from_bytes(part, order) & bits for part in parts))


def _low_bits(encoding: Encoding, operation: Operation) -> Outcome | None:
    """The same, but of each code unit or value only as many bits as the largest value of the encoding has."""
    last = encoding.values.last
    return _numbers(encoding, operation, (1 << int(last).bit_length()) - 1) if last != inf else None


def _through_utf_16(encoding: Encoding, operation: Operation) -> Outcome | None:
    """Each code unit of 32 bits as a code unit of UTF-16, or as two of them, calculated as for a value that UTF-16 has (The
    Unicode Standard, table 3-5); then each two surrogates that make a pair are joined. None if decode gets something else."""
    if isinstance(operation, Encode) or encoding.code_unit != _UTF_32_UNIT or len(operation.input) % _UTF_32_UNIT:
        return None
    numbers = (number for (number,) in iter_unpack(f"{'<' if encoding.byte_order == 'little' else '>'}I", operation.input))
    units = (unit for number in numbers for unit in ((number,) if number < _FIRST_PAIR else _halves(number)))
    text = b"".join(unit.to_bytes(_UTF_16_UNIT, "little") for unit in units).decode("utf-16-le", "surrogatepass")
    return Decoded(tuple(map(ord, text)))


def _halves(number: int) -> tuple[int, int]:
    """Returns the high and the low surrogate of a number, of which more bits than a pair has room for are lost."""
    first, _ = SURROGATES.ranges[0]
    return (first + (number - _FIRST_PAIR >> _HALF)) % _FIRST_PAIR, (first | 1 << _HALF) + number % (1 << _HALF)


def _written(model: StepModel, operation: Encode, bits: int) -> Encoded | None:
    encoding, unit, written = model.encoding, model.encoding.code_unit, bytearray()
    for value in operation.input:
        if value in encoding.values:
            written += model.write(value, model.initial)[0]
        elif value & bits < 1 << 8 * unit:
            written += (value & bits).to_bytes(unit, encoding.byte_order)
        else:
            return None
    return Encoded(bytes(written))


def _parts(model: StepModel, data: bytes) -> Iterator[int | bytes]:
    """Yields the value of each code, and each code unit at which no well-formed code begins. If codes may have any length, the
    bytes of one that the end of the input cuts off are one part."""
    place, unit = 0, model.encoding.code_unit
    while place < len(data):
        start = place
        try:
            value, place, _, _ = model.read(data, start, model.initial)
        except Fault as fault:
            place = start + unit if model.reach or fault.reason != "truncated" else len(data)
            yield data[start:place]
        else:
            yield b"" if value is None else value


_UTF_16_UNIT, _UTF_32_UNIT = 2, 4
_FIRST_PAIR = 1 << 8 * _UTF_16_UNIT
_HALF = 10
"""The first value that UTF-16 writes as a pair, and how many of its bits each surrogate has."""

_RULES: dict[str, Callable[[Encoding, Operation], Outcome | None]] = {
    known.SKIPPED: _skipped,
    known.NUMBERS: _numbers,
    known.LOW_BITS: _low_bits,
    known.THROUGH_UTF_16: _through_utf_16,
}
