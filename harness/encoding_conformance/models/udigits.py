"""Codes that store hexadecimal digits after their number, as UTF-∞-8 does for values that its layout table has no row for.

The model works on strings of digits, as UTF-∞-8 3.5 describes it, and does not calculate with the value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Self

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import parse_number
from encoding_conformance.models.explainer import Bits, Part, Told, counted, number
from encoding_conformance.models.layout import Layout, LayoutExplainer, LayoutModel, row_problems, rows_of
from encoding_conformance.models.model import REMEMBERED, Data, Fault, Problem, Step, StepModel, Walked


@dataclass(frozen=True)
class Udigits(Layout):
    """The layout of the shorter codes, and the constants of the longer ones.

    `lead` is the lead byte, and `before` the byte before the length. `length` is the fixed half of a length byte. `least`
    is the least number of digits, and `group` the number of digits that two storage bytes hold.
    """

    key = "udigits"
    uses = (Layout.key,)
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
            yield Problem("udigits: the layout of the shorter codes is missing", (cls.key,))

    def model(self, encoding: Encoding) -> UdigitsModel:
        return UdigitsModel(encoding, self)


class UdigitsModel(LayoutModel):
    """Writes a value that no row of the layout has as its digits after their number."""

    def __init__(self, encoding: Encoding, form: Udigits):
        super().__init__(encoding, form)
        self.lead, self.before, self.length = form.lead, form.before, form.length
        self.least, self.group = form.least, form.group
        self.reach = 0
        self._read_by_row = lru_cache(REMEMBERED)(super().read)
        self.first = max(int(row.values.last) for row in self.rows) + 1

    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        if value < self.first:
            return super().write(value, state)
        return self.stored(f"{value:X}"), state

    def write_run(self, first: int, last: int, state: Any) -> list[bytes]:
        if last < self.first:
            return super().write_run(first, last, state)
        return StepModel.write_run(self, first, last, state)

    def stored(self, digits: str) -> bytes:
        """Returns the code that stores these digits, which may have leading zeros, after their number."""
        length = [self.length | int(digit, 16) for digit in f"{len(digits) - self.least:X}"]
        storage = []
        padded = "0" * (-len(digits) % self.group) + digits
        for i in range(0, len(padded), self.group):
            bits = f"{int(padded[i : i + self.group], 16):012b}"
            storage += [int("10" + bits[:6], 2), int("10" + bits[6:], 2)]
        return bytes([self.lead, *[self.before] * (len(length) - 1), *length, *storage])

    def length_units(self) -> list[bytes]:
        kinds = (self.lead, self.before, self.length, self.length | 0xF, self.length + 0x10)
        return [*(bytes([byte]) for byte in kinds), bytes([self.before, self.length])]

    def with_a_zero(self, sizes: Iterable[int]) -> list[bytes]:
        return [self.stored("0".ljust(size, "1")) for size in sizes]

    def read(self, data: bytes, start: int, state: Any) -> Step:
        second = data[start + 1 : start + 2]
        if data[start] != self.lead or (second and second[0] != self.before and second[0] >> 4 != self.length >> 4):
            step = self._read_by_row(data[start : start + self._longest], 0, state)
            return step._replace(end=start + step.end)
        count, place = self._read_length(data, start + 1)
        end = place + 2 * -(-count // self.group)
        storage = data[place:end]
        if any(byte >> 6 != 0b10 for byte in storage):
            raise Fault("bad-trail")
        if len(storage) < end - place:
            raise Fault("truncated")
        bits = "".join(f"{byte & 0x3F:06b}" for byte in storage)
        digits = f"{int(bits, 2):0{len(bits) // 4}X}"
        padding, digits = digits[:-count], digits[-count:]
        if padding.strip("0"):
            raise Fault("bad-padding")
        if digits[0] == "0" or int(digits, 16) < self.first:
            raise Fault("overlong")
        return Step(int(digits, 16), end, state)

    def _read_length(self, data: bytes, place: int) -> tuple[int, int]:
        """Returns the number of digits, and the offset of the storage bytes. Raises Fault if the length is ill-formed."""
        stop = place
        while data[stop : stop + 1] == bytes([self.before]):
            stop += 1
        fields = data[stop : stop + stop - place + 1]
        if any(byte >> 4 != self.length >> 4 for byte in fields):
            raise Fault("bad-length")
        if len(fields) < stop - place + 1:
            raise Fault("truncated")
        if len(fields) > 1 and fields[0] == self.length:
            raise Fault("overlong")
        return int("".join(f"{byte & 0xF:X}" for byte in fields), 16) + self.least, stop + len(fields)


_GROUPS = 3
"""The number of groups of digits that are shown."""


class _Fields(NamedTuple):
    """The fields of a long code, of which later ones may be missing: the bytes before the length, the length, and the bytes
    that store the digits."""

    before: bytes
    length: bytes
    storage: bytes

    @property
    def whole(self) -> bool:
        """Whether the length is complete."""
        return len(self.length) == len(self.before) + 1


class UdigitsExplainer(LayoutExplainer):
    """Explains the steps of a model that stores digits. Shorter codes are those of its layout."""

    def __init__(self, model: UdigitsModel):
        super().__init__(model)
        self.form = model

    def read(self, step: Walked) -> Told:
        if step.value is None or step.value < self.form.first:
            return super().read(step)
        fields = self._fields(step.code)
        lead = f"{step.code[0]:02X}, and then {step.code[1]:02X}: the number of digits follows, and then the digits."
        return Told(self._told_parts(step.code, fields), (lead, *self._lines(fields)))

    def written(self, step: Walked) -> Told:
        if step.value is None or step.value < self.form.first:
            return super().written(step)
        fields = self._fields(step.code)
        why = f"No row of the table has {number(step.value)}, so its digits are stored after their number."
        return Told(self._told_parts(step.code, fields), (why, *self._lines(fields)))

    def fault(self, step: Walked) -> Told:
        if not self._is_long(step.code):
            told = super().fault(step)
            both = step.reason == "truncated" and step.code[0] == self.form.lead and len(step.code) == 1
            longer = ("A code may also store the number of its digits after this byte.",) if both else ()
            return Told(told.parts, (*told.lines, *longer))
        code = step.code[:-1] if step.reason in ("bad-length", "bad-trail") else step.code
        fields = self._fields(code)
        parts = self._told_parts(code, fields)
        if len(code) < len(step.code):
            parts = (*parts, Part(step.code[-1:], "fault"))
        return Told(parts, tuple(self._why(step, fields)))

    def brief(self, step: Walked) -> str:
        if step.reason == "truncated" and step.code == bytes([self.form.lead]):
            return f"the input ends after {self.form.lead:02X}"
        if not step.code or not self._is_long(step.code):
            return super().brief(step)
        fields, last = self._fields(step.code), step.code[-1]
        match step.reason:
            case "truncated" if not fields.whole:
                return "the input ends inside the length"
            case "truncated":
                return f"the input ends after {len(fields.storage)} of {self._stored(fields)} bytes with digits"
            case "bad-length":
                return f"{last:02X} stands in the place of a length byte"
            case "bad-trail":
                return f"{last:02X} is not one of 80..BF, which store digits"
            case "bad-padding":
                return "the digits of padding are not zero"
        if self._length_begins_with_zero(fields):
            return "the length begins with an unnecessary zero"
        if self._first_digit(fields) == "0":
            return "the first digit is an unnecessary zero"
        return "a row of the table has this value"

    def _expected(self, code: bytes) -> Iterator[str]:
        yield from super()._expected(code)
        if code[:-1] == bytes([self.form.lead]):
            yield "a length"

    def _is_long(self, code: bytes) -> bool:
        second = code[1:2]
        is_length = bool(second) and (second[0] == self.form.before or second[0] >> 4 == self.form.length >> 4)
        return code[0] == self.form.lead and is_length

    def _fields(self, code: bytes) -> _Fields:
        rest = code[1:]
        before = len(rest) - len(rest.lstrip(bytes([self.form.before])))
        end = before + before + 1
        return _Fields(rest[:before], rest[before:end], rest[end:])

    def _told_parts(self, code: bytes, fields: _Fields) -> tuple[Part, ...]:
        parts = [Part(code[:1], "lead")]
        parts += [Part(bytes([byte]), "length", (Bits(f"{byte:08b}", "fixed"),)) for byte in fields.before]
        for byte in fields.length:
            bits = f"{byte:08b}"
            parts.append(Part(bytes([byte]), "length", (Bits(bits[:4], "fixed"), Bits(bits[4:], "length"))))
        padding = 4 * self._padding(fields) if fields.whole else 0
        taken = -(-padding // 6)
        for byte in fields.storage[:taken]:
            parts.append(_padded(byte, min(padding, 6)))
            padding -= 6
        if rest := fields.storage[taken:]:
            parts.append(Part(rest, "trail"))
        return tuple(parts)

    def _digits(self, fields: _Fields) -> int:
        """Returns the number of digits that a complete length states."""
        return int("".join(f"{byte & 0xF:X}" for byte in fields.length), 16) + self.form.least

    def _padding(self, fields: _Fields) -> int:
        return -self._digits(fields) % self.form.group

    def _stored(self, fields: _Fields) -> int:
        """Returns the number of bytes that store the digits."""
        return 2 * -(-self._digits(fields) // self.form.group)

    def _length_begins_with_zero(self, fields: _Fields) -> bool:
        return len(fields.length) > 1 and fields.length[0] == self.form.length

    def _first_digit(self, fields: _Fields) -> str:
        group = f"{(fields.storage[0] & 0x3F) << 6 | fields.storage[1] & 0x3F:0{self.form.group}X}"
        return group[self._padding(fields)]

    def _lines(self, fields: _Fields) -> Iterator[str]:
        yield self._length(fields)
        yield self._storage(fields)
        yield self._groups(fields)

    def _length(self, fields: _Fields) -> str:
        """Says what the length is. The numbers after NUD and NME are hexadecimal, as the bytes are."""
        digits, least = self._digits(fields), self.form.least
        stored = (fields.before + fields.length).hex(" ").upper()
        numbers = f"NUD = {digits:X}, NME = {digits - least:X} ({stored})"
        return f"{numbers}: there are {digits} digits, and {digits} - {least} = {digits - least} is stored."

    def _storage(self, fields: _Fields) -> str:
        digits, padding = self._digits(fields), self._padding(fields)
        padded = f"{digits} digits and {counted(padding, 'zero digit')} of padding" if padding else f"{digits} digits"
        return f"{padded} take {self._stored(fields)} bytes, {self.form.group} digits in 2 bytes."

    def _groups(self, fields: _Fields) -> str:
        """Says which digits the first storage bytes hold."""
        groups = []
        for place in range(0, min(len(fields.storage), 2 * _GROUPS) - 1, 2):
            high, low = fields.storage[place] & 0x3F, fields.storage[place + 1] & 0x3F
            data = fields.storage[place : place + 2].hex(" ").upper()
            groups.append(f"{data} = {high:06b} {low:06b} = {high << 6 | low:0{self.form.group}X}")
        return "; ".join(groups) + ("; …" if len(fields.storage) > 2 * _GROUPS else ".")

    def _why(self, step: Walked, fields: _Fields) -> Iterator[str]:
        last, first_length = step.code[-1], f"{self.form.length:02X}..{self.form.length | 0xF:02X}"
        if not fields.whole:
            announced = counted(len(fields.before) + 1, "byte")
            yield f"{len(fields.before)} of {self.form.before:02X} announce {announced} of {first_length} with the length."
            if step.reason == "truncated":
                yield f"The input ends after {len(fields.length)} of them."
            else:
                yield f"{last:02X} stands in the place of one of them."
            return
        yield self._length(fields)
        if step.reason == "overlong" and self._length_begins_with_zero(fields):
            yield f"The first of several length bytes is {fields.length[0]:02X}, a zero that the length does not need."
            return
        yield self._storage(fields)
        match step.reason:
            case "truncated":
                yield f"The input ends after {len(fields.storage)} of these bytes."
            case "bad-trail":
                yield f"{last:02X} is not one of 80..BF, which store digits."
            case "bad-padding":
                yield self._groups(fields)
                yield "The digits of padding are not zero."
            case _:
                yield self._groups(fields)
                if self._first_digit(fields) == "0":
                    yield "The first digit is 0, so the value has fewer digits than its length says."
                else:
                    yield f"The value is below {self.form.first:X}, so a row of the table has it."


def _padded(byte: int, padding: int) -> Part:
    """Returns a storage byte, of whose six low bits some are padding."""
    bits = f"{byte:08b}"
    fields = [Bits(bits[:2], "fixed"), Bits(bits[2 : 2 + padding], "padding")]
    if padding < 6:
        fields.append(Bits(bits[2 + padding :], "value"))
    return Part(bytes([byte]), "padding" if padding == 6 else "trail", tuple(fields))
