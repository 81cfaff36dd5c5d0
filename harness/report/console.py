"""Shows a run on the screen: its progress, failures as they come, and a table at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from harness.core.identity import CHECK, EDGE_CASE
from harness.core.outcome import FAILURES
from harness.core.requirement import Requirement
from harness.core.verdict import ERROR, FAIL, PASS, SKIP, VERDICTS, Verdict
from harness.report.failure import WIDTH, lines, of_verdict
from harness.report.summary import Summary

_SHOWN = 6
"""The number of failures of one implementation and encoding that are explained. The others are counted."""

_LAWS = 2
"""The most of these failures that may be failures of laws."""

_ROWS = 16
"""The number of rows of a table that fit on a screen."""

_STYLES = {PASS: "green", FAIL: "bold red", SKIP: "yellow", ERROR: "bold magenta"}
_LONG = 15
"""The seconds that a sweep may take without a message."""

_WIDE = 160
"""The width in columns if the output is not a terminal."""


def console(stderr: bool = False) -> Console:
    """The console for standard output or standard error. If it is not a terminal, it is as wide as a wide screen."""
    plain = partial(Console, stderr=stderr, highlight=False, markup=False, emoji=False)
    screen = plain()
    return screen if screen.is_terminal else plain(width=_WIDE)


def progress(verdicts: int) -> Progress:
    """A progress bar for the verdicts of a run, which is shown only on terminals."""
    screen = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
    bar.add_task("checking", total=verdicts)
    return bar


class Sweeps:
    """Shows the progress of the sweeps of a run, with a bar for each sweep that is running. For a long sweep, a line says
    beforehand how many cases it has and how long it takes. Without bars, a few more lines show the progress."""

    def __init__(self, bars: Progress):
        self._bars = bars
        self._tasks: dict[str, TaskID] = {}
        self._quarters: dict[str, int] = {}

    def tell(self, what: str, done: int, cases: int, seconds: float) -> None:
        """Takes the progress of a sweep: `done` of its `cases` are done, and all of them take about `seconds`."""
        self._lines(what, done, cases, seconds)
        if what not in self._tasks:
            self._tasks[what] = self._bars.add_task(what, total=cases)
        self._bars.update(self._tasks[what], completed=done, visible=done < cases)

    def _lines(self, what: str, done: int, cases: int, seconds: float) -> None:
        if seconds < _LONG:
            return
        if not done:
            self._bars.console.print(f"{what} sweeps {cases:,} cases, about {duration(seconds)}")
        elif self._bars.disable and done < cases and self._quarters.get(what, 0) < (quarter := 4 * done // cases):
            self._quarters[what] = quarter
            self._bars.console.print(f"{what} has swept {done:,} of {cases:,} cases")


def duration(seconds: float) -> str:
    """A duration in a suitable unit, such as `40 s` or `3 min`."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


class Failures:
    """Explains the failures and errors of an implementation and encoding when all of them are known."""

    def __init__(self, screen: Console, requirements: Mapping[str, Requirement]):
        self._screen = screen
        self._requirements = requirements
        self._waiting: list[Verdict] = []

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict. If it is of another implementation or encoding than the last one, the failures so far are shown."""
        if self._waiting and _unit(self._waiting[0]) != _unit(verdict):
            self.show()
        if verdict.judgement.verdict in (FAIL, ERROR):
            self._waiting.append(verdict)

    def show(self) -> None:
        """Explains some of the failures that wait, and counts the others."""
        shown = _telling(self._waiting)
        for verdict in shown:
            _show_failure(self._screen, verdict, self._requirements)
        if rest := len(self._waiting) - len(shown):
            implementation, encoding = _unit(self._waiting[0])
            self._screen.print(f"… and {rest} more of {implementation}, {encoding}; --json FILE has them all\n")
        self._waiting = []


def _telling(failed: Sequence[Verdict]) -> list[Verdict]:
    """Returns the most helpful failures. Vectors that were written by hand come first, then laws with their smallest
    case, then edge cases; within each of these groups, the smallest inputs come first. Of failures that are not
    answers, such as crashes, there is only one of each kind."""
    once = {
        (verdict.judgement.reason if isinstance(verdict.outcome, FAILURES) else verdict.id): verdict
        for verdict in sorted(failed, key=_size, reverse=True)
    }
    distinct = sorted(once.values(), key=_size)
    laws = [verdict for verdict in distinct if verdict.id.kind == CHECK]
    edges = [verdict for verdict in distinct if verdict.id.kind == EDGE_CASE]
    written = [verdict for verdict in distinct if verdict not in laws and verdict not in edges]
    return [*written[: _SHOWN - min(len(laws), _LAWS)], *laws[:_LAWS], *edges][:_SHOWN]


def _size(verdict: Verdict) -> int:
    return len(verdict.operation.input) if verdict.operation else 0


def _unit(verdict: Verdict) -> tuple[str, str]:
    return verdict.implementation, verdict.encoding


def _show_failure(screen: Console, verdict: Verdict, requirements: Mapping[str, Requirement]) -> None:
    kind = verdict.judgement.verdict
    screen.print(Text.assemble((kind.upper(), _STYLES[kind]), f"  {verdict.implementation}  ", (str(verdict.id), "bold")))
    for label, text in lines(of_verdict(verdict), requirements):
        screen.print(Text.assemble((f"  {label:<{WIDTH}}", "dim"), text), soft_wrap=True)
    screen.print()


def show_table(screen: Console, summary: Summary, versions: Mapping[str, str]) -> None:
    """Shows the counts by implementation and encoding. If they would fill more than a screen, the encodings of an
    implementation without failures share a row."""
    table = Table("implementation", "version", "encoding", title_justify="left")
    for verdict in VERDICTS:
        table.add_column(verdict, justify="right")
    before = None
    for implementation, encodings, counts in _rows(summary, together=len(summary.by_unit) > _ROWS):
        if before not in (None, implementation):
            table.add_section()
        new = implementation != before
        version = versions.get(implementation, "") if new else ""
        table.add_row(implementation if new else "", version, encodings, *_cells(counts))
        before = implementation
    screen.print(table)
    screen.print(Text("  ".join(f"{summary.total[verdict]} {verdict}" for verdict in VERDICTS), style="bold"))
    if summary.deviations:
        screen.print(f"{summary.deviations} of the skips are known deviations; --html FILE lists them with their reasons")
    for line in summary.not_asked_lines():
        screen.print(Text(line, "bold red"), soft_wrap=True)


def _rows(summary: Summary, together: bool) -> Iterator[tuple[str, str, Counter[str]]]:
    """The rows of the table: the implementation, its encoding or encodings, and the counts."""
    for implementation, units in groupby(summary.by_unit.items(), key=lambda item: item[0][0]):
        held = []
        for (_, encoding), counts in units:
            if together and not counts[FAIL] and not counts[ERROR]:
                held.append((encoding, counts))
            else:
                yield implementation, encoding, counts
        if held:
            names = held[0][0] if len(held) == 1 else f"{len(held)} encodings"
            yield implementation, names, sum((counts for _, counts in held), Counter())


def _cells(counts: Counter[str]) -> Sequence[Text]:
    return [Text(str(counts[verdict]), _STYLES[verdict] if counts[verdict] else "dim") for verdict in VERDICTS]
