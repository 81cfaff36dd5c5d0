"""`conform diff`"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import click
from rich.console import Console
from rich.text import Text

from encoding_conformance.commands.arguments import REPORT, opened
from encoding_conformance.core.fault import Manner
from encoding_conformance.core.identity import Id
from encoding_conformance.core.text import abridged, first_of
from encoding_conformance.core.verdict import Ground, Status
from encoding_conformance.report.console import console
from encoding_conformance.report.reading import RecordedVerdict, Report

_RANK: dict[Status | Ground, int] = {
    Status.PASS: 0,
    Status.SKIP: 1,
    Ground.NOT_ASKED: 2,
    Ground.DEVIATION: 3,
    Ground.CHANGED: 4,
    Status.FAIL: 5,
    Status.ERROR: 6,
}
"""Of two verdicts on one id, the one with the higher rank counts: a stale declaration may have the id of a test that passed."""

WORSE, BETTER, OTHER = "worse", "better", "other"

_Place = tuple[str, str, Id]
"""An implementation, an encoding, and the id of a verdict."""


class State(NamedTuple):
    """The verdict on an id as `RecordedVerdict.state` has it, and what the implementation did. `again` says that it did the same
    before, but with another answer."""

    verdict: str
    did: Manner | None = None
    again: bool = False

    def __str__(self) -> str:
        return f"{self.verdict} ({self.did})" if self.did else self.verdict


@dataclass(frozen=True)
class Change:
    """Ids of one encoding of an implementation with the same change. `before` is None for new ids, and `after` is None for ids
    that are gone. If one of the runs does not have the implementation, all its encodings share a change without `encoding`."""

    implementation: str
    encoding: str
    before: State | None
    after: State | None
    lines: tuple[RecordedVerdict, ...]
    """The lines of the new run, or of the old run for ids that are gone."""

    @property
    def kind(self) -> str:
        """WORSE for a new failure, BETTER for a failure that is gone, whatever replaced it, and OTHER for anything else."""
        failed, fails = (
            state is not None and state.verdict in (Status.FAIL, Status.ERROR) for state in (self.before, self.after)
        )
        if failed == fails or self.after is None or self.after.verdict == Ground.NOT_ASKED:
            return OTHER
        return WORSE if fails else BETTER


def changes(old: Report, new: Report) -> list[Change]:
    """Returns the changes: first WORSE, then BETTER, then OTHER, each in the order of the reports."""
    before, after = _by_id(old.lines), _by_id(new.lines)
    both = {name for name, *_ in before} & {name for name, *_ in after}
    alike: dict[tuple[str, str, State | None, State | None], list[RecordedVerdict]] = {}
    for what in {**after, **before}:
        line = after.get(what) or before[what]
        states = _states(before.get(what), after.get(what))
        if states[0] != states[1]:
            encoding = line.encoding if line.implementation in both else ""
            alike.setdefault((line.implementation, encoding, *states), []).append(line)
    found = [Change(*what, tuple(lines)) for what, lines in alike.items()]
    return sorted(found, key=lambda change: (WORSE, BETTER, OTHER).index(change.kind))


def _states(old: RecordedVerdict | None, new: RecordedVerdict | None) -> tuple[State | None, State | None]:
    """Returns the states of an id in both runs. What was done only counts if both runs have recorded it."""
    if old is None or new is None:
        return State(old.state) if old else None, State(new.state) if new else None
    if old.state == new.state and not (old.did and new.did):
        return State(old.state), State(new.state)
    again = (old.state, old.did) == (new.state, new.did) and old.answer != new.answer
    return State(old.state, old.did), State(new.state, new.did, again)


def _by_id(lines: Iterable[RecordedVerdict]) -> dict[_Place, RecordedVerdict]:
    found: dict[_Place, RecordedVerdict] = {}
    for line in lines:
        what = (line.implementation, line.encoding, line.id)
        if what not in found or _RANK[found[what].state] < _RANK[line.state]:
            found[what] = line
    return found


_MOST_IDS = 3
_LONGEST = 400
_STYLES = {WORSE: "bold red", BETTER: "green", OTHER: "yellow"}


def show(screen: Console, changes: Sequence[Change], old: Mapping[str, str], new: Mapping[str, str]) -> None:
    """Shows the implementations whose versions differ between `old` and `new`; each change with a few ids, and with the reason of
    the first one if it got worse; and at the end the counts."""
    for name in old:
        if old[name] != new.get(name, old[name]):
            screen.print(abridged(f"{name}: {old[name] or '?'} → {new[name] or '?'}", _LONGEST), soft_wrap=True)
    for change in changes:
        where = abridged(", ".join(filter(None, (change.implementation, change.encoding))), _LONGEST)
        screen.print(
            Text.assemble((f"{change.kind.upper():<7}", _STYLES[change.kind]), f"{where}: {len(change.lines)} {_what(change)}"),
            soft_wrap=True,
        )
        ids = [abridged(str(line.id), _LONGEST) for line in change.lines]
        screen.print(f"       {first_of(ids, _MOST_IDS, ' ')}", soft_wrap=True)
        if change.kind == WORSE:
            screen.print(f"       {abridged(change.lines[0].reason, _LONGEST)}", soft_wrap=True)
    counts = Counter(change.kind for change in changes for _ in change.lines)
    screen.print(f"{counts[WORSE]} worse  {counts[BETTER]} better  {counts[OTHER]} changed otherwise, new or gone")


def _what(change: Change) -> str:
    before, after = change.before, change.after
    if before is None or after is None:
        return f"new: {after}" if after else f"gone: {before}"
    if before.verdict != after.verdict:
        return f"{before} → {after}"
    return f"{before.verdict}: {before.did} → {'the same with another answer' if after.again else after.did}"


@click.command("diff")
@click.argument("old", type=REPORT, callback=opened, metavar="OLD.jsonl")
@click.argument("new", type=REPORT, callback=opened, metavar="NEW.jsonl")
def command(old: Report, new: Report) -> int:
    """Show what changed between two runs, from their JSON reports.

    Exit status: 0 if nothing got worse; 1 if there is a new failure or error, or if NEW was cut off; 2 if a file is not a
    report.
    """
    for name, report in (("OLD", old), ("NEW", new)):
        if not report.whole:
            click.echo(f"{name} has no footer: its run was cut off", err=True)
    found = changes(old, new)
    show(console(), found, old.versions, new.versions)
    return 1 if not new.whole or any(change.kind == WORSE for change in found) else 0
