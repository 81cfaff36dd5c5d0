"""Learns the shortest statement that separates the parts of inputs that failed from those that passed.

It is learned from two thirds of the parts, and must hold in the last third.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from zlib import crc32

from encoding_conformance.causes.part import InputPart
from encoding_conformance.causes.prediction import FEWEST, MOSTLY
from encoding_conformance.causes.statement import ANYWHERE, EMPTY, Condition, Conditions, Statement
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Kind

_STATEMENTS = 4
"""The most statements about the trials of one group."""

_SHARE = 0.25
"""The least share of the parts that other statements leave which a statement must cover. What covers less is by chance."""

_NEARLY = 0.97
"""The share of what the best statement covers that a plainer one must cover to be preferred."""


def statements(encoding: Encoding, kind: Kind, failed: Sequence[InputPart], passed: Sequence[InputPart]) -> list[Statement]:
    """Returns the statements that separate the parts of a kind of operation that failed with one effect from those that passed,
    the one that covers most first. Parts that none covers are left over."""
    rows = _Rows(failed, passed)
    conditions = Conditions(encoding, kind, failed, passed)
    what, where = list(conditions.of_inputs()), list(conditions.of_places())
    masks = [(each, mask) for each in what if (mask := rows.mask(each)) & rows.failed]
    places = [(each, mask) for each in where if (mask := rows.mask(each)) & rows.failed]
    found: list[Statement] = []
    left = rows.failed
    while left and len(found) < _STATEMENTS:
        best = _best(rows, masks, places, left)
        if best is None:
            break
        found.append(best)
        left &= ~(rows.mask(best.what) & rows.mask(best.where))
    return found


class _Rows:
    """Parts as rows of a table. A set of rows is a number with a bit for each. `failed` are those that failed, and `tested` the
    last third of all, from which nothing is learned."""

    def __init__(self, failed: Iterable[InputPart], passed: Iterable[InputPart]):
        wrong = dict.fromkeys(failed)
        self.parts = [*wrong, *dict.fromkeys(each for each in passed if each not in wrong)]
        self.failed = (1 << len(wrong)) - 1
        self.tested = sum(1 << index for index, part in enumerate(self.parts) if _is_tested(part))
        self._by_attribute: dict[Callable[[InputPart], Hashable], dict[Hashable, int]] = {}
        self._masks: dict[int, tuple[Condition, int]] = {}

    def mask(self, condition: Condition) -> int:
        """Returns the rows in which a condition holds."""
        if id(condition) in self._masks:
            return self._masks[id(condition)][1]
        if condition.attribute not in self._by_attribute:
            values: dict[Hashable, int] = defaultdict(int)
            for index, part in enumerate(self.parts):
                values[condition.attribute(part)] |= 1 << index
            self._by_attribute[condition.attribute] = values
        found = 0
        for value, rows in self._by_attribute[condition.attribute].items():
            if condition.takes(value):
                found |= rows
        self._masks[id(condition)] = condition, found
        return found

    def separates(self, mask: int) -> bool:
        """Returns whether nearly all rows of a set failed, in those from which was learned and in those that test that."""
        for some in (mask & ~self.tested, mask & self.tested):
            if (some & self.failed).bit_count() < MOSTLY * some.bit_count():
                return False
        return True

    def shows_place(self, what: int, where: int) -> bool:
        """Returns whether half of the parts that failed at a place were seen to pass at another place, or some of many."""
        wrong = {part.what for part in self._of(what & where & self.failed)}
        right = {part.what for part in self._of(what & ~where & ~self.failed)}
        return len(wrong & right) >= min(FEWEST, (len(wrong) + 1) // 2)

    def _of(self, mask: int) -> list[InputPart]:
        return [part for index, part in enumerate(self.parts) if mask >> index & 1]


def _is_tested(part: InputPart) -> bool:
    """Returns whether a part is in the last third, which is drawn by chance."""
    return crc32(f"{part.value or 0:X} {part.reason} {part.start} {part.after}".encode() + part.code) % 3 == 0


def _best(
    rows: _Rows, what: Sequence[tuple[Condition, int]], where: Sequence[tuple[Condition, int]], left: int
) -> Statement | None:
    """Returns the plainest statement that covers nearly as many of the rows that are left as any does; None if none separates
    rows that failed from those that passed. Where a statement is wrong, other mistakes may be the reason, but one that is right
    there is worth more."""
    most, found = 0.0, list[tuple[int, float, Statement]]()
    for count, cost, condition, one, place, other in _tried(what, where, left):
        if count < most * _NEARLY:
            break
        if not rows.separates(one & other) or (place is not ANYWHERE and not rows.shows_place(one, other)):
            continue
        worth = count - (one & other & ~rows.failed).bit_count() / (2 * (1 - MOSTLY))
        most = max(most, worth)
        found.append((cost, worth, Statement(condition, place)))
    best = [each for each in found if each[1] >= most * _NEARLY]
    return min(best, key=lambda each: (each[0], -each[1]))[2] if best else None


def _tried(
    what: Sequence[tuple[Condition, int]], where: Sequence[tuple[Condition, int]], left: int
) -> list[tuple[int, int, Condition, int, Condition, int]]:
    found = []
    for condition, one in what:
        for place, other in where:
            count = (one & other & left).bit_count()
            if count >= max(FEWEST * (condition.words != EMPTY), _SHARE * left.bit_count()):
                found.append((count, condition.cost + place.cost, condition, one, place, other))
    return sorted(found, key=lambda each: (-each[0], each[1]))
