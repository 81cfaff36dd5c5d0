"""Hexadecimal digits behind their number: the codes of UTF-∞-8 that its layout table has no row for.

Worked on digit strings, as UTF-∞-8 3.5 tells it; nothing here is arithmetic on the value.
"""

from __future__ import annotations

from typing import Any

from harness.core.encoding import Encoding
from harness.models.layout import LayoutModel
from harness.models.model import Fault, Step, StepModel


class UdigitsModel(LayoutModel):
    """`udigits` gives the lead byte, the byte before the length, the fixed half of a length byte, the least number
    of digits, how many digits share how many storage bytes, and the fixed bits of a storage byte."""

    def __init__(self, encoding: Encoding):
        super().__init__(encoding)
        form = encoding.tables["udigits"]
        self.lead, self.before, self.length = form["lead"], form["before"], form["length"]
        self.least, self.group = form["least"], form["group"]
        self.reach = 0
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
        """The code that stores these digits, leading zeros among them, behind their number."""
        length = [self.length | int(digit, 16) for digit in f"{len(digits) - self.least:X}"]
        storage = []
        padded = "0" * (-len(digits) % self.group) + digits
        for i in range(0, len(padded), self.group):
            bits = f"{int(padded[i : i + self.group], 16):012b}"
            storage += [int("10" + bits[:6], 2), int("10" + bits[6:], 2)]
        return bytes([self.lead, *[self.before] * (len(length) - 1), *length, *storage])

    def read(self, data: bytes, start: int, state: Any) -> Step:
        second = data[start + 1 : start + 2]
        if data[start] != self.lead or (second and second[0] != self.before and second[0] >> 4 != self.length >> 4):
            return super().read(data, start, state)
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
        """The number of digits, and where the storage bytes begin."""
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
