"""Bit patterns of bytes, and rows of values that are written with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from encoding_conformance.core.encoding import ByteOrder
from encoding_conformance.core.ranges import RangeSet

Item = TypeVar("Item")


@dataclass(frozen=True)
class BitPattern:
    """The pattern of a byte, such as `10xxxxxx`, or `pxxxxxxx` with an even parity bit. The low bits are a part of the value."""

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


@dataclass(frozen=True)
class Row:
    """A row of a table: each value, minus `minus`, fills the x's of `bits` from the left.

    `bits` has one string for each byte, most significant first. It has eight characters: `0`, `1`, `x`, or `p` for an
    even parity bit. In the stream, the bytes of each code unit are in the byte order. A row without values has the bytes of two
    sequences that must not follow each other.
    """

    values: RangeSet
    bits: tuple[str, ...]
    minus: int = 0
    code_unit: int = 1
    byte_order: ByteOrder = "big"

    def __str__(self) -> str:
        return f"{self.values if self.values else 'without values'}: {' '.join(self.bits)}"

    def problem(self) -> str:
        """Returns why the row cannot hold its values; empty if it can."""
        width = "".join(self.bits).count("x")
        if any(len(bits) != 8 for bits in self.bits):
            return "bits: a group does not have eight characters; write one group of eight for each byte"
        if len(self.bits) % self.code_unit:
            return f"bits: {len(self.bits)} bytes are not a whole number of code units of {self.code_unit}"
        if not self.values:
            return ""
        if self.values.first < self.minus:
            return f"minus: {self.values.first:X} less {self.minus:X} is below zero"
        if self.values.last - self.minus >= 1 << width:
            return f"bits: {width} x's hold 0..{(1 << width) - 1:X}; {self.values} does not fit"
        return ""

    @cached_property
    def size(self) -> int:
        """The number of bytes."""
        return len(self.bits)

    @cached_property
    def most_significant_first(self) -> list[BitPattern]:
        return list(map(BitPattern, self.bits))

    @cached_property
    def patterns(self) -> list[BitPattern]:
        """The patterns in the order in which the bytes are in the stream."""
        return self.swapped(self.most_significant_first)

    @cached_property
    def last(self) -> int:
        """The offset of the least significant byte in the stream."""
        return self.swapped(range(self.size)).index(self.size - 1)

    @cached_property
    def room(self) -> RangeSet:
        """All values for which the patterns have enough bits."""
        return self.values_from(b"")

    def swapped(self, items: Sequence[Item]) -> list[Item]:
        """Returns items for the bytes of the stream in the order of significance of these bytes, or the other way round."""
        step = 1 if self.byte_order == "big" else -1
        return [item for i in range(0, len(items), self.code_unit) for item in items[i : i + self.code_unit][::step]]

    @cached_property
    def fields(self) -> list[tuple[int, int, int]]:
        """The fixed bits of each byte in the stream, how far the bits of the value are shifted, and their mask."""
        patterns, fields = self.most_significant_first, []
        for index, pattern in enumerate(patterns):
            shift = sum(other.width for other in patterns[index + 1 :])
            fields.append((pattern.fixed, shift, (1 << pattern.width) - 1))
        return self.swapped(fields)

    @cached_property
    def _adds_parity(self) -> bool:
        return any(pattern.parity for pattern in self.patterns)

    def write(self, value: int) -> bytes:
        """Returns the bytes of a value, which must be in `room`."""
        rest = value - self.minus
        data = bytes([fixed | rest >> shift & mask for fixed, shift, mask in self.fields])
        return bytes(byte | 0x80 * (byte.bit_count() % 2) for byte in data) if self._adds_parity else data

    def value_of(self, data: bytes) -> int:
        """Returns the value of bytes, or -1 if they are not a complete sequence of the row."""
        if len(data) != len(self.fields) or self._adds_parity:
            return -1
        value = 0
        for byte, (fixed, shift, mask) in zip(data, self.fields):
            if byte & ~mask != fixed:
                return -1
            value |= (byte & mask) << shift
        return value + self.minus

    def matches(self, data: bytes) -> bool:
        """Returns whether these bytes have the first patterns, or all of them."""
        return len(data) <= self.size and all(map(BitPattern.matches, self.patterns, data))

    def read(self, data: bytes) -> int:
        """Returns the value of bytes that match the patterns, whatever their parity."""
        return sum((byte & mask) << shift for byte, (_, shift, mask) in zip(data, self.fields)) + self.minus

    def values_from(self, data: bytes) -> RangeSet:
        """Returns the values in `room` whose bytes begin with these, which must be whole code units that match."""
        rest = sum(pattern.width for pattern in self.most_significant_first[len(data) :])
        first = self.read(data)
        return RangeSet(((first, first + (1 << rest) - 1),))

    def has_parity(self, data: bytes) -> bool:
        """Returns whether the parity bit of each byte that has one is right."""
        return not any(pattern.parity and byte.bit_count() % 2 for pattern, byte in zip(self.patterns, data))
