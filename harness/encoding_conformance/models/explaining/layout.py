"""Explains rows of bit patterns: the bits of each byte, the row, and the arithmetic between the bits and the value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from encoding_conformance.core.notation import format_bytes
from encoding_conformance.models.explaining.explainer import (
    Bits,
    Explainer,
    Part,
    Purpose,
    Told,
    continue_bit,
    counted,
    cut_off,
    faulty_parts,
    number,
)
from encoding_conformance.models.layout import LayoutModel, LayoutRow, Pattern
from encoding_conformance.models.model import Fault, Walked


class LayoutExplainer(Explainer):
    """Explains the steps of a model of bit patterns."""

    def __init__(self, model: LayoutModel):
        self.model = model
        self.rows = model.rows
        self.unit = model.encoding.code_unit

    def read(self, step: Walked) -> Told:
        row, value = self._row(step), step.value or 0
        lines = [f"Row {row.values}: {_patterns(row)}.", *self._units(row, step.code)]
        lines += [*self._bits(row, step.code), *_parity(row, step.code)]
        if row.minus:
            lines.append(f"{number(value - row.minus)} + {row.minus:X} = {number(value)}.")
        if step.silent:
            lines.append(f"{self._shorter(value)} The specification neither allows nor forbids the longer form.")
        return Told(self._parts(row, step.code), tuple(lines))

    def written(self, step: Walked) -> Told:
        row, value = self._row(step), step.value or 0
        lines = [f"{number(value)} is in the row {row.values}: {_patterns(row)}."]
        if row.minus:
            lines.append(f"{number(value)} - {row.minus:X} = {number(value - row.minus)}.")
        lines += [*self._bits(row, step.code), *_parity(row, step.code), *self._units(row, step.code)]
        return Told(self._parts(row, step.code), tuple(lines))

    def fault(self, step: Walked) -> Told:
        match step.reason:
            case "bad-lead":
                return Told(_faulty(step), tuple(self._bad_lead(step.code[0])))
            case "bad-trail":
                return Told(_faulty(step, self._begun(step.code[:-1], len(step.code))), tuple(self._bad_trail(step.code)))
            case "too-long":
                return Told(_faulty(step, self._begun(step.code[:-1])), (self._too_long(step.code),))
            case "truncated":
                return Told(_faulty(step, self._begun(step.code, len(step.code) + 1)), (self._truncated(step.code),))
        row = next(row for row in self._begun(step.code) if row.size == len(step.code))
        return Told(self._parts(row, step.code), (f"Row {row.values}: {_patterns(row)}.", *self._bad_value(row, step)))

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
        row = next(row for row in self._begun(code) if row.size == len(code))
        value = row.read(code)
        if step.reason == "overlong":
            home = next(row for row in self.rows if value in row.values)
            return f"{number(value)} has a shorter form, of {counted(home.size, 'byte')}"
        return self.not_a_value(self.model.encoding, value)

    def _row(self, step: Walked) -> LayoutRow:
        """Returns the row by which a model reads or writes a code."""
        return next(row for row in self._begun(step.code) if row.size == len(step.code) and _gives(row, step))

    def _begun(self, begin: bytes, least: int = 1) -> list[LayoutRow]:
        """Returns the rows whose codes may begin with these bytes, and have at least so many."""
        return [
            row
            for row in self.rows
            if row.size >= max(least, len(begin)) and all(pattern.matches(byte) for pattern, byte in zip(row.patterns, begin))
        ]

    def _parts(self, row: LayoutRow, code: bytes) -> tuple[Part, ...]:
        single = len(code) == self.unit
        return tuple(
            Part(
                code[place : place + 1],
                "single" if single else "lead" if place < self.unit else "trail",
                _split(row.patterns[place], code[place]),
            )
            for place in range(len(code))
        )

    def _units(self, row: LayoutRow, code: bytes) -> Iterator[str]:
        """Yields what the code units are, if they have several bytes."""
        if self.unit == 1:
            return
        units = [_most_significant_first(row, code)[i : i + self.unit] for i in range(0, len(code), self.unit)]
        which = "most" if self.model.encoding.byte_order == "big" else "least"
        what = "Code unit" if len(units) == 1 else "Code units"
        yield f"{what} {' '.join(unit.hex().upper() for unit in units)}, with the {which} significant byte first."
        if len(units) > 1:
            patterns = [row.most_significant_first[i : i + self.unit] for i in range(0, len(code), self.unit)]
            yield "; ".join(map(_sum, patterns, units)) + "."

    def _bits(self, row: LayoutRow, code: bytes) -> Iterator[str]:
        """Yields the number that the x's hold, with their bits grouped by code unit; nothing if every bit is an x."""
        if all(pattern.width == 8 for pattern in row.patterns):
            return
        bits = zip(row.most_significant_first, _most_significant_first(row, code))
        fields = [f"{byte:08b}"[8 - pattern.width :] for pattern, byte in bits]
        groups = list(filter(None, ("".join(fields[i : i + self.unit]) for i in range(0, len(fields), self.unit))))
        yield f"The x's are {' '.join(groups)} = {number(int(''.join(groups), 2))}."

    def _bad_lead(self, byte: int) -> Iterator[str]:
        yield f"No row begins with {byte:02X} = {byte:08b}."
        if fitting := self._of_later(byte):
            yield f"{_pattern(fitting)} is the pattern of a later byte."

    def _of_later(self, byte: int) -> Pattern | None:
        """Returns the pattern of a byte that is not the first of its code, if the byte matches one."""
        later = [pattern for row in self.rows for pattern in row.patterns[1:] if pattern.fixed_mask]
        return next((pattern for pattern in later if pattern.matches(byte)), None)

    def _bad_trail(self, code: bytes) -> Iterator[str]:
        rows = self._begun(code[:-1], len(code))
        for row in rows:
            yield f"{code[:-1].hex(' ').upper()} begins a code of the row {row.values}: {_patterns(row)}."
        yield f"{code[-1]:02X} = {code[-1]:08b} does not fit {' or '.join(self._expected(code))}."

    def _expected(self, code: bytes) -> Iterable[str]:
        """Returns the patterns, one of which the last of these bytes should match."""
        rows = self._begun(code[:-1], len(code))
        return dict.fromkeys(_pattern(row.patterns[len(code) - 1]) for row in rows)

    def _too_long(self, code: bytes) -> str:
        return f"The continue bit of {code[-1]:02X} says that another byte follows. A code has at most {self.model.reach} bytes."

    def _truncated(self, code: bytes) -> str:
        return f"A code that begins so has {' or '.join(map(str, self._sizes(code)))} bytes. The input ends after {len(code)}."

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
        """Says which row a value has, of which another row's pattern was used."""
        home = next(row for row in self.rows if value in row.values)
        return f"{number(value)} is in the row {home.values}, which has {counted(home.size, 'byte')}."


def _gives(row: LayoutRow, step: Walked) -> bool:
    try:
        return row.read(step.code) == step.value
    except Fault:
        return False


def _faulty(step: Walked, rows: Sequence[LayoutRow] = ()) -> tuple[Part, ...]:
    """Returns the bytes of an ill-formed code, with their bits by the first of the rows that it may be of."""
    parts = faulty_parts(step)
    if not rows:
        return parts
    return tuple(
        part if part.role == "fault" else part._replace(bits=_split(pattern, part.data[0]))
        for part, pattern in zip(parts, [*rows[0].patterns, *rows[0].patterns[-1:]])
    )


def _split(pattern: Pattern, byte: int) -> tuple[Bits, ...]:
    """Returns the bits of a byte, grouped by what they are for."""
    places = groupby(range(7, -1, -1), lambda place: _purpose(pattern, place))
    return tuple(Bits("".join(str(byte >> place & 1) for place in group), purpose) for purpose, group in places)


def _purpose(pattern: Pattern, place: int) -> Purpose:
    if place < pattern.width:
        return "value"
    return "fixed" if pattern.fixed_mask >> place & 1 else "parity"


def _pattern(pattern: Pattern) -> str:
    """Returns a pattern as a definition states it, such as `10xxxxxx`."""
    shown = {"value": "x", "parity": "p"}
    return "".join(shown.get(_purpose(pattern, place), str(pattern.fixed >> place & 1)) for place in range(7, -1, -1))


def _patterns(row: LayoutRow) -> str:
    return " ".join(map(_pattern, row.most_significant_first))


def _most_significant_first(row: LayoutRow, code: bytes) -> bytes:
    return bytes(code[row.order.index(place)] for place in range(row.size))


def _sum(patterns: Sequence[Pattern], unit: bytes) -> str:
    """Returns a code unit as the sum of its fixed bits and its x's."""
    fixed = int.from_bytes(bytes(pattern.fixed for pattern in patterns), "big")
    whole = int.from_bytes(unit, "big")
    return f"{whole:X} = {fixed:X} + {whole - fixed:X}"


def _parity(row: LayoutRow, code: bytes) -> Iterator[str]:
    """Yields why the parity bit of each byte that has one is what it is, or is wrong."""
    for pattern, byte in zip(row.patterns, code):
        if pattern.parity:
            ones = (byte & 0x7F).bit_count()
            kind = "odd" if ones % 2 else "even"
            expected = f"{byte & 0x7F:07b} has {ones} of the digit 1, an {kind} number, so the parity bit is {ones % 2}"
            yield f"{expected}." if byte.bit_count() % 2 == 0 else f"{expected}, but here it is {byte >> 7}."
