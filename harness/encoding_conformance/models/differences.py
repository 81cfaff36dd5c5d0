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
from encoding_conformance.core.notation import format_bytes, parse_number, parse_set
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models.explainer import Explainer, Part, Told, counted, cut_off, faulty_parts, plain_parts
from encoding_conformance.models.model import Data, Fault, Form, Problem, States, Step, StepModel, Walked


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


class DifferencesExplainer(Explainer):
    """Explains the steps of a model of differences. Multi-byte sequences are numbers whose base is the number of trail
    bytes, and whose first digit is the lead byte less the base lead byte of the row."""

    def __init__(self, model: DifferencesModel):
        self.model = model
        self.table = model.table
        self.base = len(model.table.trail)

    def read(self, step: Walked) -> Told:
        lead = step.code[0]
        if step.value is None:
            why = f"{lead:02X} in the place of a lead byte stands for no value, and sets the state to {step.after:X}."
            return Told((Part(step.code, "reset"),), (why,))
        if lead in self.table.direct:
            return self._direct(step)
        row = self._row(lead)
        offset, stored = self._offset(row), self._stored(row, step.code)
        difference = stored + offset
        lines = [
            self._in_a_row(lead),
            *self._digits_of(row, step.code),
            *([f"{self._sum(row, step.code)}."] if row.trails else []),
            f"{stored:X} plus the offset {offset:X} is {difference:X}, the difference."
            if offset
            else f"The difference is {stored:X}.",
            f"{step.before:X} plus {difference:X} is {step.value:X}, the state plus the difference.",
            self._state(step.value),
        ]
        if step.silent:
            what = f"{step.value:X} has a byte of its own, {step.value:02X}."
            lines.append(f"{what} The specification does not say whether a difference may lead to it.")
        return Told(plain_parts(step.code), tuple(lines))

    def written(self, step: Walked) -> Told:
        value = step.value or 0
        if value in self.table.direct:
            return self._direct(step)
        difference, row = value - step.before, self._row(step.code[0])
        less = f"{difference:X} less the offset {self._offset(row):X} is " if self._offset(row) else ""
        lines = [
            f"{value:X} - {step.before:X} = {difference:X}, the value less the state.",
            f"{difference:X} is in the row {_row(row)}.",
            *([f"{less}{self._sum(row, step.code)}."] if less else []),
            *self._digits_of(row, step.code),
            self._state(value),
        ]
        return Told(plain_parts(step.code), tuple(lines))

    def fault(self, step: Walked) -> Told:
        lead = step.code[0]
        if step.reason == "bad-lead":
            return Told(faulty_parts(step), (f"No row has the lead byte {lead:02X}.",))
        lines = [self._in_a_row(lead)]
        match step.reason:
            case "truncated":
                lines.append(f"The input ends after {counted(len(step.code) - 1, 'trail byte')}.")
            case "bad-trail":
                trails = _bytes(RangeSet.of((byte, byte) for byte in self.table.trail))
                lines.append(f"{step.code[-1]:02X} is not a trail byte. The trail bytes are {trails}.")
            case _:
                difference = self._difference(step.code)
                value = step.before + difference
                lines.append(f"{step.before:X} plus {difference:X} is {value:X}, the state plus the difference.")
                lines.append(f"The values of the encoding are {self.model.encoding.values}.")
        return Told(faulty_parts(step), tuple(lines))

    def brief(self, step: Walked) -> str:
        if not step.code:
            return super().brief(step)
        match step.reason:
            case "bad-lead":
                return f"no row has the lead byte {step.code[0]:02X}"
            case "truncated":
                return cut_off(len(step.code), [1 + self._row(step.code[0]).trails])
            case "bad-trail":
                return f"{step.code[-1]:02X} cannot be a trail byte"
        return self.not_a_value(self.model.encoding, step.before + self._difference(step.code))

    def _direct(self, step: Walked) -> Told:
        value = step.value or 0
        state = "sets the state to" if value in self.model.encoding.resets else "leaves the state at"
        return Told(plain_parts(step.code), (f"{value:X} is its own byte, and {state} {step.after:X}.",))

    def _row(self, lead: int) -> DifferenceRow:
        return next(row for row in self.table.rows if lead in row.lead)

    def _base_lead(self, row: DifferenceRow) -> int:
        """Returns the lead byte that stands for the digit 0. In a row of negative differences, it is the one after the
        last lead byte."""
        if row.first >= 0:
            return row.lead.first
        return int(row.lead.last) + 1 if row.last < 0 else int(row.lead.last) - row.last

    def _offset(self, row: DifferenceRow) -> int:
        """Returns the difference whose digits are all 0."""
        if row.first >= 0:
            return row.first
        return row.last + 1 if row.last < 0 else 0

    def _digits(self, row: DifferenceRow, code: bytes) -> list[int]:
        return [code[0] - self._base_lead(row), *(self.model.digit_of[byte] for byte in code[1:])]

    def _stored(self, row: DifferenceRow, code: bytes) -> int:
        """Returns the number that the bytes of a code are, which is its difference less the offset."""
        stored = 0
        for digit in self._digits(row, code):
            stored = stored * self.base + digit
        return stored

    def _difference(self, code: bytes) -> int:
        row = self._row(code[0])
        return self._stored(row, code) + self._offset(row)

    def _sum(self, row: DifferenceRow, code: bytes) -> str:
        """Returns the number that the bytes are with its digits, such as `D5AE = 0 * F3^2 + E1 * F3 + 1B`."""
        digits, stored = self._digits(row, code), f"{self._stored(row, code):X}"
        if len(digits) == 1:
            return stored
        weights = [*(f" * {self.base:X}^{power}" for power in range(len(digits) - 1, 1, -1)), f" * {self.base:X}", ""]
        return f"{stored} = " + " + ".join(f"{digit:X}{weight}" for digit, weight in zip(digits, weights))

    def _digits_of(self, row: DifferenceRow, code: bytes) -> Iterator[str]:
        """Yields which digit each byte stands for."""
        lead, *trails = self._digits(row, code)
        yield f"The base lead byte is {self._base_lead(row):02X}, so {code[0]:02X} stands for {lead:X}."
        if trails:
            which = "bytes {} stand for the digits" if len(trails) > 1 else "byte {} stands for the digit"
            yield f"The trail {which.format(format_bytes(code[1:]))} {' '.join(f'{digit:X}' for digit in trails)}."

    def _in_a_row(self, lead: int) -> str:
        return f"{lead:02X} is in the row {_row(self._row(lead))}."

    def _state(self, value: int) -> str:
        """Says which state follows a value that was written as a difference."""
        state, block = self.model.after(value), self.table.block
        for values, _ in self.table.centres:
            if value in values:
                return f"After any of {values}, the state is {state:X}."
        first = value - value % block
        return f"The state becomes {state:X}, the middle of {first:X}..{first + block - 1:X}."


def _row(row: DifferenceRow) -> str:
    trails = counted(row.trails, "trail byte") if row.trails else "no trail byte"
    return f"{row.first:X}..{row.last:X}: {_bytes(row.lead)}, with {trails}"


def _bytes(members: RangeSet) -> str:
    """Returns a set of bytes with two digits each, such as `01..06 10..19`."""
    ends = [(int(first), int(last)) for first, last in members.ranges]
    return " ".join(format_bytes(bytes([first])) if first == last else f"{first:02X}..{last:02X}" for first, last in ends)
