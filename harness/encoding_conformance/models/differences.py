"""Tables of differences from the value before, as in BOCU-1.

Within a row, byte sequences in ascending order stand for differences in ascending order. A sequence is a number, whose digits are
the lead byte less the base lead byte of the row, and the index of each trail byte in the table of trail bytes. The difference is
this number plus the offset of the row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, Self, TypeVar

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import parse_number, parse_set, sequence_text
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.text import counted
from encoding_conformance.models.model import Data, Form, IllFormed, Problem, StateRun, States, Step, StepModel, Walked
from encoding_conformance.models.parts import Explanation, Part

State = TypeVar("State", int, None)


@dataclass(frozen=True)
class DifferenceRow:
    """The differences from `first` to `last`, which have one of these lead bytes and this number of trail bytes."""

    first: int
    last: int
    lead: RangeSet
    trails: int

    @cached_property
    def zero(self) -> tuple[int, int]:
        """The lead byte that stands for the digit 0, and the difference whose digits are all 0. In a row of negative differences,
        the lead byte is the one after the last, so that their first digit is negative."""
        if self.first >= 0:
            return self.lead.first, self.first
        if self.last >= 0 and not self.trails:
            return int(self.lead.last) - self.last, 0
        return int(self.lead.last) + 1, self.last + 1

    def __str__(self) -> str:
        trails = counted(self.trails, "trail byte") if self.trails else "no trail byte"
        return f"{self.first:X}..{self.last:X}: {_bytes(self.lead)}, with {trails}"

    def problem(self, digits: int) -> str:
        """Returns why the row cannot hold its differences, if each trail byte is one of `digits` digits; empty if it can."""
        if self.last < self.first:
            return f"differences: {self.first:X}..{self.last:X} runs backwards"
        if self.last - self.first >= len(list(self.lead)) * digits**self.trails:
            room = f"{self.lead} with {self.trails} trail bytes"
            return f"lead: {room} hold fewer differences than {self.first:X}..{self.last:X} has"
        return ""


class DifferencesModel(StepModel):
    """Writes and reads differences. The state is the previous value."""

    tables: Differences

    def __init__(self, encoding: Encoding):
        super().__init__(encoding)
        self.initial = self.tables.initial
        self.written = encoding.values.difference(self.tables.direct)
        self.reach = 1 + max(row.trails for row in self.tables.rows)
        self.row_of = {lead: row for row in reversed(self.tables.rows) for lead in row.lead}
        self.digit_of = {byte: digit for digit, byte in enumerate(self.tables.trail)}
        self._base, self._own_bytes = len(self.tables.trail), frozenset(self.tables.direct)
        self._shortest_first = sorted(self.tables.rows, key=attrgetter("trails"))
        self._centres = [(*ends, centre) for values, centre in self.tables.centres for ends in values.ranges]

    def edges(self) -> set[int]:
        """Returns both ends of each row, counted from each fixed state, and the boundaries of the sets with a fixed state."""
        states = [self.initial, *(previous for _, previous in self.tables.centres)]
        ends = [end for row in self.tables.rows for end in (row.first, row.last)]
        centred = {edge for values, _ in self.tables.centres for edge in values.edges()}
        return centred | {state + end for state in states for end in ends}

    def states(self) -> States:
        """Returns a value for each fixed state, and the values that give the first and the last calculated state. Every
        difference that can follow a calculated state can follow one of these two."""
        return States(tuple(values.first for values, _ in self.tables.centres), (self.written.first, int(self.written.last)))

    def runs(self) -> Iterator[StateRun]:
        """Yields the values of each block, divided where a set of values with a fixed state begins or ends."""

        def led_to(value: int) -> tuple[int, int | None]:
            state = self._after_direct(value, None) if value in self.tables.direct else self.after(value)
            return value // self.tables.block, state

        for (_, state), values in groupby(self.encoding.values, key=led_to):
            yield StateRun(state, list(values))

    def write(self, value: int, state: int) -> tuple[bytes, int]:
        if value not in self.encoding.values:
            raise IllFormed("out-of-range")
        if value in self._own_bytes:
            return bytes([value]), self._after_direct(value, state)
        row = self._row_with(value - state)
        lead, offset = row.zero
        number, sequence = value - state - offset, []
        for _ in range(row.trails):
            number, digit = divmod(number, self._base)
            sequence.append(self.tables.trail[digit])
        sequence.append(lead + number)
        return bytes(sequence[::-1]), self.after(value)

    def read(self, data: bytes, start: int, state: int) -> Step:
        lead = data[start]
        if lead == self.tables.reset_byte:
            return Step(None, start + 1, self.initial)
        if lead in self._own_bytes:
            return Step(lead, start + 1, self._after_direct(lead, state))
        row = self.row_of.get(lead)
        if row is None:
            raise IllFormed("bad-lead")
        (base_lead, offset), end = row.zero, start + 1 + row.trails
        number = lead - base_lead
        for byte in data[start + 1 : end]:
            if byte not in self.digit_of:
                raise IllFormed("bad-trail")
            number = number * self._base + self.digit_of[byte]
        if end > len(data):
            raise IllFormed("truncated")
        value = state + number + offset
        if value not in self.encoding.values:
            raise IllFormed("out-of-range")
        return Step(value, end, self.after(value), value in self._own_bytes)

    def digits(self, row: DifferenceRow, sequence: bytes) -> list[int]:
        """Returns the digits that the bytes of a sequence in this row stand for."""
        return [sequence[0] - row.zero[0], *(self.digit_of[byte] for byte in sequence[1:])]

    def number_of(self, digits: Iterable[int]) -> int:
        """Returns the number that has these digits."""
        return reduce(lambda number, digit: number * len(self.tables.trail) + digit, digits)

    def after(self, value: int) -> int:
        """Returns the state after a value that was written as a difference."""
        for first, last, centre in self._centres:
            if first <= value <= last:
                return centre
        return value - value % self.tables.block + self.tables.block // 2

    def _after_direct(self, value: int, state: State) -> int | State:
        return self.initial if value in self.encoding.resets else state

    def _row_with(self, difference: int) -> DifferenceRow:
        for row in self._shortest_first:
            if row.first <= difference <= row.last:
                return row
        raise IllFormed("out-of-range")

    def explain_read(self, step: Walked) -> Explanation:
        lead = step.sequence[0]
        if step.value is None:
            line = f"As a lead byte, {lead:02X} stands for no value, and sets the state to {step.after:X}."
            return Explanation((Part(step.sequence, "reset"),), (line,))
        if lead in self.tables.direct:
            return self._direct(step, lead)
        digits = self._analysed(step.sequence)
        lines = [f"{lead:02X} is in the row {digits.row}.", *digits.lines]
        if digits.row.trails:
            lines.append(f"{digits.sum}.")
        lines += [
            f"{digits.stored:X} plus the offset {digits.offset:X} is {digits.difference:X}, the difference."
            if digits.offset
            else f"The difference is {digits.stored:X}.",
            f"{step.before:X} plus {digits.difference:X} is {step.value:X}, the state plus the difference.",
            self._state(step.value),
        ]
        if step.silent:
            own_byte = f"{step.value:X} has its own byte, {step.value:02X}."
            lines.append(f"{own_byte} The specification does not say whether a difference may lead to it.")
        return Explanation(step.parts(), tuple(lines))

    def explain_written(self, step: Walked) -> Explanation:
        value = step.value or 0
        if value in self.tables.direct:
            return self._direct(step, value)
        digits = self._analysed(step.sequence)
        lines = [
            f"{value:X} - {step.before:X} = {digits.difference:X}, the value less the state.",
            f"{digits.difference:X} is in the row {digits.row}.",
            *([f"{digits.difference:X} less the offset {digits.offset:X} is {digits.sum}."] if digits.offset else []),
            *digits.lines,
            self._state(value),
        ]
        return Explanation(step.parts(), tuple(lines))

    def explain_ill_formed(self, step: Walked) -> Explanation:
        parts, lead, last, row = step.parts(), step.sequence[0], step.sequence[-1], self.row_of.get(step.sequence[0])
        if row is None:
            return Explanation(parts, (), f"no row has the lead byte {lead:02X}")
        lines = [f"{lead:02X} is in the row {row}."]
        if step.reason == "truncated":
            return Explanation(parts, tuple(lines), f"the input ends after {len(step.sequence)} of {1 + row.trails} bytes")
        if step.reason == "bad-trail":
            lines.append(f"The trail bytes are {_bytes(RangeSet.of((byte, byte) for byte in self.tables.trail))}.")
            return Explanation(parts, tuple(lines), f"{last:02X} cannot be a trail byte")
        difference = self._analysed(step.sequence).difference
        value = step.before + difference
        lines.append(f"{step.before:X} plus {difference:X} is {value:X}, the state plus the difference.")
        return self.explain_lacking(parts, lines, value)

    def _analysed(self, sequence: bytes) -> _Digits:
        row, base = self.row_of[sequence[0]], len(self.tables.trail)
        lead, *trails = digits = self.digits(row, sequence)
        stored = self.number_of(digits)
        lines, total = [f"The base lead byte is {row.zero[0]:02X}, so {sequence[0]:02X} stands for {lead:X}."], f"{stored:X}"
        if trails:
            which = "bytes {} stand for the digits" if len(trails) > 1 else "byte {} stands for the digit"
            lines.append(f"The trail {which.format(sequence_text(sequence[1:]))} {' '.join(f'{digit:X}' for digit in trails)}.")
            powers = [*(f" * {base:X}^{power}" for power in range(len(trails), 1, -1)), f" * {base:X}", ""]
            total += " = " + " + ".join(f"{digit:X}{power}" for digit, power in zip(digits, powers))
        return _Digits(row, lines, stored, total)

    def _direct(self, step: Walked, value: int) -> Explanation:
        state = "sets the state to" if value in self.encoding.resets else "leaves the state at"
        return Explanation(step.parts(), (f"{value:X} is its own byte, and {state} {step.after:X}.",))

    def _state(self, value: int) -> str:
        """Says which state follows a value that was written as a difference."""
        state, block = self.after(value), self.tables.block
        for values, _ in self.tables.centres:
            if value in values:
                return f"After any of {values}, the state is {state:X}."
        first = value - value % block
        return f"The state becomes {state:X}, the middle of {first:X}..{first + block - 1:X}."


class _Digits(NamedTuple):
    """The digits of a byte sequence: its row, sentences about them, the number that they stand for, and this number as a sum,
    such as `D5AE = 0 * F3^2 + E1 * F3 + 1B`."""

    row: DifferenceRow
    lines: list[str]
    stored: int
    sum: str

    @property
    def offset(self) -> int:
        return self.row.zero[1]

    @property
    def difference(self) -> int:
        return self.stored + self.offset


def _bytes(members: RangeSet) -> str:
    """Returns a set of bytes with two digits each, such as `01..06 10..19`."""
    ends = [(int(first), int(last)) for first, last in members.ranges]
    return " ".join(f"{first:02X}" if first == last else f"{first:02X}..{last:02X}" for first, last in ends)


@dataclass(frozen=True)
class Differences(Form):
    """A table of differences, and how the previous value is chosen.

    `initial` is the previous value at the start and after a reset. Values in `direct` are their own byte. `centres` has
    sets of values after which the previous value is a fixed value. After any other value, it is the middle of the block of
    `block` values that contains the value.
    """

    key = "differences"
    model = DifferencesModel
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
        tables = cls.of(definition, {})
        for index, row in enumerate(tables.rows):
            if message := row.problem(len(tables.trail)):
                yield Problem(message, (cls.key, "rows", index))


def _ends(row: Mapping[str, Any]) -> tuple[int, int]:
    first, last = row["differences"].split("..")
    return int(first, 16), int(last, 16)
