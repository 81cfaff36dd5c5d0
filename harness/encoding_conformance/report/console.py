"""Shows a run on the screen: its progress, the causes as they are found, and a table at the end."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from operator import itemgetter

from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.segment import Segment
from rich.table import Column, Table
from rich.text import Text

from encoding_conformance.core.identity import START_KINDS, Id
from encoding_conformance.core.text import counted, in_lines, visible
from encoding_conformance.core.verdict import Cause, Ground, Status, Verdict
from encoding_conformance.explain.marked import Style
from encoding_conformance.report.example import LABEL, WIDTH, LabelledLine
from encoding_conformance.report.failure import by_unit, cause_lines, lines, next_step, title
from encoding_conformance.report.sink import RunContext, Sink, Summary, counted_tests, run_in_part

_MOST_CAUSES = 6
_ROWS_OF_A_SCREEN, _WIDEST_NAME = 16, 32

_REASONS = {"known": Ground.DEVIATION, "limit": Ground.LIMIT}
_STYLES = {Status.PASS: "green", Status.FAIL: "bold red", Status.SKIP: "yellow", Status.ERROR: "bold magenta"}

PIECE_STYLES: Mapping[Style, str] = {
    "title": "bold",
    "location": "cyan",
    "label": "dim",
    "left out": "dim",
    "address": "dim",
    "fault": "bold red",
    "silent": "yellow",
    "single": "bold green",
    "lead": "bold green",
    "trail": "bold blue",
    "count": "bold magenta",
    "length": "bold magenta",
    "padding": "dim",
    "reset": "bold yellow",
    "fixed": "dim",
    "continue": "magenta",
    "value": "blue",
    "parity": "magenta",
    "faint": "dim",
    "plain": "",
}
"""How the screen shows each style of a piece of a line."""

_SELDOM = 30
"""The seconds between two lines about the progress of a run without a bar."""


class _SafeConsole(Console):
    """A console on which no text acts as a command of a terminal or a CI service."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """Yields the segments that are written."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))


def console(stderr: bool = False) -> Console:
    """Returns the console for standard output or standard error. If it is not a terminal, it is as wide as a wide screen."""
    plain = partial(_SafeConsole, stderr=stderr, highlight=False, markup=False, emoji=False)
    screen = plain()
    return screen if screen.is_terminal else plain(width=160)


class RunProgress(Progress):
    """The progress of a run: a bar on a terminal, and elsewhere a line on standard output now and then, because scripts take
    output on standard error for an error."""

    def __init__(self, verdicts: int, screen: Console | None = None, is_seeking: Callable[[], bool] = bool):
        """Calls `is_seeking` again and again, to show whether the run is looking for causes."""
        screen = screen or console(stderr=True)
        columns = (TextColumn("checking{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._is_seeking = is_seeking
        super().__init__(*columns, console=screen, transient=True, disable=not screen.is_terminal)
        self._verdicts = self.add_task("", total=verdicts)
        self._next: float = _SELDOM

    def get_renderables(self) -> Iterable[RenderableType]:
        """Yields the bar."""
        for task in self.tasks:
            task.description = ", and looking for causes" * self._is_seeking()
        yield from super().get_renderables()

    def count(self) -> None:
        """Counts one verdict."""
        self.advance(self._verdicts)
        (task,) = self.tasks
        if self.disable and (seconds := task.elapsed or 0) >= self._next:
            self._next = seconds + _SELDOM
            checked = f"{task.completed:,.0f} of {task.total:,.0f} vectors and checks"
            console().print(f"{checked} in {seconds:.0f} s{', looking for causes' * self._is_seeking()}")

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hides the bar, which is on standard error, while something is written to standard output."""
        was_shown = self.live.is_started
        self.stop()
        try:
            yield
        finally:
            if was_shown:
                self.start()


class Screen(Sink):
    """Explains the causes of the failures of each implementation and encoding as they are found, and shows the counts at the end.
    If it is `verbose`, it shows all causes, and lists under each cause the failures that it explains."""

    def __init__(self, verbose: bool = False):
        self._verbose = verbose
        self._screen = console()
        self._failed: dict[Id, Verdict] = {}
        self._was_run = False

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict, which is listed under its cause if that is shown."""
        self._was_run |= verdict.id.kind not in START_KINDS
        if self._verbose and verdict.status.is_bad:
            self._failed[verdict.id] = verdict

    def explain(self, causes: Sequence[Cause], summary: Summary) -> None:
        """Shows causes."""
        first, requirements = causes[0], self.run.suite.requirements
        if first.example.id.kind in START_KINDS:
            heading = in_lines(f"{first.implementation}: {first.title}", WIDTH)
            self._screen.print(Text("\n".join(heading), _STYLES[first.example.status]), soft_wrap=True)
            show_lines(self._screen, cause_lines(first, requirements, None))
            self._screen.print()
            return
        tests = summary.by_unit[first.implementation, first.encoding].total()
        (unit,) = by_unit(causes)
        about = f"{unit.explaining} (of {counted_tests(tests, first.example.id.kind)})"
        self._screen.print(Text(f"{unit.implementation}  {unit.encoding}    {about}", "bold"))
        self._screen.print()
        encoding = self.run.suite.encodings.get(first.encoding)
        shown = len(causes) if self._verbose else _MOST_CAUSES
        for number, cause in enumerate(causes[:shown], 1):
            self._screen.print(Text(title(number, cause), _STYLES[cause.example.status]), soft_wrap=True)
            show_lines(self._screen, cause_lines(cause, requirements, encoding))
            self._screen.print()
            for id in cause.explains if self._verbose else ():
                verdict = self._failed[id]
                word = (verdict.status.upper(), _STYLES[verdict.status])
                self._screen.print(Text.assemble(word, f"  {verdict.implementation}  {id}"), soft_wrap=True)
                show_lines(self._screen, lines(verdict, requirements, encoding))
                self._screen.print()
        self._failed.clear()
        if rest := causes[shown:]:
            failures = sum(len(cause.explains) for cause in rest)
            left_out = f"{counted(len(rest), 'more cause')}, with {counted(failures, 'failure')}"
            self._screen.print(f"… and {left_out}; --verbose or --html FILE shows all\n")
        self._screen.print(Text("\n".join(in_lines(next_step(first), WIDTH)), "dim"), soft_wrap=True)
        self._screen.print()

    def interrupt(self, causes: Sequence[Cause], summary: Summary, verdicts: int) -> None:
        """Shows the last causes, a table of the counts so far, how much of the whole run that is, and how to run less."""
        if causes:
            self.explain(causes, summary)
        if summary.by_unit:
            show_table(self._screen, summary, self.run)
        judged = summary.total.total()
        self._screen.print(f"Interrupted after {judged:,} of {verdicts:,} verdicts. The last causes may be less precise.")
        if not self.run.partial:
            self._screen.print("-e and -k run less, --fail-fast stops at the first failure, and --json FILE keeps the verdicts.")

    def end(self, summary: Summary) -> None:
        """Shows a table of the counts; nothing if no implementation could run."""
        run = self.run
        if summary.by_unit and not self._was_run:
            return
        if summary.by_unit:
            show_table(self._screen, summary, run)
        for part in run_in_part(summary, {name: each.offered for name, each in run.implementations.items()}):
            self._screen.print(part)


def show_lines(screen: Console, lines: Iterable[LabelledLine]) -> None:
    """Shows the lines about a failure, in colour if the screen is a terminal."""
    for line in lines:
        pieces = [(piece.text, PIECE_STYLES[piece.style]) for piece in line.pieces]
        screen.print(Text.assemble((f"   {line.label:<{LABEL}}", "dim"), *pieces), soft_wrap=True)


def show_table(screen: Console, summary: Summary, run: RunContext) -> None:
    """Shows the counts by implementation and encoding, and how many of the skips are known deviations or lie beyond the limit of
    an implementation. If they would fill more than a screen, the encodings of an implementation without failures share a
    row."""
    table = Table(Column("implementation", max_width=_WIDEST_NAME), "version", "encoding")
    reasons = [name for name, ground in _REASONS.items() if summary.number_of(ground)]
    for head in (*Status, *reasons):
        table.add_column(head, justify="right")
    together = len(summary.by_unit) > _ROWS_OF_A_SCREEN
    titles = {} if together else run.titles
    for implementation, of_one in groupby(summary.by_unit, key=itemgetter(0)):
        about = titles.get(implementation, "")
        named = Text.assemble(implementation, (f"\n{about}", "dim")) if about else Text(implementation)
        who = named, run.versions.get(implementation, "")
        for units in _rows(summary, list(of_one), together):
            name = units[0][1] if len(units) == 1 else f"{len(units)} encodings"
            counts = sum((summary.by_unit[unit] for unit in units), Counter())
            cells = [Text(str(counts[status]), _STYLES[status] if counts[status] else "dim") for status in Status]
            skipped = dict(zip(_REASONS, summary.skipped(units)))
            table.add_row(*who, name, *cells, *map(skipped.__getitem__, reasons))
            who = Text(), ""
        table.add_section()
    screen.print(table)
    screen.print(Text("  ".join(f"{summary.total[status]} {status}" for status in Status), style="bold"))
    if why := summary.skips_line():
        screen.print(why)
    if known := summary.number_of(Ground.DEVIATION):
        screen.print(f"known deviations among the skips: {known}; --html FILE lists them with their reasons")
    for line in summary.not_run_lines():
        screen.print(Text(line, "bold red"), soft_wrap=True)


def _rows(summary: Summary, units: Sequence[tuple[str, str]], together: bool) -> Iterator[Sequence[tuple[str, str]]]:
    """Yields the units of each row: one, or in the last row `together` all that have no failures."""
    held = [unit for unit in units if together and not any(summary.by_unit[unit][status] for status in Status if status.is_bad)]
    yield from ([unit] for unit in units if unit not in held)
    if held:
        yield held
