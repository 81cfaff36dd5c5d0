"""Tables that have a value for each byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from encoding_conformance.core.encoding import Encoding, Length
from encoding_conformance.core.ranges import EVERY_NATURAL, RangeSet
from encoding_conformance.models.model import Data, Form, IllFormed, Implied, Step, StepModel, Walked
from encoding_conformance.models.parts import Explanation, Part, number

_ROW = 0x10


class TableModel(StepModel):
    """Writes and reads one byte for each value."""

    reach = 1
    tables: Table

    def __init__(self, encoding: Encoding):
        super().__init__(encoding)
        self.byte_of = {value: byte for byte, value in self.tables.value_of.items()}
        self.listed = tuple(self.tables.value_of.values())

    @property
    def single(self) -> Mapping[int, int]:
        return self.tables.value_of

    def texts(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yields the values of each row of sixteen bytes."""
        value_of = self.tables.value_of
        for first in range(0, 0x100, _ROW):
            if row := tuple(value_of[byte] for byte in range(first, first + _ROW) if byte in value_of):
                yield f"row-{first:02x}", row

    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        if value not in self.byte_of:
            raise IllFormed("unassigned")
        return bytes([self.byte_of[value]]), state

    def read(self, data: bytes, start: int, state: Any) -> Step:
        if data[start] not in self.tables.value_of:
            raise IllFormed("unassigned")
        return Step(self.tables.value_of[data[start]], start + 1, state)

    def explain_read(self, step: Walked) -> Explanation:
        return Explanation((Part(step.sequence, "single"),), (f"Row {_cell(step)} of the table: {step.value or 0:X}.",))

    def explain_written(self, step: Walked) -> Explanation:
        line = f"{step.value or 0:X} is in row {_cell(step)} of the table, so its byte is {step.sequence[0]:02X}."
        return Explanation((Part(step.sequence, "single"),), (line,))

    def explain_ill_formed(self, step: Walked) -> Explanation:
        return Explanation((Part(step.sequence, "fault"),), (), f"row {_cell(step)} of the table is empty")

    def explain_unencodable(self, step: Walked) -> Explanation:
        return Explanation((), (), f"{number(step.value or 0)} is not in the table")


def _cell(step: Walked) -> str:
    return f"{step.sequence[0] & 0xF0:02X}, column {step.sequence[0] & 0xF:X}"


@dataclass(frozen=True)
class Table(Form):
    """Tables that list the value of each assigned byte."""

    key = "table"
    model = TableModel
    value_of: Mapping[int, int]

    @classmethod
    def of(cls, definition: Data, others: Mapping[str, Encoding]) -> Self:
        rows = definition[cls.key].items()
        cells = ((int(first, 16) + column, value) for first, row in rows for column, value in enumerate(row.split()))
        return cls({byte: int(value, 16) for byte, value in cells if value != "--"})

    def implied(self) -> Implied:
        return Implied(
            values=RangeSet.of((value, value) for value in self.value_of.values()),
            absent_bytes=RangeSet.of((byte, byte) for byte in range(0x100) if byte not in self.value_of),
            lengths=(Length(EVERY_NATURAL, 1, 1),),
        )
