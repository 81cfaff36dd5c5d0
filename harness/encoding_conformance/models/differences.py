"""Tables of differences from the value before, as in BOCU-1.

Within a row, byte sequences in ascending order stand for differences in ascending order. A sequence is a number, whose
digits are the lead byte and the positions of the trail bytes in their table. The difference is this number plus the
offset of the row. (The rules of the specification calculate the same bytes with offsets and with divisions of negative
numbers.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import parse_number, parse_set
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models.form import Data, Form, Problem
from encoding_conformance.models.model import Fault, States, Step, StepModel


@dataclass(frozen=True)
class DifferenceRow:
    """The differences from `first` to `last`, which have one of these lead bytes and this number of trail bytes."""

    first: int
    last: int
    lead: RangeSet
    trails: int


@dataclass(frozen=True)
class Differences(Form):
    """A table of differences, and how the previous value is chosen.

    `initial` is the previous value at the start and after a reset. Values in `direct` are their own byte. `centres` has
    sets of values after which the previous value is a fixed one. After any other value, it is the middle of the block of
    `block` values that contains the value.
    """

    key = "differences"
    initial: int
    direct: RangeSet
    reset_byte: int
    trail: tuple[int, ...]
    rows: tuple[DifferenceRow, ...]
    centres: tuple[tuple[RangeSet, int], ...]
    block: int

    @classmethod
    def of(cls, definition: Data, others: Mapping[str, Encoding]) -> Self:
        data = definition[cls.key]
        return cls(
            initial=parse_number(data["initial"]),
            block=parse_number(data["block"]),
            direct=parse_set(data["direct"]),
            reset_byte=parse_number(data["reset-byte"]),
            trail=tuple(parse_set(data["trail"])),
            centres=tuple((parse_set(row["values"]), parse_number(row["previous"])) for row in data["centres"]),
            rows=tuple(DifferenceRow(*_ends(row), parse_set(row["lead"]), row["trails"]) for row in data["rows"]),
        )

    @classmethod
    def problems(cls, definition: Data, in_steps: Collection[str]) -> Iterator[Problem]:
        data = definition[cls.key]
        digits = len(list(parse_set(data["trail"])))
        for index, row in enumerate(data["rows"]):
            if message := _problem(row, digits):
                yield Problem(message, (cls.key, "rows", index))

    def model(self, encoding: Encoding) -> DifferencesModel:
        return DifferencesModel(encoding, self)


def _problem(row: Mapping[str, Any], digits: int) -> str:
    """Returns why a row cannot hold its differences; empty if it can."""
    first, last = _ends(row)
    lead = parse_set(row["lead"])
    if last < first:
        return f"differences: {row['differences']} runs backwards"
    if last - first >= len(list(lead)) * digits ** row["trails"]:
        what = f"{lead} with {row['trails']} trail bytes"
        return f"lead: {what} hold fewer differences than {row['differences']} has"
    return ""


def _ends(row: Mapping[str, Any]) -> tuple[int, int]:
    first, last = row["differences"].split("..")
    return int(first, 16), int(last, 16)


class DifferencesModel(StepModel):
    """Writes and reads differences. The state is the previous value."""

    def __init__(self, encoding: Encoding, table: Differences):
        super().__init__(encoding)
        self.table = table
        self.initial = self.table.initial
        self.reach = 1 + max(row.trails for row in self.table.rows)
        self.digit_of = {byte: digit for digit, byte in enumerate(self.table.trail)}

    def edges(self) -> set[int]:
        """Returns the first and last value of each row, counted from each fixed state, and the boundaries of the sets
        with a fixed state."""
        states = [self.table.initial, *(previous for _, previous in self.table.centres)]
        ends = [end for row in self.table.rows for end in (row.first, row.last)]
        centred = {edge for values, _ in self.table.centres for edge in values.edges()}
        return centred | {state + end for state in states for end in ends}

    def states(self) -> States:
        """Returns a value for each fixed state, and the values that give the first and the last calculated state. Every
        difference that can follow a calculated state can follow one of these two."""
        written = self.encoding.values.difference(self.table.direct)
        return States(tuple(values.first for values, _ in self.table.centres), (written.first, int(written.last)))

    def write(self, value: int, state: int) -> tuple[bytes, int]:
        if value not in self.encoding.values:
            raise Fault("out-of-range")
        if value in self.table.direct:
            return bytes([value]), self.initial if value in self.encoding.resets else state
        return self.write_difference(value - state), self.after(value)

    def write_run(self, first: int, last: int, state: int) -> list[bytes]:
        """Writes runs of values together whose differences are in one row and share all digits but the last."""
        found: list[bytes] = []
        while first <= last:
            if first in self.table.direct:
                found.append(bytes((first,)))
                first += 1
                continue
            difference = first - state
            row = next(row for row in self.table.rows if row.first <= difference <= row.last)
            *head, low = self.write_difference(difference)
            digits = self.table.trail if row.trails else tuple(row.lead)
            rest = digits[digits.index(low) :]
            room = min(len(rest), last - first + 1, row.last - difference + 1, self._before_direct(first))
            found += [bytes((*head, byte)) for byte in rest[:room]]
            first += room
        return found

    def _before_direct(self, value: int) -> int:
        """Returns the number of values from this one up to the next value that is its own byte."""
        later = [first for first, _ in self.table.direct.ranges if first > value]
        return min(later) - value if later else int(self.encoding.values.last) - value + 1

    def read(self, data: bytes, start: int, state: int) -> Step:
        lead = data[start]
        if lead == self.table.reset_byte:
            return Step(None, start + 1, self.initial)
        if lead in self.table.direct:
            return Step(lead, start + 1, self.initial if lead in self.encoding.resets else state)
        row = next((row for row in self.table.rows if lead in row.lead), None)
        if row is None:
            raise Fault("bad-lead")
        trails = data[start + 1 : start + 1 + row.trails]
        if any(byte not in self.digit_of for byte in trails):
            raise Fault("bad-trail")
        if len(trails) < row.trails:
            raise Fault("truncated")
        value = state + self._number(lead, trails) + self._offset(row)
        if value not in self.encoding.values:
            raise Fault("out-of-range")
        return Step(value, start + 1 + row.trails, self.after(value), silent=value in self.table.direct)

    def after(self, value: int) -> int:
        """Returns the previous value for the next difference, after a value that was written as a difference."""
        for values, centre in self.table.centres:
            if value in values:
                return centre
        return value - value % self.table.block + self.table.block // 2

    def write_difference(self, difference: int) -> bytes:
        """Returns the lead and trail bytes of a difference. Raises Fault if no row has it."""
        for row in self.table.rows:
            if row.first <= difference <= row.last:
                number = difference - self._offset(row)
                trails = []
                for _ in range(row.trails):
                    number, digit = divmod(number, len(self.table.trail))
                    trails.append(self.table.trail[digit])
                return bytes([number, *reversed(trails)])
        raise Fault("out-of-range")

    def _offset(self, row: DifferenceRow) -> int:
        """Returns the number to add to a sequence's number to get its difference. The end of the row that is nearer to
        zero determines it: the lowest sequence stands for `first` if the differences are not negative, and the
        highest stands for `last` if they are."""
        if row.first >= 0:
            return row.first - self._number(row.lead.first, bytes([self.table.trail[0]] * row.trails))
        return row.last - self._number(int(row.lead.last), bytes([self.table.trail[-1]] * row.trails))

    def _number(self, lead: int, trails: bytes) -> int:
        number = lead
        for byte in trails:
            number = number * len(self.table.trail) + self.digit_of[byte]
        return number
