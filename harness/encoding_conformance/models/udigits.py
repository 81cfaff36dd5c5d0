"""Byte sequences that store the number of hexadecimal digits, and then the digits, as in UTF-∞-8 for values without a layout row.

The model works on strings of digits, as UTF-∞-8 3.5 describes it, and does not calculate with the value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import parse_number
from encoding_conformance.core.text import counted
from encoding_conformance.models.layout import Layout, LayoutModel, row_problems, rows_of
from encoding_conformance.models.model import BY_A_BYTE, Data, IllFormed, Problem, Step, Walked
from encoding_conformance.models.parts import Explanation, Part, number, split

_SIX_BITS = bytes(range(0b10_000000, 0b10_111111 + 1))
"""The bytes that store digits, six bits in each."""

_STORAGE = {f"{bits:03X}": bytes((_SIX_BITS[bits >> 6], _SIX_BITS[bits & 0x3F])) for bits in range(1 << 12)}
"""The two bytes that store each three digits."""

_DIGITS = {storage: digits for digits, storage in _STORAGE.items()}

_GROUPS = 3
"""The number of groups of digits that are shown."""


class Fields(NamedTuple):
    """The fields of a long sequence: the bytes before the length, the length, and the bytes that store the digits. If the length
    is `whole`, `stated` is the number of digits that it states, `padding` the number of zero digits before them, and `size` the
    number of bytes that store all of them. If it is `lengthened`, it has an unnecessary zero."""

    before: bytes
    length: bytes
    whole: bool = False
    lengthened: bool = False
    stated: int = 0
    padding: int = 0
    size: int = 0
    storage: bytes = b""

    @property
    def digits(self) -> str:
        """The digits with their padding."""
        return "".join([_DIGITS[self.storage[i : i + 2]] for i in range(0, len(self.storage), 2)])


class UdigitsModel(LayoutModel):
    """Writes a value without a row in the layout as the number of its digits, and then the digits."""

    tables: Udigits

    def __init__(self, encoding: Encoding):
        super().__init__(encoding)
        self.reach = 0
        self.first = max(int(row.values.last) for row in self.rows if row.values) + 1

    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        if value < self.first:
            return super().write(value, state)
        return self._stored(f"{value:X}"), state

    def _stored(self, digits: str) -> bytes:
        """Returns the sequence that stores these digits, which may have leading zeros, after their number."""
        form = self.tables
        length = [form.length | int(digit, 16) for digit in f"{len(digits) - form.least:X}"]
        padded = "0" * (-len(digits) % form.group) + digits
        storage = b"".join([_STORAGE[padded[i : i + form.group]] for i in range(0, len(padded), form.group)])
        return bytes([form.lead, *[form.before] * (len(length) - 1), *length]) + storage

    def length_units(self) -> list[bytes]:
        before, length = self.tables.before, self.tables.length
        kinds = (self.tables.lead, before, length, length | 0xF, length + 0x10)
        return [*(bytes([byte]) for byte in kinds), bytes([before, length])]

    def with_a_zero(self, sizes: Iterable[int]) -> list[bytes]:
        return [self._stored("0".ljust(size, "1")) for size in sizes]

    def is_long(self, data: bytes) -> bool:
        """Returns whether a sequence stores its digits. It does so from the second byte on."""
        return len(data) > 1 and data[0] == self.tables.lead and (data[1] == self.tables.before or self._is_length(data[1]))

    def _is_length(self, byte: int) -> bool:
        return byte >> 4 == self.tables.length >> 4

    def fields(self, data: bytes, start: int = 0) -> Fields:
        """Returns the fields of a long sequence, the last of which may be missing."""
        form, stop = self.tables, start + 1
        while data[stop : stop + 1] == bytes([form.before]):
            stop += 1
        end = stop + stop - start
        before, length = data[start + 1 : stop], data[stop:end]
        if len(length) < end - stop:
            return Fields(before, length)
        stated = int("".join(f"{byte & 0xF:X}" for byte in length), 16) + form.least
        padding = -stated % form.group
        size = 2 * (stated + padding) // form.group
        lengthened = len(length) > 1 and length[0] == form.length
        return Fields(before, length, True, lengthened, stated, padding, size, data[end : end + size])

    def read(self, data: bytes, start: int, state: Any) -> Step:
        if data[start] != self.tables.lead:
            return super().read(data, start, state)
        begin = data[start : start + 2]
        if len(begin) > 1 and not self.is_long(begin):
            return super().read(data, start, state)
        fields = self.fields(data, start)
        if not all(map(self._is_length, fields.length)):
            raise IllFormed("bad-length")
        if not fields.whole:
            raise IllFormed("truncated")
        if fields.lengthened:
            raise IllFormed("overlong")
        if fields.storage.translate(None, _SIX_BITS):
            raise IllFormed("bad-trail")
        if len(fields.storage) < fields.size:
            raise IllFormed("truncated")
        text = fields.digits
        padding, digits = text[: fields.padding], text[fields.padding :]
        if padding.strip("0"):
            raise IllFormed("bad-padding")
        value = int(digits, 16)
        if digits[0] == "0" or value < self.first:
            raise IllFormed("overlong")
        return Step(value, start + 1 + len(fields.before + fields.length + fields.storage), state)

    def explain_read(self, step: Walked) -> Explanation:
        if not self.is_long(step.sequence):
            return super().explain_read(step)
        lead = f"{step.sequence[0]:02X}, and then {step.sequence[1]:02X}: the number of digits follows, and then the digits."
        return self._long(step, lead)

    def explain_written(self, step: Walked) -> Explanation:
        if not self.is_long(step.sequence):
            return super().explain_written(step)
        value = number(step.value or 0)
        return self._long(step, f"No row of the table has {value}, so its digits are stored after their number.")

    def _long(self, step: Walked, first: str) -> Explanation:
        data, fields = step.sequence, self.fields(step.sequence)
        return Explanation(_parts(data, fields), (first, self._length(fields), self._storage(fields), self._groups(fields)))

    def explain_ill_formed(self, step: Walked) -> Explanation:
        sequence, form = step.sequence, self.tables
        if self.is_long(sequence):
            return self._ill_formed_long(step)
        of_layout = super().explain_ill_formed(step)
        if step.reason != "truncated" or sequence != bytes([form.lead]):
            return of_layout
        longer = "A sequence may also store the number of its digits after this byte."
        return Explanation(of_layout.parts, (*of_layout.lines, longer), f"the input ends after {form.lead:02X}")

    def _expected(self, sequence: bytes) -> Iterator[str]:
        yield from super()._expected(sequence)
        if sequence[:-1] == bytes([self.tables.lead]):
            yield "a length"

    def _ill_formed_long(self, step: Walked) -> Explanation:
        sequence, form, last, by_a_byte = step.sequence, self.tables, step.sequence[-1], step.reason in BY_A_BYTE
        fields = self.fields(sequence[:-1] if by_a_byte else sequence)
        parts = (*_parts(sequence, fields), Part(sequence[-1:], "fault")) if by_a_byte else _parts(sequence, fields)
        if not fields.whole:
            announced = f"{counted(len(fields.before) + 1, 'byte')} of {form.length:02X}..{form.length | 0xF:02X}"
            lines = [f"{len(fields.before)} of {form.before:02X} announce {announced} with the length."]
            brief = f"{last:02X} is not a length byte" if by_a_byte else "the input ends inside the length"
            return Explanation(parts, tuple(lines), brief)
        lines = [self._length(fields)]
        if fields.lengthened:
            return Explanation(parts, tuple(lines), "the length begins with an unnecessary zero")
        lines.append(self._storage(fields))
        if step.reason in ("bad-padding", "overlong"):
            lines.append(self._groups(fields))
        match step.reason:
            case "truncated":
                brief = f"the input ends after {len(fields.storage)} of {fields.size} bytes with digits"
            case "bad-trail":
                brief = f"{last:02X} is not one of 80..BF, which store digits"
            case "bad-padding":
                brief = "the digits of padding are not zero"
            case _ if fields.digits[fields.padding] == "0":
                brief = "the first digit is an unnecessary zero"
            case _:
                lines.append(f"The value is below {self.first:X}.")
                brief = "a row of the table has this value"
        return Explanation(parts, tuple(lines), brief)

    def _length(self, fields: Fields) -> str:
        """Explains the length. The numbers after NUD and NME are hexadecimal, as the bytes are."""
        count, least = fields.stated, self.tables.least
        numbers = f"NUD = {count:X}, NME = {count - least:X} ({(fields.before + fields.length).hex(' ').upper()})"
        return f"{numbers}: there are {count} digits, and {count} - {least} = {count - least} is stored."

    def _storage(self, fields: Fields) -> str:
        padding = f" and {counted(fields.padding, 'zero digit')} of padding" if fields.padding else ""
        return f"{fields.stated} digits{padding} take {fields.size} bytes, {self.tables.group} digits in 2 bytes."

    def _groups(self, fields: Fields) -> str:
        """Says which digits the first storage bytes hold."""
        groups = []
        for index in range(0, min(len(fields.storage), 2 * _GROUPS) - 1, 2):
            high, low = fields.storage[index] & 0x3F, fields.storage[index + 1] & 0x3F
            digits = f"{high << 6 | low:0{self.tables.group}X}"
            groups.append(f"{fields.storage[index : index + 2].hex(' ').upper()} = {high:06b} {low:06b} = {digits}")
        return "; ".join(groups) + ("; …" if len(fields.storage) > 2 * _GROUPS else ".")


def _parts(sequence: bytes, fields: Fields) -> tuple[Part, ...]:
    parts = [Part(sequence[:1], "lead")]
    parts += [Part(bytes([byte]), "length", split(byte, "f" * 8)) for byte in fields.before]
    parts += [Part(bytes([byte]), "length", split(byte, "ffffllll")) for byte in fields.length]
    padding = 4 * fields.padding
    padded = -(-padding // 6)
    for index, byte in enumerate(fields.storage[:padded]):
        zeros = "z" * min(padding - 6 * index, 6)
        parts.append(Part(bytes([byte]), "padding" if len(zeros) == 6 else "trail", split(byte, f"ff{zeros:x<6}")))
    if rest := fields.storage[padded:]:
        parts.append(Part(rest, "trail"))
    return tuple(parts)


@dataclass(frozen=True)
class Udigits(Layout):
    """The layout of the shorter sequences, and the constants of the longer ones.

    `lead` is the lead byte, and `before` the byte before the length. `length` is the fixed half of a length byte. `least`
    is the least number of digits, and `group` the number of digits that two storage bytes hold.
    """

    key = "udigits"
    uses = (Layout.key,)
    model = UdigitsModel
    lead: int
    before: int
    length: int
    least: int
    group: int

    @classmethod
    def of(cls, definition: Data, others: Mapping[str, Encoding]) -> Self:
        data = definition[cls.key]
        lead, before, length = (parse_number(data[name]) for name in ("lead", "before", "length"))
        return cls(rows_of(definition), lead, before, length, data["least"], data["group"])

    @classmethod
    def problems(cls, definition: Data, in_steps: Collection[str]) -> Iterator[Problem]:
        if Layout.key in definition:
            yield from row_problems(definition)
        else:
            yield Problem("udigits: the layout of the shorter sequences is missing", (cls.key,))
