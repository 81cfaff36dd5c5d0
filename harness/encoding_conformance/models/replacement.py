"""Calculates the expected output of an implementation that does not reject ill-formed input: it gives a replacement, or follows
a rule that its known deviations state.

Replacements are defined for encodings whose codes have a greatest length and do not depend on what stands before them. In
others, nothing says where the part ends that is replaced.
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
from encoding_conformance.models.model import IllFormed, StepModel, goes_in_steps, step_model_of


def can_be_replaced(encoding: Encoding) -> bool:
    """Returns whether the tables determine the output of a replacing implementation."""
    return goes_in_steps(encoding) and encoding.claims("stateless") and step_model_of(encoding).reach > 0


def instead(
    encoding: Encoding, operation: Operation, outcomes: Sequence[Permitted], replacing: Replacing
) -> tuple[Permitted, ...]:
    """Returns these outcomes of an operation, with the output of a replacing implementation instead of each rejection.

    They stay as they are if the implementation rejects, and also if the tables find nothing to replace. Then tables and
    outcomes contradict each other, and a result of the tables must not pass for a replacement.
    """
    asked = replacing.replaces(operation.kind) and any(isinstance(each, Rejection) for each in outcomes)
    result = _replaced(step_model_of(encoding), operation, replacing) if asked else None
    if result is None:
        return tuple(outcomes)
    return tuple(dict.fromkeys(result if isinstance(each, Rejection) else each for each in outcomes))


def _replaced(model: StepModel, operation: Operation, replacing: Replacing) -> Permitted | None:
    """Returns the output for input of which something is replaced; None if nothing is."""
    if isinstance(operation, Decode):
        if replacing.decode is None:
            return None
        value, per = replacing.decode
        parts = list(_parts(model, operation.input, per, accept_silent=False))
        if all(isinstance(part, int) for part in parts):
            return None
        each = ([part] if isinstance(part, int) else [value] * (len(part) if per == Per.BYTE else 1) for part in parts)
        return Decoded(tuple(value for values in each for value in values))
    values = model.encoding.values
    if replacing.encode is None or all(value in values for value in operation.input):
        return None
    return model.encode([value if value in values else replacing.encode for value in operation.input])[0]


def _parts(model: StepModel, data: bytes, per: Per = Per.CODE_UNIT, accept_silent: bool = True) -> Iterator[int | bytes]:
    """Yields the value of each code, and the bytes of each ill-formed part. A code about which the specification is silent is
    ill-formed unless `accept_silent`."""
    start = 0
    while start < len(data):
        try:
            step = model.read(data, start, model.initial)
            reason = "silent" if step.silent and not accept_silent else ""
        except IllFormed as fault:
            reason = fault.reason
        if not reason and step.value is not None:
            yield step.value
            start = step.end
        else:
            end = _end(model, data, start, per) if model.reach or reason != "truncated" else len(data)
            yield data[start:end]
            start = end


def _end(model: StepModel, data: bytes, start: int, per: Per) -> int:
    """Returns the end of the ill-formed part that begins at `start`."""
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
    """Returns whether an outcome of an operation is the known one, by a rule or not."""
    if got not in _RULES:
        return known.covers(got, operation.kind, outcome)
    return goes_in_steps(encoding) and encoding.claims("stateless") and _RULES[got](encoding, operation) == outcome


def _skipped(encoding: Encoding, operation: Operation) -> Outcome | None:
    """Skips the code units at which no well-formed code begins, and the values that the encoding lacks."""
    model = step_model_of(encoding)
    if isinstance(operation, Decode):
        return Decoded(tuple(part for part in _parts(model, operation.input) if isinstance(part, int)))
    return model.encode([value for value in operation.input if value in encoding.values])[0]


def _numbers(encoding: Encoding, operation: Operation, bits: int = -1) -> Outcome | None:
    """Takes each code unit at which no well-formed code begins for a value, and each value that the encoding lacks for a code
    unit, of which only `bits` are kept. Drops a code unit that the end of the input cuts off. None if a value has more bits
    than a code unit."""
    model, unit, order = step_model_of(encoding), encoding.code_unit, encoding.byte_order
    if isinstance(operation, Decode):
        parts = (part for part in _parts(model, operation.input) if isinstance(part, int) or len(part) == unit)
        return Decoded(tuple(part if isinstance(part, int) else int.from_bytes(part, order) & bits for part in parts))
    written = bytearray()
    for value in operation.input:
        if value in encoding.values:
            written += model.write(value, model.initial)[0]
        elif value & bits < 1 << 8 * unit:
            written += (value & bits).to_bytes(unit, order)
        else:
            return None
    return Encoded(bytes(written))


def _low_bits(encoding: Encoding, operation: Operation) -> Outcome | None:
    """Does the same, but keeps only as many bits as the largest value of the encoding has."""
    last = encoding.values.last
    return _numbers(encoding, operation, (1 << int(last).bit_length()) - 1) if last != inf else None


_UNIT = 4
"""The number of bytes of the code units that are read as surrogates."""

_FIRST_PAIR = 0x10000
"""The first value that a pair of surrogates stands for."""

_HALF = 10
"""The number of bits of a value that each surrogate of its pair has."""

_HIGH, _LOW = range(0xD800, 0xDC00), range(0xDC00, 0xE000)


def _through_pairs(encoding: Encoding, operation: Operation) -> Outcome | None:
    """Takes each code unit of 32 bits for a value, or for two surrogates if it has more than 16 bits, calculated as for a value
    that has surrogates (The Unicode Standard, table 3-5), and then joins each two surrogates that make a pair. None for any
    other operation, and if the input ends inside a code unit."""
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


_RULES: dict[str, Callable[[Encoding, Operation], Outcome | None]] = {
    known.SKIPPED: _skipped,
    known.NUMBERS: _numbers,
    known.LOW_BITS: _low_bits,
    known.THROUGH_PAIRS: _through_pairs,
}
