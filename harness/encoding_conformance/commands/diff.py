"""`conform diff`"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.console import Console
from rich.text import Text

from encoding_conformance.commands.arguments import REPORT
from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.judge import Manner, manner
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.outcome import Rejection, Result
from encoding_conformance.core.text import abridged
from encoding_conformance.core.verdict import Cause, Ground, Status, Verdict
from encoding_conformance.report.console import console
from encoding_conformance.report.reading import read

_RANK: dict[Status | Ground, int] = {
    Ground.STALE: 0,
    Status.PASS: 1,
    Status.SKIP: 2,
    Ground.NOT_ASKED: 3,
    Ground.DEVIATION: 4,
    Status.FAIL: 5,
    Status.ERROR: 6,
}
"""Of two verdicts on one id, the one with the higher rank counts: a stale declaration may have the id of a test that passed."""

_Key = tuple[str, str, str]
"""An implementation, an encoding and an id."""

_MOST_IDS = 3

WORSE, BETTER, OTHER = "worse", "better", "other"


class State(NamedTuple):
    """The verdict on an id as `Verdict.state` has it, and what the implementation did. `again` says that it did the same
    before, but with another answer."""

    verdict: str
    did: Manner | None = None
    again: bool = False

    def __str__(self) -> str:
        return f"{self.verdict} ({self.did})" if self.did else self.verdict


@dataclass(frozen=True)
class Change:
    """Ids of one encoding of an implementation with the same change. `before` is None for new ids, and `after` for ids that are
    gone. If one of the runs does not have the implementation, its encodings share a change without `encoding`."""

    implementation: str
    encoding: str
    before: State | None
    after: State | None
    count: int = 0
    ids: tuple[str, ...] = ()
    """The first ids."""
    reason: str = ""
    """The reason of the first one in the new run, or in the old run if it is gone."""

    @property
    def kind(self) -> str:
        """WORSE for a new failure, BETTER for a failure that is gone, whatever replaced it, and OTHER for anything else."""
        failed, fails = (
            state is not None and state.verdict in (Status.FAIL, Status.ERROR) for state in (self.before, self.after)
        )
        if failed == fails or self.after is None or self.after.verdict == Ground.NOT_ASKED:
            return OTHER
        return WORSE if fails else BETTER


class _Recorded(NamedTuple):
    """The verdict on an id as one run has it. The state is None if the run does not have the id."""

    state: str | None = None
    did: Manner | None = None
    answer: str = ""
    reason: str = ""
    rank: int = -1


_ABSENT = _Recorded()

OLD, NEW = 0, 1


class TwoRuns:
    """Compares the verdicts of two runs."""

    def __init__(self) -> None:
        self._runs: tuple[dict[_Key, _Recorded], dict[_Key, _Recorded]] = {}, {}

    def add(self, run: int, line: Verdict, found: Mapping[str, Any]) -> None:
        """Takes a verdict of the run OLD or NEW."""
        did = manner(line.expected, line.got) if line.got is not None else None
        key, rank = (line.implementation, line.encoding, str(line.id)), _RANK[line.state]
        if rank > self._runs[run].get(key, _ABSENT).rank:
            self._runs[run][key] = _Recorded(line.state, did, _answer(line), line.told, rank)

    def changes(self) -> list[Change]:
        """Returns the changes: first WORSE, then BETTER, then OTHER, each in the order of the reports."""
        old, new = self._runs
        in_both = {name for name, *_ in old} & {name for name, *_ in new}
        alike: dict[tuple[str, str, State | None, State | None], Change] = {}
        for key in dict.fromkeys([*new, *old]):
            implementation, encoding, id = key
            before, after = _states(old.get(key, _ABSENT), new.get(key, _ABSENT))
            if before != after:
                what = implementation, encoding if implementation in in_both else "", before, after
                change = alike.get(what) or Change(*what, reason=(new.get(key) or old[key]).reason)
                ids = change.ids if len(change.ids) == _MOST_IDS else (*change.ids, id)
                alike[what] = replace(change, count=change.count + 1, ids=ids)
        return sorted(alike.values(), key=lambda change: (WORSE, BETTER, OTHER).index(change.kind))


def _answer(line: Verdict) -> str:
    """Returns a result or the offset of a rejection as text; empty for anything else, whose text may differ each time."""
    if line.id.kind == IdKind.CHECK or not isinstance(line.got, Result | Rejection):
        return ""
    return outcome_text(Rejection(line.got.offset) if isinstance(line.got, Rejection) else line.got)


def _states(old: _Recorded, new: _Recorded) -> tuple[State | None, State | None]:
    """Returns the states of an id in both runs. What was done only counts if both runs have recorded it."""
    if old.state is None or new.state is None:
        return State(old.state) if old.state else None, State(new.state) if new.state else None
    if old.state == new.state and not (old.did and new.did):
        return State(old.state), State(new.state)
    again = (old.state, old.did) == (new.state, new.did) and old.answer != new.answer
    return State(old.state, old.did), State(new.state, new.did, again)


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
            Text.assemble((f"{change.kind.upper():<7}", _STYLES[change.kind]), f"{where}: {change.count} {_what(change)}"),
            soft_wrap=True,
        )
        ids = [abridged(id, _LONGEST) for id in change.ids]
        more = f" and {change.count - len(ids):,} more" if change.count > len(ids) else ""
        screen.print(f"       {' '.join(ids)}{more}", soft_wrap=True)
        if change.kind == WORSE:
            screen.print(f"       {abridged(change.reason, _LONGEST)}", soft_wrap=True)
    counts = Counter[str]()
    for change in changes:
        counts[change.kind] += change.count
    screen.print(f"{counts[WORSE]} worse  {counts[BETTER]} better  {counts[OTHER]} changed otherwise, new or gone")


def show_causes(screen: Console, old: Iterable[Cause], new: Iterable[Cause]) -> None:
    """Shows the causes that are gone and those that are new. The numbers in their titles make no difference."""
    before, after = ({(each.implementation, each.encoding, each.plain_title) for each in some} for some in (old, new))
    for word, style, some in (("gone", "green", before - after), ("new", "bold red", after - before)):
        for implementation, encoding, title in sorted(some):
            line = Text.assemble((f"{word:<7}", style), abridged(f"{implementation}, {encoding}: {title}", _LONGEST))
            screen.print(line, soft_wrap=True)


def _what(change: Change) -> str:
    before, after = change.before, change.after
    if before is None or after is None:
        return f"new: {after}" if after else f"gone: {before}"
    if before.verdict != after.verdict:
        return f"{before} → {after}"
    return f"{before.verdict}: {before.did} → {'the same with another answer' if after.again else after.did}"


@click.command("diff")
@click.argument("old", type=REPORT, metavar="OLD.jsonl")
@click.argument("new", type=REPORT, metavar="NEW.jsonl")
def command(old: Path, new: Path) -> int:
    """Show what changed between two runs, from their JSON reports.

    It compares verdicts, and shows the causes that are gone and those that are new.

    Exit status: 0 if nothing got worse; 1 if there is a new failure or error, or if NEW was cut off; 2 if a file is not a
    report.
    """
    runs = TwoRuns()
    before, after = read(old, partial(runs.add, OLD)), read(new, partial(runs.add, NEW))
    for name, report in (("OLD", before), ("NEW", after)):
        if not report.whole:
            click.echo(f"{name} has no footer: its run was cut off", err=True)
    found = runs.changes()
    show(console(), found, before.versions, after.versions)
    show_causes(console(), before.causes, after.causes)
    return 1 if not after.whole or any(change.kind == WORSE for change in found) else 0
