"""Sets of non-negative integers, written as `0..7F C2..F4 FE` or, without an upper end, `0..`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from math import inf
from typing import TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class RangeSet:
    """Disjoint inclusive ranges in ascending order. The last one may be unbounded; its end is then `math.inf`."""

    ranges: tuple[tuple[int, int | float], ...]

    @staticmethod
    def of(ranges: Iterable[tuple[int, int | float]]) -> RangeSet:
        """The set of the members of any ranges, which may be in any order and may overlap."""
        merged: list[tuple[int, int | float]] = []
        for first, last in sorted(ranges):
            if merged and first <= merged[-1][1] + 1:
                merged[-1] = (merged[-1][0], max(merged[-1][1], last))
            else:
                merged.append((first, last))
        return RangeSet(tuple(merged))

    def __contains__(self, value: int) -> bool:
        index = bisect_right(self.ranges, (value, inf)) - 1
        return index >= 0 and value <= self.ranges[index][1]

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def __iter__(self) -> Iterator[int]:
        """Yields every member in ascending order. This does not end if the set is unbounded."""
        for first, last in self.ranges:
            yield from count(first) if last == inf else range(first, int(last) + 1)

    def __str__(self) -> str:
        return " ".join(_range_text(first, last) for first, last in self.ranges) or "-"

    @property
    def first(self) -> int:
        """The smallest member. Raises IndexError if the set is empty."""
        return self.ranges[0][0]

    @property
    def last(self) -> int | float:
        """The largest member, or `math.inf` if the set is unbounded. Raises IndexError if the set is empty."""
        return self.ranges[-1][1]

    @property
    def size(self) -> int | float:
        """The number of members, or `math.inf`."""
        return sum(last - first + 1 for first, last in self.ranges)

    def intersection(self, other: RangeSet) -> RangeSet:
        """The members of both sets."""
        return RangeSet.of((max(a, c), min(b, d)) for a, b in self.ranges for c, d in other.ranges if max(a, c) <= min(b, d))

    def difference(self, other: RangeSet) -> RangeSet:
        """The members that `other` does not have."""
        return self.intersection(other.complement())

    def complement(self) -> RangeSet:
        """Every non-negative integer that is not a member."""
        gaps: list[tuple[int, int | float]] = []
        start: int | float = 0
        for first, last in self.ranges:
            if start < first:
                gaps.append((int(start), first - 1))
            start = last + 1
        if start != inf:
            gaps.append((int(start), inf))
        return RangeSet.of(gaps)

    def edges(self) -> list[int]:
        """Returns the first and last member of each range, in ascending order and without `math.inf`."""
        return sorted({int(end) for bounds in self.ranges for end in bounds if end != inf})


def _range_text(first: int, last: int | float) -> str:
    if last == inf:
        return f"{first:X}.."
    return f"{first:X}" if first == last else f"{first:X}..{last:X}"


def indexes_of_each(items: Iterable[Item]) -> dict[Item, RangeSet]:
    """Returns the indexes of each distinct item."""
    ranges: dict[Item, list[tuple[int, int]]] = {}
    for index, item in enumerate(items):
        ranges.setdefault(item, []).append((index, index))
    return {item: RangeSet.of(indexes) for item, indexes in ranges.items()}


EMPTY = RangeSet(())
EVERY_NATURAL = RangeSet(((0, inf),))
EVERY_BYTE = RangeSet(((0x00, 0xFF),))
SURROGATES = RangeSet(((0xD800, 0xDFFF),))
HIGH_SURROGATES, LOW_SURROGATES = RangeSet(((0xD800, 0xDBFF),)), RangeSet(((0xDC00, 0xDFFF),))
