"""Tables of bit patterns, such as `U+0080..U+07FF: 110xxxxx 10xxxxxx`, and their explainer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, islice
from typing import Any, Self, TypeVar

from encoding_conformance.core.encoding import Encoding, Length
from encoding_conformance.core.notation import format_bytes, parse_number, parse_set
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.ranges import SURROGATES, RangeSet
from encoding_conformance.core.vector import PermittedDecoded
from encoding_conformance.models.explainer import (
    Bits,
    Explainer,
    Part,
    Purpose,
    Role,
    Told,
    continue_bit,
    counted,
    cut_off,
    number,
    parts_of,
)
from encoding_conformance.models.model import Data, Form, IllFormed, Implied, Problem, Step, StepModel, Walked

Item = TypeVar("Item")


@dataclass(frozen=True)
class Row:
    """A row as the definition states it: each value, minus `minus`, fills the x's of `bits` from the left.

    `bits` has one string for each byte, most significant first. It has eight characters: `0`, `1`, `x`, or `p` for an
    even parity bit.
    """

    values: RangeSet
    bits: tuple[str, ...]
    minus: int = 0


@dataclass(frozen=True)
class Layout(Form):
    """Rows of values, with the bit patterns of their bytes."""

    key = "layout"
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, definition: Data, others: Mapping[str, Encoding]) -> Self:
        return cls(rows_of(definition))

    @classmethod
    def problems(cls, definition: Data, in_steps: Collection[str]) -> Iterator[Problem]:
        yield from row_problems(definition)
        if "values" in definition:
            rows = RangeSet.of(ends for row in definition[cls.key] for ends in parse_set(row["values"]).ranges)
            if without := parse_set(definition["values"]).difference(rows):
                message = f"layout: no row has the values {without}; write one, or take them out of values"
                yield Problem(message, (cls.key,))

    def implied(self) -> Implied:
        return Implied(lengths=tuple(Length(row.values, len(row.bits), len(row.bits)) for row in self.rows))

    def model(self, encoding: Encoding) -> LayoutModel:
        return LayoutModel(encoding, self)


def rows_of(definition: Data) -> tuple[Row, ...]:
    """Returns the rows of a definition's layout."""
    return tuple(
        Row(parse_set(row["values"]), tuple(row["bits"].split(" ")), parse_number(row.get("minus", "0")))
        for row in definition[Layout.key]
    )


def row_problems(definition: Data) -> Iterator[Problem]:
    """Yields a problem for each row that cannot hold its values."""
    for index, row in enumerate(definition[Layout.key]):
        if message := _problem(row, definition.get("code-unit", 1)):
            yield Problem(message, (Layout.key, index))


def _problem(row: Mapping[str, str], code_unit: int) -> str:
    """Returns why a row cannot hold its values; empty if it can."""
    groups = row["bits"].split(" ")
    values, minus = parse_set(row["values"]), parse_number(row.get("minus", "0"))
    room = row["bits"].count("x")
    if any(len(bits) != 8 for bits in groups):
        return "bits: a group does not have eight characters; write one group of eight for each byte"
    if len(groups) % code_unit:
        return f"bits: {len(groups)} bytes are no whole number of code units of {code_unit}"
    if values.first < minus:
        return f"minus: {values.first:X} less {minus:X} is below zero"
    if values.last - minus >= 1 << room:
        return f"bits: {room} x's hold 0..{(1 << room) - 1:X}; {values} does not fit"
    return ""


@dataclass(frozen=True)
class BitPattern:
    """The pattern of one byte, such as `10xxxxxx`, or `pxxxxxxx` with an even parity bit. Its low bits hold a part of the
    value."""

    bits: str

    @cached_property
    def fixed_mask(self) -> int:
        return int("".join("01"[bit in "01"] for bit in self.bits), 2)

    @cached_property
    def fixed(self) -> int:
        return int(self.bits.replace("x", "0").replace("p", "0"), 2)

    @cached_property
    def width(self) -> int:
        """The number of bits of the value."""
        return self.bits.count("x")

    @cached_property
    def parity(self) -> bool:
        return "p" in self.bits

    def matches(self, byte: int) -> bool:
        return byte & self.fixed_mask == self.fixed

    def excludes(self, other: BitPattern) -> bool:
        """Returns whether no byte matches both patterns."""
        return bool((self.fixed ^ other.fixed) & self.fixed_mask & other.fixed_mask)


class LayoutRow:
    """A row of the table. Its `patterns` are in the order in which the bytes are in the stream."""

    def __init__(self, row: Row, code_unit: int, byte_order: str):
        self.values = row.values
        self.minus = row.minus
        self.bits = " ".join(row.bits)
        self.size = len(row.bits)
        self._unit, self._step = code_unit, 1 if byte_order == "big" else -1
        self.most_significant_first = [BitPattern(bits) for bits in row.bits]
        self.patterns = self.swapped(self.most_significant_first)
        self.last = self.most_significant_first[-1]
        self.room = RangeSet(((self.minus, self.minus + (1 << sum(pattern.width for pattern in self.patterns)) - 1),))

    def swapped(self, items: Sequence[Item]) -> list[Item]:
        """Returns the bytes of the stream, or something for each, in the order of their significance, or the other way round."""
        return [item for i in range(0, len(items), self._unit) for item in items[i : i + self._unit][:: self._step]]

    def write(self, value: int) -> bytes:
        """Returns the bytes of a value. The value may be outside the row's range if the x's can hold it."""
        rest, data = value - self.minus, bytearray()
        for pattern in reversed(self.most_significant_first):
            byte = pattern.fixed | rest & (1 << pattern.width) - 1
            data.append(byte | 0x80 * (pattern.parity and byte.bit_count() % 2))
            rest >>= pattern.width
        return bytes(self.swapped(data[::-1]))

    def write_run(self, first: int, last: int) -> list[bytes]:
        """Returns the bytes of each value from `first` to `last`. They may only differ in the bits of the last pattern."""
        if self.last.parity or self.minus & (1 << self.last.width) - 1:
            return [self.write(value) for value in range(first, last + 1)]
        index = self.swapped(range(self.size)).index(self.size - 1)
        data = self.write(first)
        head, low, tail = data[:index], data[index], data[index + 1 :]
        return [head + bytes((byte,)) + tail for byte in range(low, low + last - first + 1)]

    def matches(self, data: bytes) -> bool:
        """Returns whether these bytes have the first patterns, or all of them."""
        return len(data) <= self.size and all(map(BitPattern.matches, self.patterns, data))

    def read(self, data: bytes) -> int:
        """Returns the value of bytes that match the patterns, whatever their parity."""
        value = 0
        for pattern, byte in zip(self.most_significant_first, self.swapped(data)):
            value = value << pattern.width | byte & (1 << pattern.width) - 1
        return value + self.minus

    def values_from(self, data: bytes) -> RangeSet:
        """Returns the values in `room` whose bytes begin with these, which must be whole code units that match."""
        rest = sum(pattern.width for pattern in self.most_significant_first[len(data) :])
        first = (self.read(data) - self.minus << rest) + self.minus
        return RangeSet(((first, first + (1 << rest) - 1),))

    def has_parity(self, data: bytes) -> bool:
        """Returns whether the parity bit of each byte that has one is right."""
        return not any(pattern.parity and byte.bit_count() % 2 for pattern, byte in zip(self.patterns, data))


_HEADS = 1 << 9
"""The most heads for which a model caches what each next byte means."""


class LayoutModel(StepModel):
    """Writes and reads values by rows of patterns. It reads a sequence byte by byte, and compares each byte with the
    rows that have matched so far. `more` is the pattern of a byte after which another one follows, if each byte says by
    itself whether one does."""

    def __init__(self, encoding: Encoding, layout: Layout):
        super().__init__(encoding)
        self.rows: Sequence[LayoutRow] = [LayoutRow(row, encoding.code_unit, encoding.byte_order) for row in layout.rows]
        self._longest = self.reach = max(row.size for row in self.rows)
        self.more = _more(self.rows)
        self._decode_each = lru_cache(_HEADS)(super().decode_each)
        self._of_lead = [[row for row in self.rows if row.patterns[0].matches(byte)] for byte in range(0x100)]

    def write(self, value: int, state: Any) -> tuple[bytes, Any]:
        if value not in self.encoding.values:
            raise IllFormed(self._unencodable(value))
        for row in self.rows:
            if value in row.values:
                return row.write(value), state
        raise IllFormed("out-of-range")

    def write_run(self, first: int, last: int, state: Any) -> list[bytes]:
        """Writes runs of values together that differ only in the bits of the last pattern, which is faster than one by
        one."""
        found: list[bytes] = []
        while first <= last:
            row = next(row for row in self.rows if first in row.values)
            end = int(min(last, first | (1 << row.last.width) - 1, row.values.end_of(first)))
            found += row.write_run(first, end)
            first = end + 1
        return found

    def read(self, data: bytes, start: int, state: Any) -> Step:
        rows, reason = self._of_lead[data[start]], "bad-lead"
        for length in range(1, 1 + self._longest):
            if start + length > len(data):
                raise IllFormed("truncated")
            if length > 1:
                byte = data[start + length - 1]
                rows = [row for row in rows if row.patterns[length - 1].matches(byte)]
                reason = "too-long" if self.more and self.more.matches(byte) else "bad-trail"
            for row in [row for row in rows if row.size == length]:
                code = data[start : start + length]
                value = row.read(code)
                if fault := self._fault_of(value, row) if row.has_parity(code) else "parity":
                    rows, reason = [other for other in rows if other is not row], fault
                else:
                    return Step(value, start + length, state, silent=value not in row.values)
            if not rows:
                raise IllFormed(reason)
        raise IllFormed(reason)

    def decode_each(self, head: bytes) -> list[tuple[PermittedDecoded, ...]]:
        """Decodes the codes that are complete in `head` only once. What a byte after them means depends only on the bytes of the
        code that is not complete, with which many heads end."""
        position, values = 0, list[int]()
        while position < len(head):
            try:
                step = self.read(head, position, self.initial)
            except IllFormed as fault:
                if fault.reason == "truncated":
                    break
                return [self.decode(head)] * 0x100  # codes are read byte by byte, so the next byte changes nothing
            if step.value is None or step.silent or step.value in self.encoding.optional.values:
                return super().decode_each(head)  # what comes later may be refused because of this value
            values.append(step.value)
            position = step.end
        continued = self._decode_each(head[position:])
        return [tuple(_after(values, position, each) for each in permitted) for permitted in continued] if values else continued

    def begins(self, data: bytes) -> bool:
        longer = (row for row in self.rows if row.size > len(data) and row.matches(data))
        return any(row.values_from(data).intersection(row.values).intersection(self.encoding.values) for row in longer)

    def has_the_form(self, data: bytes) -> bool:
        return any(row.matches(data) for row in self.rows)

    def _fault_of(self, value: int, row: LayoutRow) -> str:
        if value not in self.encoding.values:
            return self._unencodable(value)
        if value not in row.values and (self.encoding.shortest_form or value > row.values.first):
            return "overlong"
        return ""

    @staticmethod
    def _unencodable(value: int) -> str:
        return "surrogate" if value in SURROGATES else "out-of-range"


def _after(values: Sequence[int], position: int, permitted: PermittedDecoded) -> PermittedDecoded:
    """Returns a permitted outcome of some bytes if they follow codes that end at this position and have these values."""
    match permitted:
        case Decoded(more):
            return Decoded((*values, *more))
        case Rejection(offset, reason):
            return Rejection(None if offset is None else position + offset, reason)


def _more(rows: Sequence[LayoutRow]) -> BitPattern | None:
    """Returns the pattern of every byte but the last of a row, if bytes with this pattern can never be the last, and all
    bytes hold equally many bits of the value; otherwise None."""
    inner = {pattern for row in rows for pattern in row.patterns[:-1]}
    ends = {row.patterns[-1] for row in rows}
    if len(inner) != 1 or len(ends) != 1:
        return None
    (more,), (last,) = inner, ends
    return more if more.width == last.width and more.excludes(last) else None


class LayoutExplainer(Explainer):
    """Shows the bits of each byte, the row, and the arithmetic between the bits and the value."""

    model: LayoutModel

    def __init__(self, model: LayoutModel):
        super().__init__(model)
        self.unit = model.encoding.code_unit

    def read(self, step: Walked) -> Told:
        row, value = self._row(step), step.value or 0
        lines = [f"Row {row.values}: {row.bits}.", *self._units(row, step.code)]
        lines += [*self._bits(row, step.code), *_parity(row, step.code)]
        if row.minus:
            lines.append(f"{number(value - row.minus)} + {row.minus:X} = {number(value)}.")
        if step.silent:
            lines.append(f"{self._shorter(value)} The specification neither allows nor forbids the longer form.")
        return Told(self._parts(row, step.code), tuple(lines))

    def written(self, step: Walked) -> Told:
        row, value = self._row(step), step.value or 0
        lines = [f"{number(value)} is in the row {row.values}: {row.bits}."]
        if row.minus:
            lines.append(f"{number(value)} - {row.minus:X} = {number(value - row.minus)}.")
        lines += [*self._bits(row, step.code), *_parity(row, step.code), *self._units(row, step.code)]
        return Told(self._parts(row, step.code), tuple(lines))

    def fault(self, step: Walked) -> Told:
        code, last = step.code, step.code[-1]
        match step.reason:
            case "bad-lead":
                later = self._of_later(last)
                lines = [f"{later.bits} is the pattern of a later byte."] if later else []
                return Told(parts_of(step), (f"No row begins with {last:02X} = {last:08b}.", *lines))
            case "bad-trail":
                rows = self._begun(code[:-1], len(code))
                lines = [f"{code[:-1].hex(' ').upper()} begins a code of the row {row.values}: {row.bits}." for row in rows]
                misfit = f"{last:02X} = {last:08b} does not fit {' or '.join(self._expected(code))}."
                return Told(_faulty(step, rows), (*lines, misfit))
            case "too-long":
                why = (
                    f"The continue bit of {last:02X} says that another byte follows. A code has at most {self.model.reach} bytes."
                )
                return Told(_faulty(step, self._begun(code[:-1])), (why,))
            case "truncated":
                sizes = " or ".join(map(str, self._sizes(code)))
                why = f"A code that begins so has {sizes} bytes. The input ends after {len(code)}."
                return Told(_faulty(step, self._begun(code, len(code) + 1)), (why,))
        row = self._whole(code)
        return Told(self._parts(row, code), (f"Row {row.values}: {row.bits}.", *self._bad_value(row, step)))

    def brief(self, step: Walked) -> str:
        if not step.code:
            return super().brief(step)
        code, last = step.code, step.code[-1]
        match step.reason:
            case "bad-lead":
                return f"{last:02X} can only continue a value" if self._of_later(last) else f"no value begins with {last:02X}"
            case "bad-trail":
                expected = " or ".join(self._expected(code))
                return f"{last:02X} cannot stand here: {expected} must follow {format_bytes(code[:-1])}"
            case "too-long":
                return f"the continue bit of {last:02X} is set, but a value has at most {self.model.reach} bytes"
            case "truncated":
                return continue_bit(last) if self.model.more else cut_off(len(code), self._sizes(code))
            case "parity":
                return f"the parity bit must be {1 - (last >> 7)}"
        value = self._whole(code).read(code)
        if step.reason == "overlong":
            return f"{number(value)} has a shorter form, of {counted(self._home(value).size, 'byte')}"
        return self.not_a_value(self.model.encoding, value)

    def _row(self, step: Walked) -> LayoutRow:
        """Returns the row by which a model reads or writes a code."""
        return next(row for row in self._begun(step.code) if row.size == len(step.code) and row.read(step.code) == step.value)

    def _whole(self, code: bytes) -> LayoutRow:
        return next(row for row in self._begun(code) if row.size == len(code))

    def _begun(self, begin: bytes, least: int = 1) -> list[LayoutRow]:
        """Returns the rows whose codes may begin with these bytes, and have at least so many."""
        return [row for row in self.model.rows if row.size >= least and row.matches(begin)]

    def _home(self, value: int) -> LayoutRow:
        """Returns the row that has a value."""
        return next(row for row in self.model.rows if value in row.values)

    def _parts(self, row: LayoutRow, code: bytes) -> tuple[Part, ...]:
        roles: list[Role] = ["trail"] * len(code)
        roles[: self.unit] = ["single" if len(code) == self.unit else "lead"] * self.unit
        each = zip(code, roles, row.patterns)
        return tuple(Part(bytes([byte]), role, _split(pattern, byte)) for byte, role, pattern in each)

    def _units(self, row: LayoutRow, code: bytes) -> Iterator[str]:
        """Yields what the code units are, if they have several bytes."""
        if self.unit == 1:
            return
        starts, swapped = range(0, len(code), self.unit), bytes(row.swapped(code))
        units = [swapped[i : i + self.unit] for i in starts]
        which = "most" if self.model.encoding.byte_order == "big" else "least"
        what = "Code unit" if len(units) == 1 else "Code units"
        yield f"{what} {' '.join(unit.hex().upper() for unit in units)}, with the {which} significant byte first."
        if len(units) > 1:
            yield "; ".join(map(_sum, [row.most_significant_first[i : i + self.unit] for i in starts], units)) + "."

    def _bits(self, row: LayoutRow, code: bytes) -> Iterator[str]:
        """Yields the number that the x's hold, with their bits grouped by code unit; nothing if every bit is an x."""
        if all(pattern.width == 8 for pattern in row.patterns):
            return
        fields = [f"{byte:08b}"[8 - pattern.width :] for pattern, byte in zip(row.most_significant_first, row.swapped(code))]
        groups = list(filter(None, ("".join(fields[i : i + self.unit]) for i in range(0, len(fields), self.unit))))
        yield f"The x's are {' '.join(groups)} = {number(int(''.join(groups), 2))}."

    def _of_later(self, byte: int) -> BitPattern | None:
        """Returns the pattern of a byte that is not the first of its code, if the byte matches one."""
        later = (pattern for row in self.model.rows for pattern in row.patterns[1:] if pattern.fixed_mask)
        return next((pattern for pattern in later if pattern.matches(byte)), None)

    def _expected(self, code: bytes) -> Iterable[str]:
        """Returns the patterns, one of which the last of these bytes should match."""
        return dict.fromkeys(row.patterns[len(code) - 1].bits for row in self._begun(code[:-1], len(code)))

    def _sizes(self, code: bytes) -> Iterable[int]:
        """Returns the sizes of the codes that begin with these bytes and have more."""
        return dict.fromkeys(row.size for row in self._begun(code, len(code) + 1))

    def _bad_value(self, row: LayoutRow, step: Walked) -> Iterator[str]:
        if step.reason == "parity":
            yield from _parity(row, step.code)
            return
        value = row.read(step.code)
        yield from self._bits(row, step.code)
        match step.reason:
            case "overlong":
                yield self._shorter(value)
            case "surrogate":
                yield f"{value:X} is a surrogate code point, which the encoding does not have."
            case _:
                yield f"{number(value)} is not a value of the encoding, which has {self.model.encoding.values}."

    def _shorter(self, value: int) -> str:
        """Says which row has a value that was written with the pattern of another row."""
        home = self._home(value)
        return f"{number(value)} is in the row {home.values}, which has {counted(home.size, 'byte')}."


def _faulty(step: Walked, rows: Sequence[LayoutRow]) -> tuple[Part, ...]:
    """Returns the bytes of an ill-formed code, with their bits by the first of the rows that it may be of."""
    if not rows:
        return parts_of(step)
    patterns = [*rows[0].patterns, *rows[0].patterns[-1:]]
    return tuple(
        part if part.role == "fault" else part._replace(bits=_split(pattern, part.data[0]))
        for part, pattern in zip(parts_of(step), patterns)
    )


def _split(pattern: BitPattern, byte: int) -> tuple[Bits, ...]:
    """Returns the bits of a byte, grouped by what they are for."""
    digits, found = iter(f"{byte:08b}"), list[Bits]()
    for purpose, group in groupby(pattern.bits, _purpose):
        found.append(Bits("".join(islice(digits, len(list(group)))), purpose))
    return tuple(found)


def _purpose(bit: str) -> Purpose:
    return "value" if bit == "x" else "parity" if bit == "p" else "fixed"


def _sum(patterns: Sequence[BitPattern], unit: bytes) -> str:
    """Returns a code unit as the sum of its fixed bits and its x's."""
    fixed = int.from_bytes(bytes(pattern.fixed for pattern in patterns), "big")
    whole = int.from_bytes(unit, "big")
    return f"{whole:X} = {fixed:X} + {whole - fixed:X}"


def _parity(row: LayoutRow, code: bytes) -> Iterator[str]:
    """Yields why the parity bit of each byte that has one is what it is, or is wrong."""
    for byte in (byte for pattern, byte in zip(row.patterns, code) if pattern.parity):
        ones = (byte & 0x7F).bit_count()
        kind = "odd" if ones % 2 else "even"
        expected = f"{byte & 0x7F:07b} has {ones} of the digit 1, an {kind} number, so the parity bit is {ones % 2}"
        yield f"{expected}." if byte.bit_count() % 2 == 0 else f"{expected}, but here it is {byte >> 7}."
