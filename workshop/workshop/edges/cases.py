"""Finds the inputs that are edge cases of an encoding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from encoding_conformance.checks import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import format_number
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.ranges import SURROGATES
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models import boundaries, bytes_of, model_of, permitted

_CUTS = 6
"""The number of offsets at which one value is cut short or damaged."""

_DAMAGED = 12
"""The number of values of an encoding that are cut short or damaged."""

_OUTSIDE = 40
"""The number of values outside an encoding."""

_STEPS_OUT = (1 << 7, 1 << 8, 1 << 16, 1 << 21, 1 << 31, 1 << 32, 1 << 63, 1 << 64)
"""The amounts that a codec loses if it calculates with too few bits."""


@dataclass(frozen=True)
class EdgeCase:
    """An edge case. `family` names its class, and `name` is unique in the encoding."""

    family: str
    name: str
    operation: Operation
    permitted: tuple[Permitted, ...]


def cases(encoding: Encoding) -> Iterator[EdgeCase]:
    """Yields the edge cases of an encoding, each input once."""
    seen: set[Operation] = set()
    for name, operation in _named(encoding):
        if operation in seen:
            continue
        seen.add(operation)
        outcomes = permitted(encoding, operation)
        first, is_encode = outcomes[0], isinstance(operation, Encode)
        if isinstance(first, Rejection):
            yield EdgeCase("encode" if is_encode else first.text, name, operation, outcomes)
        elif is_encode:
            yield EdgeCase("values", name, operation, outcomes)


def _named(encoding: Encoding) -> Iterator[tuple[str, Operation]]:
    """Yields inputs with their names. Only ill-formed inputs to decode are used."""
    for name, values in _sequences(encoding):
        yield name, Encode(encoding.id, values)
    for name, values in _unencodable(encoding):
        yield name, Encode(encoding.id, values)
    for name, data in _octets(encoding):
        yield name, Decode(encoding.id, data)


def _sequences(encoding: Encoding) -> Iterator[tuple[str, tuple[int, ...]]]:
    model = model_of(encoding)
    yield from model.texts()
    if model.listed:  # the texts have every value
        return
    fixed, calculated = model.states()
    for value in boundaries(encoding):
        yield value_name(value), (value,)
        for state in (*fixed, *calculated[-1:]):
            yield f"{value_name(value)}-after-{value_name(state)}", (state, value)


def _unencodable(encoding: Encoding) -> Iterator[tuple[str, tuple[int, ...]]]:
    outside = encoding.values.complement()
    wrapped = (value + step for value in (0, 0x41, *encoding.values.edges()) for step in _STEPS_OUT)
    values = sorted({value for value in (*outside.edges(), *wrapped) if value in outside})
    for value in spread(values, _OUTSIDE):
        yield f"unencodable-{value_name(value)}", (value,)


def _octets(encoding: Encoding) -> Iterator[tuple[str, bytes]]:
    follow = [0x80] * 7 if any(length.most > 1 for length in encoding.lengths) else []
    for byte in range(0x100):
        yield f"byte-{byte:02x}", bytes([byte, *follow])
    for name, data in _samples(encoding):
        for index in spread(range(1, len(data)), _CUTS):
            yield f"{name}-cut-after-{index}", data[:index]
        for index in spread(range(len(data)), _CUTS):
            for byte in _damage(data[index]):
                yield f"{name}-with-{byte:02x}-at-{index}", data[:index] + bytes([byte]) + data[index + 1 :]
    yield from _longer_forms(encoding)


def _samples(encoding: Encoding) -> Iterator[tuple[str, bytes]]:
    """Yields the bytes of some values at the edges, but nothing if a table lists a byte for each value. Surrogates are left out,
    because a codec may refuse them whether they are damaged or not."""
    if model_of(encoding).listed:
        return
    values = [value for value in boundaries(encoding) if value not in SURROGATES]
    for value in spread(values, _DAMAGED):
        if data := bytes_of(encoding, (value,)):
            yield value_name(value), data


def _damage(byte: int) -> Sequence[int]:
    """Returns other values for a byte: one of each class of UTF-8 lead and trail bytes, and two that differ by one bit."""
    return [other for other in (0x00, 0x20, 0x7F, 0x80, 0xBF, 0xC0, 0xFF, byte ^ 0x80, byte ^ 0x40) if other != byte]


def _longer_forms(encoding: Encoding) -> Iterator[tuple[str, bytes]]:
    """Yields the first and last values of each row in the longer patterns of the rows below it."""
    rows = model_of(encoding).rows if encoding.shortest_form else ()
    for index, row in enumerate(rows):
        for other in rows[:index]:
            for value in other.values.edges():
                if value in row.room:
                    yield f"{value_name(value)}-in-{row.size}-bytes", row.write(value)


def value_name(value: int) -> str:
    """Returns a value in the form that ids use: its hexadecimal digits, or its distance from a power of two."""
    if value.bit_length() <= 64:
        return f"{value:x}"
    for step, name in ((0, ""), (1, "-less-1"), (-1, "-and-1")):
        if (value + step).bit_count() == 1:
            return f"2-to-{(value + step).bit_length() - 1}{name}"
    return format_number(value).lower().replace("{", "x").replace("}", "-").strip("-")
