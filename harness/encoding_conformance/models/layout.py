"""Tables of bit patterns, such as `U+0080..U+07FF: 110xxxxx 10xxxxxx`, and their explainer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Self

from encoding_conformance.core.encoding import Encoding, Length
from encoding_conformance.core.notation import parse_number, parse_set, sequence_text
from encoding_conformance.core.outcome import Encoded
from encoding_conformance.core.ranges import SURROGATES, RangeSet
from encoding_conformance.core.text import counted
from encoding_conformance.core.vector import PermittedEncoded
from encoding_conformance.models.model import Data, Form, IllFormed, Implied, Problem, Step, StepModel, Walked
from encoding_conformance.models.parts import Explanation, Part, number
from encoding_conformance.models.pattern import BitPattern, Row

_SEQUENCES_KEPT = 1 << 12
"""The number of cached readings of byte sequences that are not well-formed at first sight. Most of them occur many times: for a
replacing decoder of UTF-8, the harness's process took 9.7 s of CPU without this cache, and 8.7 s with it."""


class LayoutModel(StepModel):
    """Writes and reads values by rows of patterns. It reads byte by byte, and compares each byte with the rows that have matched
    so far. `more` is the pattern of a byte that announces another one, if each byte says by itself whether one follows."""

    tables: Layout

    def __init__(self, encoding: Encoding):
        super().__init__(encoding)
        self.rows = self.tables.rows
        self._longest = self.reach = max(row.size for row in self.rows)
        self.more = _more(self.rows)
        self._joining = [row for row in self.rows if not row.values]
        self._of_lead = [[row for row in self.rows if row.patterns[0].matches(byte)] for byte in range(0x100)]
        self._longest_sequence = lru_cache(_SEQUENCES_KEPT)(self._read_longest_sequence)
        self._written = [(*ends, row) for row in self.rows for ends in row.values.intersection(encoding.values).ranges]

    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        for first, last, row in self._written:
            if first <= value <= last:
                return row.write(value), state
        raise IllFormed("out-of-range" if value in self.encoding.values else _lacking(value))

    def row_of(self, value: int) -> Row | None:
        """Returns the row of a value; None if no row has it."""
        for row in self.rows:
            if value in row.values:
                return row
        return None

    @cached_property
    def _quick(self) -> list[list[tuple[int, Row, tuple[tuple[int, int | float], ...]]]]:
        """The size, row and values of the sequences that begin with each byte, in order. Empty if one of these sequences may
        begin another one, so that more bytes decide."""
        is_simple = self.prefix_free and not self._joining
        values = {row: row.values.intersection(self.encoding.values).ranges for row in self.rows}
        return [
            [(row.size, row, values[row]) for row in rows] if is_simple or len({row.size for row in rows}) == 1 else []
            for rows in self._of_lead
        ]

    @cached_property
    def single(self) -> Mapping[int, int]:
        values = {
            lead: (row.value_of(bytes((lead,))), ranges)
            for lead, sequences in enumerate(self._quick)
            for size, row, ranges in sequences
            if size == 1
        }
        return {lead: value for lead, (value, ranges) in values.items() if any(first <= value <= last for first, last in ranges)}

    def read(self, data: bytes, start: int, state: Any) -> Step:
        for size, row, ranges in self._quick[data[start]]:
            value = row.value_of(data[start : start + size])
            for first, last in ranges:
                if first <= value <= last:
                    return Step(value, start + size, state)
        value, size, is_silent, reason = self._longest_sequence(data[start : start + self._longest])
        if reason:
            raise IllFormed(reason, is_open=is_silent)
        return Step(value, start + size, state, is_silent)

    def _read_longest_sequence(self, data: bytes) -> tuple[int, int, bool, str]:
        """Reads the longest sequence with which these bytes begin, because one may begin with another. Returns its value,
        its size, whether it is silent, and the reason if it is ill-formed. If a row without values has it, it consists of two
        sequences that must not follow each other, and both are at fault."""
        rows, reason, whole = self._of_lead[data[0]], "bad-lead", None
        for length in range(1, 1 + self._longest):
            if length > len(data):
                reason = "truncated"
                break
            if length > 1:
                byte = data[length - 1]
                rows = [row for row in rows if row.patterns[length - 1].matches(byte)]
                reason = "too-long" if self.more and self.more.matches(byte) else "bad-trail"
            for row in [row for row in rows if row.size == length]:
                value = row.read(data[:length])
                if fault := self._fault_of(value, row, reason) if row.has_parity(data[:length]) else "parity":
                    if whole:
                        return value, length, True, fault
                    rows, reason = [other for other in rows if other is not row], fault
                else:
                    whole = value, length, value not in row.values, ""
                    rows = [other for other in rows if other.size > length]
                    break
            if not rows:
                break
        return whole or (0, 0, False, reason)

    @cached_property
    def prefix_free(self) -> bool:
        sequences = (row.write(row.values.first) for row in self.rows if row.values)
        return all(self._read_longest_sequence(sequence[:end])[-1] for sequence in sequences for end in range(1, len(sequence)))

    def joined(self, values: Sequence[int]) -> tuple[int, ...]:
        return tuple(step.value or 0 for step in self.writing(values)) if self._joining else super().joined(values)

    def encode(self, values: Sequence[int]) -> tuple[PermittedEncoded, ...]:
        apart = super().encode(values)
        return super().encode(self.joined(values)) if self._joining and isinstance(apart[0], Encoded) else apart

    def writing(self, values: Sequence[int]) -> Iterator[Walked]:
        """Writes two values as one if their sequences would be those of a row without values."""
        held: Walked | None = None
        for step in super().writing(values):
            value = self._together(held.sequence + step.sequence) if held else None
            if held and value is not None:
                held = held._replace(end=step.end, sequence=self.write(value, None)[0], value=value)
                continue
            if held:
                yield held
            held = step
        if held:
            yield held

    def _together(self, sequence: bytes) -> int | None:
        """Returns the value of a sequence in a row without values; None if there is no such row."""
        return next((row.read(sequence) for row in self._joining if row.size == len(sequence) and row.matches(sequence)), None)

    def _fault_of(self, value: int, row: Row, reason: str) -> str:
        """Returns why a sequence of a row is ill-formed, or an empty text; `reason` if the last byte does not fit."""
        if value not in self.encoding.values:
            return _lacking(value)
        if value not in row.values and (self.encoding.shortest_form or not row.values or value > row.values.first):
            home = self.row_of(value)
            return reason if home and home.size > row.size else "overlong"
        return ""

    def explain_read(self, step: Walked) -> Explanation:
        row, value, data = self._row(step.sequence, step.value), step.value or 0, step.sequence
        lines = [f"Row {row}.", *_units(row, data), *_bits(row, data), *_parity(row, data), *_sum_of(row, value)]
        if step.silent:
            home = self._home(value)
            lines.append(
                f"{number(value)} is in the row {home.values}, which has {counted(home.size, 'byte')}. "
                "The specification neither allows nor forbids the longer form."
            )
        return Explanation(_parts(step, row), tuple(lines))

    def explain_written(self, step: Walked) -> Explanation:
        row, value = self._row(step.sequence, step.value), step.value or 0
        lines = [f"{number(value)} is in the row {row}."]
        if step.end - step.start > 1:
            lines.insert(0, f"The sequences of these values together are ill-formed, so {number(value)} is written instead.")
        if row.minus:
            lines.append(f"{number(value)} - {row.minus:X} = {number(value - row.minus)}.")
        lines += [*_bits(row, step.sequence), *_parity(row, step.sequence), *_units(row, step.sequence)]
        return Explanation(_parts(step, row), tuple(lines))

    def explain_ill_formed(self, step: Walked) -> Explanation:
        sequence, last, rows, lines = step.sequence, step.sequence[-1], self._rows_begun(step.sequence[:-1]), list[str]()
        match step.reason:
            case "bad-lead":
                brief, lines = f"no value begins with {last:02X}", [f"{last:02X} = {last:08b}."]
                later = (pattern for row in self.rows for pattern in row.patterns[1:] if pattern.fixed_mask)
                if matching := next((pattern for pattern in later if pattern.matches(last)), None):
                    lines.append(f"{matching.bits} is the pattern of a later byte.")
                    brief = f"{last:02X} can only continue a value"
            case "bad-trail":
                rows, expected = self._rows_begun(sequence[:-1], len(sequence)), " or ".join(self._expected(sequence))
                lines = [f"{sequence_text(sequence[:-1])} begins a sequence of the row {row}." for row in rows]
                lines.append(f"{last:02X} = {last:08b}.")
                brief = f"{last:02X} is not valid here: {expected} must follow {sequence_text(sequence[:-1])}"
            case "too-long":
                brief = f"the continue bit of {last:02X} is set, but a value has at most {self.reach} bytes"
            case "truncated":
                rows = self._rows_begun(sequence, len(sequence) + 1)
                sizes = " or ".join(map(str, dict.fromkeys(row.size for row in rows)))
                brief = f"the input ends after {len(sequence)} of {sizes} bytes"
                if self.more:
                    brief = f"the continue bit of {last:02X} is set, and nothing follows"
            case _:
                return self._of_a_bad_value(step, self._row(sequence))
        return Explanation(_parts(step, *rows[:1]), tuple(lines), brief)

    def _of_a_bad_value(self, step: Walked, row: Row) -> Explanation:
        """Explains a sequence that has the bits of a row but is ill-formed."""
        value, parts = row.read(step.sequence), _parts(step, row)
        lines = (f"Row {row}.", *_bits(row, step.sequence), *_sum_of(row, value))
        if step.reason == "parity":
            brief = f"the parity bit must be {1 - (step.sequence[-1] >> 7)}"
            return Explanation(parts, (f"Row {row}.", *_parity(row, step.sequence)), brief)
        if step.reason != "overlong":
            return self.explain_lacking(parts, lines, value)
        home = self._home(value)
        return Explanation(parts, lines, f"{number(value)} has a shorter form, of {counted(home.size, 'byte')}")

    def _row(self, sequence: bytes, value: int | None = None) -> Row:
        """Returns the row of a complete sequence; if the value is known, the row that gives it this value."""
        rows = (row for row in self.rows if row.size == len(sequence) and row.matches(sequence))
        return next(row for row in rows if value in (None, row.read(sequence)))

    def _rows_begun(self, begin: bytes, least: int = 1) -> list[Row]:
        """Returns the rows whose sequences may begin with these bytes, and have at least `least` bytes."""
        return [row for row in self.rows if row.values and row.size >= least and row.matches(begin)]

    def _home(self, value: int) -> Row:
        return next(row for row in self.rows if value in row.values)

    def _expected(self, sequence: bytes) -> Iterable[str]:
        """Returns the patterns that the last of these bytes may have."""
        return dict.fromkeys(row.patterns[len(sequence) - 1].bits for row in self._rows_begun(sequence[:-1], len(sequence)))


def _lacking(value: int) -> str:
    return "surrogate" if value in SURROGATES else "out-of-range"


def _more(rows: Sequence[Row]) -> BitPattern | None:
    """Returns the pattern of every byte but the last. None unless such bytes are never the last, and all hold as many bits."""
    inner = {pattern for row in rows for pattern in row.patterns[:-1]}
    ends = {row.patterns[-1] for row in rows}
    if len(inner) != 1 or len(ends) != 1:
        return None
    (more,), (last,) = inner, ends
    return more if more.width == last.width and more.excludes(last) else None


def _parts(step: Walked, row: Row | None = None) -> tuple[Part, ...]:
    return step.parts([pattern.bits for pattern in row.patterns], row.code_unit) if row else step.parts()


def _units(row: Row, sequence: bytes) -> Iterator[str]:
    """Yields sentences about the code units, if they have several bytes."""
    if row.code_unit == 1:
        return
    starts, swapped = range(0, len(sequence), row.code_unit), bytes(row.swapped(sequence))
    units = [swapped[i : i + row.code_unit] for i in starts]
    first = "most" if row.byte_order == "big" else "least"
    noun = "Code unit" if len(units) == 1 else "Code units"
    yield f"{noun} {' '.join(unit.hex().upper() for unit in units)}, with the {first} significant byte first."
    if len(units) > 1:
        yield "; ".join(map(_sum, [row.most_significant_first[i : i + row.code_unit] for i in starts], units)) + "."


def _sum(patterns: Sequence[BitPattern], unit: bytes) -> str:
    fixed = int.from_bytes(bytes(pattern.fixed for pattern in patterns), "big")
    whole = int.from_bytes(unit, "big")
    return f"{whole:X} = {fixed:X} + {whole - fixed:X}"


def _bits(row: Row, sequence: bytes) -> Iterator[str]:
    """Yields the number that the x's hold, with their bits grouped by code unit; nothing if every bit is an x."""
    if all(pattern.width == 8 for pattern in row.patterns):
        return
    fields = [f"{byte:08b}"[8 - pattern.width :] for pattern, byte in zip(row.most_significant_first, row.swapped(sequence))]
    groups = list(filter(None, ("".join(fields[i : i + row.code_unit]) for i in range(0, len(fields), row.code_unit))))
    yield f"The x's are {' '.join(groups)} = {number(int(''.join(groups), 2))}."


def _sum_of(row: Row, value: int) -> Iterator[str]:
    """Yields the sum that gives a value from the number that the x's hold, if the two differ."""
    if row.minus:
        yield f"{number(value - row.minus)} + {row.minus:X} = {number(value)}."


def _parity(row: Row, sequence: bytes) -> Iterator[str]:
    """Yields a sentence about each parity bit: why it is right or wrong."""
    for byte in (byte for pattern, byte in zip(row.patterns, sequence) if pattern.parity):
        ones = (byte & 0x7F).bit_count()
        kind = "odd" if ones % 2 else "even"
        expected = f"{byte & 0x7F:07b} has {ones} of the digit 1, an {kind} number, so the parity bit is {ones % 2}"
        yield f"{expected}." if byte.bit_count() % 2 == 0 else f"{expected}, but here it is {byte >> 7}."


@dataclass(frozen=True)
class Layout(Form):
    """Rows of values, with the bit patterns of their bytes."""

    key = "layout"
    model = LayoutModel
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, definition: Data, others: Mapping[str, Encoding]) -> Self:
        return cls(rows_of(definition))

    @classmethod
    def problems(cls, definition: Data, in_steps: Collection[str]) -> Iterator[Problem]:
        yield from row_problems(definition)
        if "values" in definition:
            rows = RangeSet.of(ends for row in rows_of(definition) for ends in row.values.ranges)
            if without := parse_set(definition["values"]).difference(rows):
                message = f"layout: no row has the values {without}; write one, or take them out of values"
                yield Problem(message, (cls.key,))
            for index, row in enumerate(rows_of(definition)):
                if not row.values and (lacking := row.room.difference(parse_set(definition["values"]))):
                    message = f"bits: a row without values gives {row.room}, and the encoding lacks {lacking}"
                    yield Problem(message, (cls.key, index))

    def implied(self) -> Implied:
        return Implied(lengths=tuple(Length(row.values, row.size, row.size) for row in self.rows if row.values))


def rows_of(definition: Data) -> tuple[Row, ...]:
    """Returns the rows of a definition's layout."""
    order = definition.get("code-unit", 1), definition.get("byte-order", "big")
    return tuple(
        Row(parse_set(row["values"]), tuple(row["bits"].split(" ")), parse_number(row.get("minus", "0")), *order)
        for row in definition[Layout.key]
    )


def row_problems(definition: Data) -> Iterator[Problem]:
    """Yields a problem for each row that cannot hold its values."""
    for index, row in enumerate(rows_of(definition)):
        if message := row.problem():
            yield Problem(message, (Layout.key, index))
