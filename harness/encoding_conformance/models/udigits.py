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
from encoding_conformance.models.explainer import BY_A_BYTE, Part, Told, counted, number, split
from encoding_conformance.models.layout import Layout, LayoutExplainer, LayoutModel, row_problems, rows_of
from encoding_conformance.models.model import REMEMBERED, Data, IllFormed, Problem, Step, Walked


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


class Fields(NamedTuple):
    """The fields of a long code, of which later ones may be missing: the bytes before the length, the length, and the bytes that
    store the digits."""

    form: Udigits
    before: bytes
    length: bytes
    storage: bytes = b""

    @property
    def whole(self) -> bool:
        """Whether the length is complete."""
        return len(self.length) == len(self.before) + 1

    @property
    def begins_with_zero(self) -> bool:
        """Whether the length has an unnecessary zero."""
        return len(self.length) > 1 and self.length[0] == self.form.length

    @property
    def stated(self) -> int:
        """The number of digits that a complete length states."""
        return int("".join(f"{byte & 0xF:X}" for byte in self.length), 16) + self.form.least

    @property
    def padding(self) -> int:
        """The number of zero digits before the digits."""
        return -self.stated % self.form.group

    @property
    def size(self) -> int:
        """The number of bytes that store the digits."""
        return 2 * -(-self.stated // self.form.group)

    @property
    def digits(self) -> str:
        """The digits with their padding."""
        bits = "".join(f"{byte & 0x3F:06b}" for byte in self.storage)
        return f"{int(bits, 2):0{len(bits) // 4}X}"


class UdigitsModel(LayoutModel):
    """Writes a value that no row of the layout has as its digits after their number."""

    def __init__(self, encoding: Encoding, form: Udigits):
        super().__init__(encoding, form)
        self.form = form
        self.reach = 0
        self._read_by_row = lru_cache(REMEMBERED)(super().read)
        self.first = max(int(row.values.last) for row in self.rows) + 1

    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        if value < self.first:
            return super().write(value, state)
        return self.stored(f"{value:X}"), state

    def stored(self, digits: str) -> bytes:
        """Returns the code that stores these digits, which may have leading zeros, after their number."""
        form = self.form
        length = [form.length | int(digit, 16) for digit in f"{len(digits) - form.least:X}"]
        storage = []
        padded = "0" * (-len(digits) % form.group) + digits
        for i in range(0, len(padded), form.group):
            bits = f"{int(padded[i : i + form.group], 16):012b}"
            storage += [int("10" + bits[:6], 2), int("10" + bits[6:], 2)]
        return bytes([form.lead, *[form.before] * (len(length) - 1), *length, *storage])

    def length_units(self) -> list[bytes]:
        before, length = self.form.before, self.form.length
        kinds = (self.form.lead, before, length, length | 0xF, length + 0x10)
        return [*(bytes([byte]) for byte in kinds), bytes([before, length])]

    def with_a_zero(self, sizes: Iterable[int]) -> list[bytes]:
        return [self.stored("0".ljust(size, "1")) for size in sizes]

    def is_long(self, code: bytes) -> bool:
        """Returns whether a code stores its digits. It does so from the second byte on."""
        return len(code) > 1 and code[0] == self.form.lead and (code[1] == self.form.before or self._is_length(code[1]))

    def _is_length(self, byte: int) -> bool:
        return byte >> 4 == self.form.length >> 4

    def fields(self, data: bytes, start: int = 0) -> Fields:
        """Returns the fields of a long code."""
        stop = start + 1
        while data[stop : stop + 1] == bytes([self.form.before]):
            stop += 1
        end = stop + stop - start
        fields = Fields(self.form, data[start + 1 : stop], data[stop:end])
        return fields._replace(storage=data[end : end + fields.size]) if fields.whole else fields

    def read(self, data: bytes, start: int, state: Any) -> Step:
        begin = data[start : start + 2]
        if not self.is_long(begin) and begin != bytes([self.form.lead]):
            step = self._read_by_row(data[start : start + self._longest], 0, state)
            return step._replace(end=start + step.end)
        fields = self.fields(data, start)
        if not all(map(self._is_length, fields.length)):
            raise IllFormed("bad-length")
        if not fields.whole:
            raise IllFormed("truncated")
        if fields.begins_with_zero:
            raise IllFormed("overlong")
        if any(byte >> 6 != 0b10 for byte in fields.storage):
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
        return Step(value, start + 1 + sum(map(len, fields[1:])), state)


_GROUPS = 3
"""The number of groups of digits that are shown."""


class UdigitsExplainer(LayoutExplainer):
    """Shows the length, the padding and the digits. Shorter codes are those of the layout."""

    model: UdigitsModel

    def read(self, step: Walked) -> Told:
        if step.value is None or step.value < self.model.first:
            return super().read(step)
        fields = self.model.fields(step.code)
        lead = f"{step.code[0]:02X}, and then {step.code[1]:02X}: the number of digits follows, and then the digits."
        return Told(_parts(step.code, fields), (lead, _length(fields), _storage(fields), _groups(fields)))

    def written(self, step: Walked) -> Told:
        if step.value is None or step.value < self.model.first:
            return super().written(step)
        fields = self.model.fields(step.code)
        why = f"No row of the table has {number(step.value)}, so its digits are stored after their number."
        return Told(_parts(step.code, fields), (why, _length(fields), _storage(fields), _groups(fields)))

    def ill_formed(self, step: Walked) -> Told:
        code, form = step.code, self.model.form
        if self.model.is_long(code):
            fields = self.model.fields(code[:-1] if step.reason in BY_A_BYTE else code)
            at_fault = [Part(code[-1:], "fault")] if step.reason in BY_A_BYTE else []
            return Told((*_parts(code, fields), *at_fault), *self._why(step, fields))
        told = super().ill_formed(step)
        if step.reason != "truncated" or code != bytes([form.lead]):
            return told
        longer = "A code may also store the number of its digits after this byte."
        return Told(told.parts, (*told.lines, longer), f"the input ends after {form.lead:02X}")

    def _expected(self, code: bytes) -> Iterator[str]:
        yield from super()._expected(code)
        if code[:-1] == bytes([self.model.form.lead]):
            yield "a length"

    def _why(self, step: Walked, fields: Fields) -> tuple[tuple[str, ...], str]:
        """Returns sentences about a fault in a long code, and the fault in a few words."""
        form, last = fields.form, step.code[-1]
        if not fields.whole:
            announced = f"{counted(len(fields.before) + 1, 'byte')} of {form.length:02X}..{form.length | 0xF:02X}"
            before = f"{len(fields.before)} of {form.before:02X} announce {announced} with the length."
            if step.reason == "truncated":
                return (before, f"The input ends after {len(fields.length)} of them."), "the input ends inside the length"
            brief = f"{last:02X} stands in the place of a length byte"
            return (before, f"{last:02X} stands in the place of one of them."), brief
        length, storage, there = _length(fields), _storage(fields), len(fields.storage)
        if step.reason == "overlong" and fields.begins_with_zero:
            why = f"The first of several length bytes is {fields.length[0]:02X}, a zero that the length does not need."
            return (length, why), "the length begins with an unnecessary zero"
        match step.reason:
            case "truncated":
                why, brief = (
                    f"The input ends after {there} of these bytes.",
                    f"the input ends after {there} of {fields.size} bytes with digits",
                )
                return (length, storage, why), brief
            case "bad-trail":
                brief = f"{last:02X} is not one of 80..BF, which store digits"
                return (length, storage, f"{brief}."), brief
            case "bad-padding":
                why, brief = "The digits of padding are not zero.", "the digits of padding are not zero"
            case _ if fields.digits[fields.padding] == "0":
                why = "The first digit is 0, so the value has fewer digits than its length says."
                brief = "the first digit is an unnecessary zero"
            case _:
                why, brief = (
                    f"The value is below {self.model.first:X}, so a row of the table has it.",
                    "a row of the table has this value",
                )
        return (length, storage, _groups(fields), why), brief


def _parts(code: bytes, fields: Fields) -> tuple[Part, ...]:
    parts = [Part(code[:1], "lead")]
    parts += [Part(bytes([byte]), "length", split(byte, "f" * 8)) for byte in fields.before]
    parts += [Part(bytes([byte]), "length", split(byte, "ffffllll")) for byte in fields.length]
    padding = 4 * fields.padding if fields.whole else 0
    padded = -(-padding // 6)
    for index, byte in enumerate(fields.storage[:padded]):
        zeros = "z" * min(padding - 6 * index, 6)
        parts.append(Part(bytes([byte]), "padding" if len(zeros) == 6 else "trail", split(byte, f"ff{zeros:x<6}")))
    if rest := fields.storage[padded:]:
        parts.append(Part(rest, "trail"))
    return tuple(parts)


def _length(fields: Fields) -> str:
    """Says what the length is. The numbers after NUD and NME are hexadecimal, as the bytes are."""
    count, least = fields.stated, fields.form.least
    numbers = f"NUD = {count:X}, NME = {count - least:X} ({(fields.before + fields.length).hex(' ').upper()})"
    return f"{numbers}: there are {count} digits, and {count} - {least} = {count - least} is stored."


def _storage(fields: Fields) -> str:
    padding = f" and {counted(fields.padding, 'zero digit')} of padding" if fields.padding else ""
    return f"{fields.stated} digits{padding} take {fields.size} bytes, {fields.form.group} digits in 2 bytes."


def _groups(fields: Fields) -> str:
    """Says which digits the first storage bytes hold."""
    groups = []
    for index in range(0, min(len(fields.storage), 2 * _GROUPS) - 1, 2):
        high, low = fields.storage[index] & 0x3F, fields.storage[index + 1] & 0x3F
        data = fields.storage[index : index + 2].hex(" ").upper()
        groups.append(f"{data} = {high:06b} {low:06b} = {high << 6 | low:0{fields.form.group}X}")
    return "; ".join(groups) + ("; …" if len(fields.storage) > 2 * _GROUPS else ".")
