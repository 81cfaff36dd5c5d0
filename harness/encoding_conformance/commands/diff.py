"""`conform diff`: compares two reports."""

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
from encoding_conformance.core.text import abridged, first_of
from encoding_conformance.core.verdict import Cause, Ground, Status, Verdict
from encoding_conformance.report.console import console
from encoding_conformance.report.reading import read

_RANK: dict[Status | Ground, int] = {
    Ground.STALE: 0,
    Status.PASS: 1,
    Status.SKIP: 2,
    Ground.NOT_RUN: 3,
    Ground.DEVIATION: 4,
    Status.FAIL: 5,
    Status.ERROR: 6,
}
"""Of two verdicts on one id, the one with the higher rank counts: a stale declaration may have the id of a test that passed."""

_MOST_IDS = 3

WORSE, BETTER, OTHER = "worse", "better", "other"


class Recorded(NamedTuple):
    """The verdict on an id in one run. `answer` is empty if it may vary."""

    state: Status | Ground
    manner: Manner | None
    answer: str
    reason: str

    @property
    def fails(self) -> bool:
        """Whether this is a failure or an error."""
        return self.state in (Status.FAIL, Status.ERROR)

    def __str__(self) -> str:
        return f"{self.state} ({self.manner})" if self.manner else self.state


Run = dict[tuple[str, str, str], Recorded]
"""The verdicts of a run by implementation, encoding and id."""


def record(run: Run, line: Verdict, fields: Mapping[str, Any]) -> None:
    """Adds a verdict to a run."""
    key = line.implementation, line.encoding, str(line.id)
    if key not in run or _RANK[line.state] > _RANK[run[key].state]:
        how = manner(line.expected, line.got) if line.got is not None else None
        run[key] = Recorded(line.state, how, _answer(line), line.message)


def _answer(line: Verdict) -> str:
    """Returns a result or the offset of a rejection as text; empty for a check, because its example may vary."""
    if line.id.kind == IdKind.CHECK or not isinstance(line.got, Result | Rejection):
        return ""
    return outcome_text(Rejection(line.got.offset) if isinstance(line.got, Rejection) else line.got)


@dataclass(frozen=True)
class Change:
    """Ids of an encoding with the same change.

    `kind` is WORSE for a new failure, BETTER for a fixed failure, and OTHER for anything else. If only one of the runs has the
    implementation, all its encodings share a change, and `encoding` is empty. `text` describes the change. `reason` belongs to
    the verdict on the first id in the new run, or in the old run if the id is gone.
    """

    implementation: str
    encoding: str
    kind: str
    text: str
    reason: str
    ids: list[str]


def changes(old: Run, new: Run) -> list[Change]:
    """Returns the changes between two runs: first WORSE, then BETTER, then OTHER, each in the order of the reports."""
    in_both = {name for name, *_ in old} & {name for name, *_ in new}
    alike: dict[tuple[str, str, str, str], Change] = {}
    for key in dict.fromkeys([*new, *old]):
        implementation, encoding, id = key
        before, after = old.get(key), new.get(key)
        if text := _text(before, after):
            group = implementation, encoding if implementation in in_both else "", _kind(before, after), text
            change = alike.setdefault(group, Change(*group, (new.get(key) or old[key]).reason, []))
            change.ids.append(id)
    return sorted(alike.values(), key=lambda change: (WORSE, BETTER, OTHER).index(change.kind))


def _kind(before: Recorded | None, after: Recorded | None) -> str:
    failed, fails = (each is not None and each.fails for each in (before, after))
    if failed == fails or not after or after.state == Ground.NOT_RUN:
        return OTHER
    return WORSE if fails else BETTER


def _text(before: Recorded | None, after: Recorded | None) -> str:
    """Returns the change in words, or an empty string. Manners count only if both runs have recorded them."""
    if not before or not after:
        return f"new: {after.state}" if after else f"gone: {before.state}" if before else ""
    if before.state != after.state:
        return f"{before} → {after}"
    if before.manner and after.manner and (before.manner, before.answer) != (after.manner, after.answer):
        other = after.manner if before.manner != after.manner else "the same with another answer"
        return f"{before.state}: {before.manner} → {other}"
    return ""


_LONGEST = 400
_STYLES = {WORSE: "bold red", BETTER: "green", OTHER: "yellow"}


def show(screen: Console, differences: Sequence[Change], old: Mapping[str, str], new: Mapping[str, str]) -> None:
    """Shows the implementations with different versions in `old` and `new`, each change with a few ids, the reason of the first
    id if it got worse, and the counts."""
    for name in old:
        if old[name] != new.get(name, old[name]):
            screen.print(abridged(f"{name}: {old[name] or '?'} → {new[name] or '?'}", _LONGEST), soft_wrap=True)
    counts = Counter[str]()
    for change in differences:
        counts[change.kind] += len(change.ids)
        unit = abridged(", ".join(filter(None, (change.implementation, change.encoding))), _LONGEST)
        line = f"{unit}: {len(change.ids)} {change.text}"
        screen.print(Text.assemble((f"{change.kind.upper():<7}", _STYLES[change.kind]), line), soft_wrap=True)
        ids = first_of([abridged(id, _LONGEST) for id in change.ids], _MOST_IDS, " ")
        screen.print(f"       {ids}", soft_wrap=True)
        if change.kind == WORSE:
            screen.print(f"       {abridged(change.reason, _LONGEST)}", soft_wrap=True)
    screen.print(f"{counts[WORSE]} worse  {counts[BETTER]} better  {counts[OTHER]} changed otherwise, new or gone")


def show_causes(screen: Console, old: Iterable[Cause], new: Iterable[Cause]) -> None:
    """Shows the causes that are gone and those that are new, ignoring the numbers in their titles."""
    before, after = ({(each.implementation, each.encoding, each.plain_title) for each in causes} for causes in (old, new))
    for word, style, causes in (("gone", "green", before - after), ("new", "bold red", after - before)):
        for implementation, encoding, title in sorted(causes):
            line = Text.assemble((f"{word:<7}", style), abridged(f"{implementation}, {encoding}: {title}", _LONGEST))
            screen.print(line, soft_wrap=True)


@click.command("diff")
@click.argument("old", type=REPORT, metavar="OLD.jsonl")
@click.argument("new", type=REPORT, metavar="NEW.jsonl")
def command(old: Path, new: Path) -> int:
    """Show what changed between two runs, from their JSON reports.

    It compares verdicts, and shows which causes are gone and which are new.

    Exit status: 0 if nothing got worse; 1 if there is a new failure or error, or if NEW was cut off; 2 if a file is not a
    report.
    """
    old_run, new_run = Run(), Run()
    before, after = read(old, partial(record, old_run)), read(new, partial(record, new_run))
    for name, report in (("OLD", before), ("NEW", after)):
        if not report.whole:
            click.echo(f"{name} has no footer: its run was cut off", err=True)
    differences = changes(old_run, new_run)
    show(console(), differences, before.versions, after.versions)
    show_causes(console(), before.causes, after.causes)
    return 1 if not after.whole or any(change.kind == WORSE for change in differences) else 0
