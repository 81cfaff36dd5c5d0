"""`conform diff`"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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

_MOST_IDS = 3

WORSE, BETTER, OTHER = "worse", "better", "other"


class Recorded(NamedTuple):
    """The verdict on an id in one run. `answer` is empty if it may differ each time."""

    state: Status | Ground
    did: Manner | None
    answer: str
    reason: str

    @property
    def fails(self) -> bool:
        """Whether this is a failure or an error."""
        return self.state in (Status.FAIL, Status.ERROR)

    def __str__(self) -> str:
        return f"{self.state} ({self.did})" if self.did else self.state


Run = dict[tuple[str, str, str], Recorded]
"""The verdicts of a run by implementation, encoding and id."""


def record(run: Run, line: Verdict, found: Mapping[str, Any]) -> None:
    """Takes a verdict of a run."""
    key = line.implementation, line.encoding, str(line.id)
    if key not in run or _RANK[line.state] > _RANK[run[key].state]:
        did = manner(line.expected, line.got) if line.got is not None else None
        run[key] = Recorded(line.state, did, _answer(line), line.told)


def _answer(line: Verdict) -> str:
    """Returns a result or the offset of a rejection as text; empty for a check, whose example may be another one."""
    if line.id.kind == IdKind.CHECK or not isinstance(line.got, Result | Rejection):
        return ""
    return outcome_text(Rejection(line.got.offset) if isinstance(line.got, Rejection) else line.got)


@dataclass(frozen=True)
class Change:
    """Ids of an encoding with the same change.

    `kind` is WORSE for a new failure, BETTER for a failure that is gone, and OTHER for anything else. If only one of the runs has
    the implementation, all its encodings share a change, and `encoding` is empty. `reason` is why the first id has its verdict in
    the new run, or in the old run if the id is gone.
    """

    implementation: str
    encoding: str
    kind: str
    what: str
    reason: str
    ids: list[str]


def changes(old: Run, new: Run) -> list[Change]:
    """Returns the changes between two runs: first WORSE, then BETTER, then OTHER, each in the order of the reports."""
    in_both = {name for name, *_ in old} & {name for name, *_ in new}
    alike: dict[tuple[str, str, str, str], Change] = {}
    for key in dict.fromkeys([*new, *old]):
        implementation, encoding, id = key
        before, after = old.get(key), new.get(key)
        if what := _what(before, after):
            group = implementation, encoding if implementation in in_both else "", _kind(before, after), what
            change = alike.setdefault(group, Change(*group, (new.get(key) or old[key]).reason, []))
            change.ids.append(id)
    return sorted(alike.values(), key=lambda change: (WORSE, BETTER, OTHER).index(change.kind))


def _kind(before: Recorded | None, after: Recorded | None) -> str:
    failed, fails = (each is not None and each.fails for each in (before, after))
    if failed == fails or not after or after.state == Ground.NOT_ASKED:
        return OTHER
    return WORSE if fails else BETTER


def _what(before: Recorded | None, after: Recorded | None) -> str:
    """Returns the change in words; empty if there is none. What was done counts only if both runs have recorded it."""
    if not before or not after:
        return f"new: {after.state}" if after else f"gone: {before.state}" if before else ""
    if before.state != after.state:
        return f"{before} → {after}"
    if before.did and after.did and (before.did, before.answer) != (after.did, after.answer):
        other = after.did if before.did != after.did else "the same with another answer"
        return f"{before.state}: {before.did} → {other}"
    return ""


_LONGEST = 400
_STYLES = {WORSE: "bold red", BETTER: "green", OTHER: "yellow"}


def show(screen: Console, found: Sequence[Change], old: Mapping[str, str], new: Mapping[str, str]) -> None:
    """Shows the implementations whose versions differ between `old` and `new`; each change with a few ids, and with the reason of
    the first one if it got worse; and at the end the counts."""
    for name in old:
        if old[name] != new.get(name, old[name]):
            screen.print(abridged(f"{name}: {old[name] or '?'} → {new[name] or '?'}", _LONGEST), soft_wrap=True)
    counts = Counter[str]()
    for change in found:
        counts[change.kind] += len(change.ids)
        where = abridged(", ".join(filter(None, (change.implementation, change.encoding))), _LONGEST)
        line = f"{where}: {len(change.ids)} {change.what}"
        screen.print(Text.assemble((f"{change.kind.upper():<7}", _STYLES[change.kind]), line), soft_wrap=True)
        ids = [abridged(id, _LONGEST) for id in change.ids[:_MOST_IDS]]
        more = f" and {others:,} more" if (others := len(change.ids) - len(ids)) else ""
        screen.print(f"       {' '.join(ids)}{more}", soft_wrap=True)
        if change.kind == WORSE:
            screen.print(f"       {abridged(change.reason, _LONGEST)}", soft_wrap=True)
    screen.print(f"{counts[WORSE]} worse  {counts[BETTER]} better  {counts[OTHER]} changed otherwise, new or gone")


def show_causes(screen: Console, old: Iterable[Cause], new: Iterable[Cause]) -> None:
    """Shows the causes that are gone and those that are new. The numbers in their titles make no difference."""
    before, after = ({(each.implementation, each.encoding, each.plain_title) for each in some} for some in (old, new))
    for word, style, some in (("gone", "green", before - after), ("new", "bold red", after - before)):
        for implementation, encoding, title in sorted(some):
            line = Text.assemble((f"{word:<7}", style), abridged(f"{implementation}, {encoding}: {title}", _LONGEST))
            screen.print(line, soft_wrap=True)


@click.command("diff")
@click.argument("old", type=REPORT, metavar="OLD.jsonl")
@click.argument("new", type=REPORT, metavar="NEW.jsonl")
def command(old: Path, new: Path) -> int:
    """Show what changed between two runs, from their JSON reports.

    It compares verdicts, and shows the causes that are gone and those that are new.

    Exit status: 0 if nothing got worse; 1 if there is a new failure or error, or if NEW was cut off; 2 if a file is not a
    report.
    """
    old_run, new_run = Run(), Run()
    before, after = read(old, partial(record, old_run)), read(new, partial(record, new_run))
    for name, report in (("OLD", before), ("NEW", after)):
        if not report.whole:
            click.echo(f"{name} has no footer: its run was cut off", err=True)
    found = changes(old_run, new_run)
    show(console(), found, before.versions, after.versions)
    show_causes(console(), before.causes, after.causes)
    return 1 if not after.whole or any(change.kind == WORSE for change in found) else 0
