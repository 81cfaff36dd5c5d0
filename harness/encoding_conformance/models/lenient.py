"""Calculates what implementations give that accept what is ill-formed: by replacing it, or by a rule that a known deviation
states.

Replacements are defined for encodings whose codes have a greatest length and do not depend on what stands before them. In others,
nothing says where the part ends that is replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from struct import iter_unpack

from encoding_conformance.core import known_outcome as known
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per, Replacing
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import model_of
from encoding_conformance.models.model import Fault, StepModel, goes_in_steps, step_model_of


def can_be_replaced(encoding: Encoding) -> bool:
    """Returns whether the tables say what is due of an implementation that replaces."""
    return goes_in_steps(encoding) and encoding.claims("stateless") and step_model_of(encoding).reach > 0


def instead(
    encoding: Encoding, operation: Operation, outcomes: Sequence[Permitted], replacing: Replacing
) -> tuple[Permitted, ...]:
    """Returns these outcomes of an operation, with what is given instead in the place of a rejection.

    They stay as they are if the implementation rejects, and also if the tables find nothing to replace. Then tables and
    outcomes contradict each other, and a result of the tables must not pass for a replacement.
    """
    if not any(isinstance(each, Rejection) for each in outcomes):
        return tuple(outcomes)
    result = _result(encoding, operation, replacing)
    if result is None:
        return tuple(outcomes)
    return tuple(dict.fromkeys(result if isinstance(each, Rejection) else each for each in outcomes))


def _result(encoding: Encoding, operation: Operation, replacing: Replacing) -> Permitted | None:
    """What is given for input of which something is replaced; None if nothing is."""
    if isinstance(operation, Decode):
        if replacing.decode is None:
            return None
        value, per = replacing.decode
        parts = list(_parts(step_model_of(encoding), operation.input, per))
        return Decoded(tuple(value if part is None else part for part in parts)) if None in parts else None
    if replacing.encode is None or all(value in encoding.values for value in operation.input):
        return None
    written = (value if value in encoding.values else replacing.encode for value in operation.input)
    return model_of(encoding).encode(tuple(written))[0]


def _parts(model: StepModel, data: bytes, per: Per) -> Iterator[int | None]:
    """Yields the value of each code, and None for each value that stands for something ill-formed."""
    place = 0
    while place < len(data):
        if (step := model.code_at(data, place)) is not None:
            yield step.value
            place += step.end
        else:
            end = _end(model, data, place, per)
            yield from [None] * (end - place if per == Per.BYTE else 1)
            place = end


def _end(model: StepModel, data: bytes, start: int, per: Per) -> int:
    """The end of the part that is replaced from `start` on, where no well-formed code begins."""
    unit = model.encoding.code_unit
    end = start + unit
    if per in (Per.BYTE, Per.CODE_UNIT) or end > len(data):
        return min(end, len(data))
    goes_on = model.begins if per == Per.MAXIMAL_SUBPART else model.has_the_form
    while end + unit <= len(data) and goes_on(data[start : end + unit]):
        end += unit
    is_cut_off = per == Per.MAXIMAL_SUBPART and end + unit > len(data) and model.begins(data[start:end])
    return len(data) if is_cut_off else end


def covers(got: str, encoding: Encoding, operation: Operation, outcome: Outcome) -> bool:
    """Returns whether an outcome of an operation is the one that is known, by a rule or not."""
    if got not in _RULES:
        return known.covers(got, operation.kind, outcome)
    return goes_in_steps(encoding) and encoding.claims("stateless") and _RULES[got](encoding, operation) == outcome


def _skipped(encoding: Encoding, operation: Operation) -> Outcome | None:
    """What is left without the code units at which no well-formed code begins, and without the values that the encoding lacks."""
    model = step_model_of(encoding)
    if isinstance(operation, Decode):
        return Decoded(tuple(part for part in _pieces(model, operation.input) if isinstance(part, int)))
    return model.encode([value for value in operation.input if value in encoding.values])[0]


def _numbers(encoding: Encoding, operation: Operation, bits: int = -1) -> Outcome | None:
    """Each code unit at which no well-formed code begins as a value, and each value that the encoding lacks as a code unit; None
    if it has not enough bits for one of them. A code unit that the end of the input cuts off is dropped. Only `bits` of them
    are kept."""
    model, unit, order = step_model_of(encoding), encoding.code_unit, encoding.byte_order
    if isinstance(operation, Encode):
        return _written(model, operation, bits)
    parts = (part for part in _pieces(model, operation.input) if isinstance(part, int) or len(part) == unit)
    return Decoded(tuple(part if isinstance(part, int) else int.from_bytes(part, order) & bits for part in parts))


def _low_bits(encoding: Encoding, operation: Operation) -> Outcome | None:
    """The same, but of each code unit or value only as many bits as the largest value of the encoding has."""
    last = encoding.values.last
    return _numbers(encoding, operation, (1 << int(last).bit_length()) - 1) if last != inf else None


def _through_pairs(encoding: Encoding, operation: Operation) -> Outcome | None:
    """Each code unit of 32 bits as one code unit of 16 bits, or as two surrogates if it needs more bits, calculated as for a
    value that has surrogates (The Unicode Standard, table 3-5); then each two surrogates that make a pair are one value. None
    if the operation is another, or the input ends inside a code unit."""
    if isinstance(operation, Encode) or encoding.code_unit != _UNIT or len(operation.input) % _UNIT:
        return None
    values: list[int] = []
    for (number,) in iter_unpack(f"{'<' if encoding.byte_order == 'little' else '>'}I", operation.input):
        for unit in (number,) if number < _FIRST_PAIR else _halves(number):
            if unit in _LOW and values and values[-1] in _HIGH:
                values[-1] = _FIRST_PAIR + (values[-1] - _HIGH.start << _HALF) + unit - _LOW.start
            else:
                values.append(unit)
    return Decoded(tuple(values))


def _halves(number: int) -> tuple[int, int]:
    """Returns the high and the low surrogate of a number, of which more bits than a pair has room for are lost."""
    return (_HIGH.start + (number - _FIRST_PAIR >> _HALF)) % _FIRST_PAIR, _LOW.start + number % (1 << _HALF)


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


def _pieces(model: StepModel, data: bytes) -> Iterator[int | bytes]:
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


_UNIT = 4
"""The number of bytes of the code units that are read as surrogates."""

_FIRST_PAIR = 0x10000
"""The first value that a pair of surrogates stands for."""

_HALF = 10
"""The number of bits of a value that each surrogate of its pair has."""

_HIGH, _LOW = range(0xD800, 0xDC00), range(0xDC00, 0xE000)
_RULES: dict[str, Callable[[Encoding, Operation], Outcome | None]] = {
    known.SKIPPED: _skipped,
    known.NUMBERS: _numbers,
    known.LOW_BITS: _low_bits,
    known.THROUGH_PAIRS: _through_pairs,
}
