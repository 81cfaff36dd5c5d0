"""What changed between two runs, by their reports: pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from harness.compare.recorded import Line, Report
from harness.core.identity import Id
from harness.core.verdict import DEVIATION, ERROR, FAIL, PASS, SKIP

_RANK = {PASS: 0, SKIP: 1, DEVIATION: 2, FAIL: 3, ERROR: 4}
"""Of two verdicts on one id, the higher counts: a declaration that is stale may bear the id of what passed."""

_FAILED = (FAIL, ERROR)

WORSE, BETTER, OTHER = "worse", "better", "other"

_Place = tuple[str, str, Id]
"""An implementation, an encoding, and the id of a verdict."""


@dataclass(frozen=True)
class Change:
    """Ids of one encoding of an implementation with the same change; `before` or `after` is None for those that are
    new, or gone. Of an implementation that one run has not, all encodings stand together, and `encoding` is empty."""

    implementation: str
    encoding: str
    before: str | None
    after: str | None
    lines: tuple[Line, ...]
    """As they are now; of what is gone, as they were."""

    @property
    def kind(self) -> str:
        """WORSE is a failure that there was not, BETTER one that is no more, whatever it is instead."""
        failed, fails = self.before in _FAILED, self.after in _FAILED
        if failed == fails or (failed and self.after is None):
            return OTHER
        return WORSE if fails else BETTER


def changes(old: Report, new: Report) -> list[Change]:
    """The changes: WORSE, BETTER, OTHER; in each, in the order of the reports."""
    before, after = _by_id(old.lines), _by_id(new.lines)
    both = {name for name, *_ in before} & {name for name, *_ in after}
    alike: dict[tuple[str, str, str | None, str | None], list[Line]] = {}
    for place in {**after, **before}:
        line = after.get(place) or before[place]
        states = _state(before, place), _state(after, place)
        if states[0] != states[1]:
            encoding = line.encoding if line.implementation in both else ""
            alike.setdefault((line.implementation, encoding, *states), []).append(line)
    found = [Change(*what, tuple(lines)) for what, lines in alike.items()]
    return sorted(found, key=lambda change: (WORSE, BETTER, OTHER).index(change.kind))


def _state(lines: Mapping[_Place, Line], place: _Place) -> str | None:
    return lines[place].state if place in lines else None


def _by_id(lines: Iterable[Line]) -> dict[_Place, Line]:
    found: dict[_Place, Line] = {}
    for line in lines:
        place = (line.implementation, line.encoding, line.id)
        if place not in found or _RANK[found[place].state] < _RANK[line.state]:
            found[place] = line
    return found
