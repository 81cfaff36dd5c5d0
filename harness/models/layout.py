"""Tables of bit patterns, such as `U+0080..U+07FF: 110xxxxx 10xxxxxx`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from harness.core.encoding import Encoding, Row
from harness.core.ranges import RangeSet
from harness.models.model import Fault, Step, StepModel

SURROGATES = RangeSet(((0xD800, 0xDFFF),))


@dataclass(frozen=True)
class Pattern:
    """A byte of a row: the bits that are fixed, and how many low bits hold the value."""

    fixed_mask: int
    fixed: int
    width: int
    parity: bool

    @staticmethod
    def of(bits: str) -> Pattern:
        """`"10xxxxxx"` or, with an even parity bit, `"pxxxxxxx"`."""
        return Pattern(
            fixed_mask=int("".join("01"[bit in "01"] for bit in bits), 2),
            fixed=int(bits.replace("x", "0").replace("p", "0"), 2),
            width=bits.count("x"),
            parity="p" in bits,
        )

    def matches(self, byte: int) -> bool:
        return byte & self.fixed_mask == self.fixed


class LayoutRow:
    """A row of the table, with its patterns in the order of the bytes in the stream."""

    def __init__(self, row: Row, code_unit: int, byte_order: str):
        self.values = row.values
        self.minus = row.minus
        self.most_significant_first = [Pattern.of(bits) for bits in row.bits]
        self.order = _stream_order(len(row.bits), code_unit, byte_order)
        self.patterns = [self.most_significant_first[place] for place in self.order]

    def write(self, value: int) -> bytes:
        """The bytes of a value, in the table's range or not, so long as the x's can hold it."""
        rest, data = value - self.minus, bytearray(len(self.patterns))
        for place, pattern in reversed(list(enumerate(self.most_significant_first))):
            byte = pattern.fixed | rest & (1 << pattern.width) - 1
            byte |= 0x80 * (pattern.parity and byte.bit_count() % 2)
            data[self.order.index(place)] = byte
            rest >>= pattern.width
        return bytes(data)

    @property
    def last(self) -> Pattern:
        """The byte with the lowest bits."""
        return self.most_significant_first[-1]

    def write_run(self, first: int, last: int) -> list[bytes]:
        """The bytes of values that differ in the bits of the last pattern only."""
        if self.last.parity or self.minus & (1 << self.last.width) - 1:
            return [self.write(value) for value in range(first, last + 1)]
        place = self.order.index(len(self.patterns) - 1)
        data = self.write(first)
        head, low, tail = data[:place], data[place], data[place + 1 :]
        return [head + bytes((byte,)) + tail for byte in range(low, low + last - first + 1)]

    def read(self, data: bytes) -> int:
        """The value in bytes that match the patterns. Raises Fault where a parity bit is wrong."""
        value = 0
        for place, pattern in enumerate(self.most_significant_first):
            byte = data[self.order.index(place)]
            if pattern.parity and byte.bit_count() % 2:
                raise Fault("parity")
            value = value << pattern.width | byte & (1 << pattern.width) - 1
        return value + self.minus


class LayoutModel(StepModel):
    """Rows of patterns. A sequence is read byte by byte against all the rows that it still matches."""

    def __init__(self, encoding: Encoding):
        super().__init__(encoding)
        self.rows = [LayoutRow(row, encoding.code_unit, encoding.byte_order) for row in encoding.tables["layout"]]
        self.reach = max(len(row.patterns) for row in self.rows)

    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        if value not in self.encoding.values:
            raise Fault(self._foreign(value))
        for row in self.rows:
            if value in row.values:
                return row.write(value), state
        raise Fault("out-of-range")

    def write_run(self, first: int, last: int, state: Any) -> list[bytes]:
        """Values that differ in the last bits only share all bytes but one."""
        found: list[bytes] = []
        while first <= last:
            row = next(row for row in self.rows if first in row.values)
            end = int(min(last, first | (1 << row.last.width) - 1, row.values.end_of(first)))
            found += row.write_run(first, end)
            first = end + 1
        return found

    def read(self, data: bytes, start: int, state: Any) -> Step:
        rows, reason = self.rows, "bad-lead"
        for length in range(1, 1 + max(len(row.patterns) for row in self.rows)):
            if start + length > len(data):
                raise Fault("truncated")
            rows = [row for row in rows if row.patterns[length - 1].matches(data[start + length - 1])]
            for row in [row for row in rows if len(row.patterns) == length]:
                value = row.read(data[start : start + length])
                if fault := self._fault_of(value, row):
                    rows, reason = [other for other in rows if other is not row], fault
                else:
                    return Step(value, start + length, state, silent=value not in row.values)
            if not rows:
                raise Fault(reason)
            reason = "bad-trail"
        raise Fault(reason)

    def _fault_of(self, value: int, row: LayoutRow) -> str:
        if value not in self.encoding.values:
            return self._foreign(value)
        if value not in row.values and (self.encoding.shortest_form or value > row.values.first):
            return "overlong"
        return ""

    @staticmethod
    def _foreign(value: int) -> str:
        return "surrogate" if value in SURROGATES else "out-of-range"


def _stream_order(size: int, code_unit: int, byte_order: str) -> list[int]:
    """Which byte of the row, most significant first, stands at each place of the stream."""
    places = list(range(size))
    if byte_order == "big":
        return places
    return [place for unit in range(0, size, code_unit) for place in reversed(places[unit : unit + code_unit])]
