"""Which inputs are edge cases of an encoding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harness.checks.sampling import spread
from harness.core.encoding import Encoding
from harness.core.notation import format_number
from harness.core.operation import Decode, Encode, Operation
from harness.core.outcome import Rejection
from harness.core.vector import Permitted
from harness.models import bytes_of, model_of, permitted
from harness.models.boundaries import boundaries
from harness.models.layout import SURROGATES, LayoutModel

_CUTS = 6
"""Places at which one value is cut short or damaged."""

_DAMAGED = 12
"""Values of an encoding that are cut short or damaged."""

_FOREIGN = 40
"""Values outside an encoding's set."""

_FOREIGN_STEPS = (1 << 7, 1 << 8, 1 << 16, 1 << 21, 1 << 31, 1 << 32, 1 << 63, 1 << 64)
"""What a codec that calculates in so many bits would lose."""


@dataclass(frozen=True)
class Case:
    """An edge case: `family` names the class that it is of, `name` is unique in the encoding."""

    family: str
    name: str
    operation: Operation
    permitted: tuple[Permitted, ...]


def cases(encoding: Encoding) -> Iterator[Case]:
    """The edge cases of an encoding, each input once. None where it states no tables."""
    if not encoding.tables:
        return
    seen: set[Operation] = set()
    for name, operation in _named(encoding):
        if operation in seen:
            continue
        seen.add(operation)
        outcomes = permitted(encoding, operation)
        first, is_encode = outcomes[0], isinstance(operation, Encode)
        if isinstance(first, Rejection):
            yield Case("encode" if is_encode else first.text, name, operation, outcomes)
        elif is_encode:
            yield Case("values", name, operation, outcomes)


def _named(encoding: Encoding) -> Iterator[tuple[str, Operation]]:
    """Inputs by name. Of decodes, only those that turn out to be ill-formed are wanted."""
    for name, values in _sequences(encoding):
        yield name, Encode(encoding.id, values)
    for name, values in _foreign(encoding):
        yield name, Encode(encoding.id, values)
    for name, data in _octets(encoding):
        yield name, Decode(encoding.id, data)


def _sequences(encoding: Encoding) -> Iterator[tuple[str, tuple[int, ...]]]:
    if "table" in encoding.tables:
        yield from _rows(encoding.tables["table"])
        return
    if "counted" in encoding.tables:
        for size in (0x7F, 0x80, 0x3FFF, 0x4000):
            yield f"{size:x}-characters", (0x41,) * size
    for value in boundaries(encoding):
        yield value_name(value), (value,)
        for state in _states(encoding):
            yield f"{value_name(value)}-after-{value_name(state)}", (state, value)


def _rows(table: dict[int, int]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for first in range(0, 0x100, 0x10):
        row = tuple(table[byte] for byte in range(first, first + 0x10) if byte in table)
        if row:
            yield f"row-{first:02x}", row


def _states(encoding: Encoding) -> list[int]:
    """Values that leave a difference encoding in its various states."""
    if "differences" not in encoding.tables:
        return []
    fixed = [values.first for values, _ in encoding.tables["differences"].centres]
    return [*fixed, int(encoding.values.last)]


def _foreign(encoding: Encoding) -> Iterator[tuple[str, tuple[int, ...]]]:
    outside = encoding.values.complement()
    wrapped = (value + step for value in (0, 0x41, *encoding.values.edges()) for step in _FOREIGN_STEPS)
    values = sorted({value for value in (*outside.edges(), *wrapped) if value in outside})
    for value in spread(values, _FOREIGN):
        yield f"foreign-{value_name(value)}", (value,)


def _octets(encoding: Encoding) -> Iterator[tuple[str, bytes]]:
    follow = [0x80] * 7 if any(length.most > 1 for length in encoding.lengths) else []
    for byte in range(0x100):
        yield f"byte-{byte:02x}", bytes([byte, *follow])
    for name, data in _samples(encoding):
        for place in spread(range(1, len(data)), _CUTS):
            yield f"{name}-cut-after-{place}", data[:place]
        for place in spread(range(len(data)), _CUTS):
            for byte in _damage(data[place]):
                yield f"{name}-with-{byte:02x}-at-{place}", data[:place] + bytes([byte]) + data[place + 1 :]
    yield from _longer_forms(encoding)


def _samples(encoding: Encoding) -> Iterator[tuple[str, bytes]]:
    """The bytes of some values at the edges. Surrogates are left out: of a codec that refuses them, damage to their bytes
    would show that alone."""
    values = [value for value in boundaries(encoding) if value not in SURROGATES]
    for value in spread(values, _DAMAGED):
        if "table" not in encoding.tables and (data := bytes_of(encoding, (value,))):
            yield value_name(value), data


def _damage(byte: int) -> Sequence[int]:
    """Other bytes at a place: of each class of UTF-8 lead and trail bytes one, and neighbours by one bit."""
    return [other for other in (0x00, 0x20, 0x7F, 0x80, 0xBF, 0xC0, 0xFF, byte ^ 0x80, byte ^ 0x40) if other != byte]


def _longer_forms(encoding: Encoding) -> Iterator[tuple[str, bytes]]:
    """The values of the rows above, in the pattern of a row of a layout."""
    model = model_of(encoding)
    if not isinstance(model, LayoutModel) or not encoding.shortest_form:
        return
    for place, row in enumerate(model.rows):
        for other in model.rows[:place]:
            for value in other.values.edges():
                if value >= row.minus:
                    yield f"{value_name(value)}-in-{len(row.patterns)}-bytes", row.write(value)


def value_name(value: int) -> str:
    """A value in an id: hexadecimal, or how far it is from a power of two."""
    if value.bit_length() <= 64:
        return f"{value:x}"
    for step, name in ((0, ""), (1, "-less-1"), (-1, "-and-1")):
        if (value + step).bit_count() == 1:
            return f"2-to-{(value + step).bit_length() - 1}{name}"
    return format_number(value).lower().replace("{", "x").replace("}", "-").strip("-")
