"""Codes that store hexadecimal digits after their number, as UTF-∞-8 does for values that its layout table has no row
for.

The model works on strings of digits, as UTF-∞-8 3.5 describes it, and does not calculate with the value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import parse_number
from encoding_conformance.models.form import Data, Problem
from encoding_conformance.models.layout import Layout, LayoutModel, row_problems, rows_of
from encoding_conformance.models.model import REMEMBERED, Fault, Step, StepModel


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
