"""Explains differences: the row, the digits, the arithmetic, and the state."""

from __future__ import annotations

from collections.abc import Iterator

from encoding_conformance.core.notation import format_bytes
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models.differences import DifferenceRow, DifferencesModel
from encoding_conformance.models.explaining.explainer import Explainer, Part, Told, counted, cut_off, faulty_parts, plain_parts
from encoding_conformance.models.model import Walked


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
