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
"""The least share of the uncovered parts that a statement must cover. Smaller shares are chance."""

_NEARLY = 0.97
"""The share of what the best statement covers that a plainer one must cover to be preferred."""


def statements(encoding: Encoding, kind: Kind, failed: Sequence[InputPart], passed: Sequence[InputPart]) -> list[Statement]:
    """Returns the statements that separate the parts of one kind of operation that failed with one effect from those that passed,
    the one that covers most first. They may leave failed parts uncovered."""
    rows = _Rows(failed, passed)
    conditions = Conditions(encoding, kind, failed, passed)
    of_parts = [(each, mask) for each in conditions.of_inputs() if (mask := rows.mask(each)) & rows.failed]
    contexts = [(each, mask) for each in conditions.of_contexts() if (mask := rows.mask(each)) & rows.failed]
    learned: list[Statement] = []
    uncovered = rows.failed
    while uncovered and len(learned) < _STATEMENTS:
        best = _best(rows, of_parts, contexts, uncovered)
        if best is None:
            break
        learned.append(best)
        uncovered &= ~(rows.mask(best.part) & rows.mask(best.context))
    return learned


class _Rows:
    """Parts as rows of a table. A set of rows is a number with a bit for each. `failed` are those that failed, and `tested` are a
    third of all, from which nothing is learned."""

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
        mask = 0
        for value, rows in self._by_attribute[condition.attribute].items():
            if condition.takes(value):
                mask |= rows
        self._masks[id(condition)] = condition, mask
        return mask

    def separates(self, mask: int) -> bool:
        """Returns whether nearly all rows of a set failed, both among those to learn from and among those to test."""
        for subset in (mask & ~self.tested, mask & self.tested):
            if (subset & self.failed).bit_count() < MOSTLY * subset.bit_count():
                return False
        return True

    def shows_context(self, part_mask: int, context_mask: int) -> bool:
        """Returns whether half of the parts that failed in a context, or a few of many, passed in another context."""
        wrong = {part.identity for part in self._of(part_mask & context_mask & self.failed)}
        right = {part.identity for part in self._of(part_mask & ~context_mask & ~self.failed)}
        return len(wrong & right) >= min(FEWEST, (len(wrong) + 1) // 2)

    def _of(self, mask: int) -> list[InputPart]:
        return [part for index, part in enumerate(self.parts) if mask >> index & 1]


def _is_tested(part: InputPart) -> bool:
    """Returns whether a part belongs to the third that tests statements, as a hash decides."""
    return crc32(f"{part.value or 0:X} {part.reason} {part.start} {part.after}".encode() + part.sequence) % 3 == 0


def _best(
    rows: _Rows, of_parts: Sequence[tuple[Condition, int]], contexts: Sequence[tuple[Condition, int]], uncovered: int
) -> Statement | None:
    """Returns the plainest statement that covers nearly as many of the uncovered rows as the best one; None if no statement
    separates failed rows from those that passed. Other mistakes may explain exceptions, but a statement without exceptions is
    worth more."""
    most, separating = 0.0, list[tuple[int, float, Statement]]()
    for count, cost, part, part_mask, context, context_mask in _tried(of_parts, contexts, uncovered):
        if count < most * _NEARLY:
            break
        covered = part_mask & context_mask
        if not rows.separates(covered) or (context is not ANYWHERE and not rows.shows_context(part_mask, context_mask)):
            continue
        worth = count - (covered & ~rows.failed).bit_count() / (2 * (1 - MOSTLY))
        most = max(most, worth)
        separating.append((cost, worth, Statement(part, context)))
    best = [each for each in separating if each[1] >= most * _NEARLY]
    return min(best, key=lambda each: (each[0], -each[1]))[2] if best else None


def _tried(
    of_parts: Sequence[tuple[Condition, int]], contexts: Sequence[tuple[Condition, int]], uncovered: int
) -> list[tuple[int, int, Condition, int, Condition, int]]:
    tried = []
    for part, part_mask in of_parts:
        for context, context_mask in contexts:
            count = (part_mask & context_mask & uncovered).bit_count()
            if count >= max(FEWEST * (part.words != EMPTY), _SHARE * uncovered.bit_count()):
                tried.append((count, part.cost + context.cost, part, part_mask, context, context_mask))
    return sorted(tried, key=lambda each: (-each[0], each[1]))
