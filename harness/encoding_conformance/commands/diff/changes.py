"""Finds what changed between two runs, from their reports. It is pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from encoding_conformance.core.identity import Id
from encoding_conformance.core.manner import Manner
from encoding_conformance.core.verdict import CHANGED, DEVIATION, ERROR, FAIL, NOT_ASKED, PASS, SKIP
from encoding_conformance.report.recorded import Line, Report

_RANK = {PASS: 0, SKIP: 1, NOT_ASKED: 2, DEVIATION: 3, CHANGED: 4, FAIL: 5, ERROR: 6}
"""Of two verdicts on one id, the one with the higher rank counts: a stale declaration may have the id of a test that passed."""

_FAILED = (FAIL, ERROR)

WORSE, BETTER, OTHER = "worse", "better", "other"

_Place = tuple[str, str, Id]
"""An implementation, an encoding, and the id of a verdict."""


class State(NamedTuple):
    """The verdict on an id as `Line.state` has it, and what the implementation did. `again` says that it did the same before,
    but with another answer."""

    verdict: str
    did: Manner | None = None
    again: bool = False


@dataclass(frozen=True)
class Change:
    """Ids of one encoding of an implementation with the same change. `before` is None for new ids, and `after` is None for ids
    that are gone. If one of the runs does not have the implementation, all its encodings share a change without `encoding`."""

    implementation: str
    encoding: str
    before: State | None
    after: State | None
    lines: tuple[Line, ...]
    """The lines of the new run, or of the old run for ids that are gone."""

    @property
    def kind(self) -> str:
        """Returns WORSE for a new failure, BETTER for a failure that is gone, whatever replaced it, and OTHER for
        anything else."""
        failed, fails = (state is not None and state.verdict in _FAILED for state in (self.before, self.after))
        if failed == fails or self.after is None or self.after.verdict == NOT_ASKED:
            return OTHER
        return WORSE if fails else BETTER


def changes(old: Report, new: Report) -> list[Change]:
    """The changes: first WORSE, then BETTER, then OTHER, each in the order of the reports."""
    before, after = _by_id(old.lines), _by_id(new.lines)
    both = {name for name, *_ in before} & {name for name, *_ in after}
    alike: dict[tuple[str, str, State | None, State | None], list[Line]] = {}
    for place in {**after, **before}:
        line = after.get(place) or before[place]
        states = _states(before.get(place), after.get(place))
        if states[0] != states[1]:
            encoding = line.encoding if line.implementation in both else ""
            alike.setdefault((line.implementation, encoding, *states), []).append(line)
    found = [Change(*what, tuple(lines)) for what, lines in alike.items()]
    return sorted(found, key=lambda change: (WORSE, BETTER, OTHER).index(change.kind))


def _states(old: Line | None, new: Line | None) -> tuple[State | None, State | None]:
    """The states of an id in both runs. They are the same if nothing changed. If only one run has recorded what was done, that
    does not count."""
    if old is None or new is None:
        return State(old.state) if old else None, State(new.state) if new else None
    if old.state == new.state and not (old.did and new.did):
        return State(old.state), State(new.state)
    again = (old.state, old.did) == (new.state, new.did) and old.answer != new.answer
    return State(old.state, old.did), State(new.state, new.did, again)


def _by_id(lines: Iterable[Line]) -> dict[_Place, Line]:
    found: dict[_Place, Line] = {}
    for line in lines:
        place = (line.implementation, line.encoding, line.id)
        if place not in found or _RANK[found[place].state] < _RANK[line.state]:
            found[place] = line
    return found
