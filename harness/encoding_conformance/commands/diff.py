"""`conform diff`"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from sqlite3 import connect
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
from encoding_conformance.core.verdict import Ground, Status, Verdict
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


_TABLE = """
    CREATE TABLE verdicts (
        run INTEGER, implementation TEXT, encoding TEXT, id TEXT, rank INTEGER, state TEXT, did TEXT, answer TEXT, reason TEXT,
        PRIMARY KEY (run, implementation, encoding, id)
    )
"""

_ADD = """
    INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (run, implementation, encoding, id) DO UPDATE
    SET rank = excluded.rank, state = excluded.state, did = excluded.did, answer = excluded.answer, reason = excluded.reason
    WHERE excluded.rank > verdicts.rank
"""

_DIFFERING = """
    SELECT this.implementation, this.encoding, this.id, this.reason,
           other.state, other.did, other.answer, this.state, this.did, this.answer
    FROM verdicts AS this LEFT JOIN verdicts AS other
    ON other.run <> this.run
    AND (other.implementation, other.encoding, other.id) = (this.implementation, this.encoding, this.id)
    WHERE this.run = ? AND (other.id IS NULL OR (other.state, other.did, other.answer) <> (this.state, this.did, this.answer))
    ORDER BY this.rowid
"""
"""What one run has and the other one has not, or has otherwise, in the order of the run."""

OLD, NEW = 0, 1


class TwoRuns:
    """Compares two runs, whose verdicts it keeps in a temporary file, because there may be many millions of them."""

    def __init__(self) -> None:
        self._file = connect("")
        self._file.execute(_TABLE)

    def add(self, run: int, line: Verdict, found: Mapping[str, Any]) -> None:
        """Takes a verdict of the run OLD or NEW."""
        did = manner(line.expected, line.got) if line.got is not None else ""
        what = line.implementation, line.encoding, str(line.id), _RANK[line.state], line.state, did, _answer(line), line.told
        self._file.execute(_ADD, (run, *what))

    def changes(self) -> list[Change]:
        """Returns the changes: first WORSE, then BETTER, then OTHER, each in the order of the reports."""
        in_old, in_new = (self._implementations(run) for run in (OLD, NEW))
        alike: dict[tuple[str, str, State | None, State | None], Change] = {}
        for run in (NEW, OLD):
            for implementation, encoding, id, reason, *both in self._file.execute(_DIFFERING, (run,)):
                other, this = _Recorded(*both[:3]), _Recorded(*both[3:])
                before, after = _states(other, this) if run == NEW else _states(this, other)
                if before == after or (run == OLD and after):
                    continue
                what = implementation, encoding if implementation in in_old & in_new else "", before, after
                change = alike.get(what) or Change(*what, reason=reason)
                ids = change.ids if len(change.ids) == _MOST_IDS else (*change.ids, id)
                alike[what] = replace(change, count=change.count + 1, ids=ids)
        return sorted(alike.values(), key=lambda change: (WORSE, BETTER, OTHER).index(change.kind))

    def _implementations(self, run: int) -> set[str]:
        return {name for (name,) in self._file.execute("SELECT DISTINCT implementation FROM verdicts WHERE run = ?", (run,))}


def _answer(line: Verdict) -> str:
    """Returns a result or the offset of a rejection as text; empty for anything else, whose text may differ each time."""
    if line.id.kind == IdKind.CHECK or not isinstance(line.got, Result | Rejection):
        return ""
    return outcome_text(Rejection(line.got.offset) if isinstance(line.got, Rejection) else line.got)


class _Recorded(NamedTuple):
    """The verdict on an id as one run has it. The state is None if the run does not have the id."""

    state: str | None
    did: str | None
    answer: str | None


def _states(old: _Recorded, new: _Recorded) -> tuple[State | None, State | None]:
    """Returns the states of an id in both runs. What was done only counts if both runs have recorded it."""
    if old.state is None or new.state is None:
        return State(old.state) if old.state else None, State(new.state) if new.state else None
    if old.state == new.state and not (old.did and new.did):
        return State(old.state), State(new.state)
    again = old[:2] == new[:2] and old.answer != new.answer
    return State(old.state, _manner(old.did)), State(new.state, _manner(new.did), again)


def _manner(did: str | None) -> Manner | None:
    return Manner(did) if did else None


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
    return 1 if not after.whole or any(change.kind == WORSE for change in found) else 0
