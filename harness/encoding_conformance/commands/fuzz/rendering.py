"""Shows a campaign on the screen, and writes its statistics as JSON lines."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from encoding_conformance.fuzz.campaign import Tally
from encoding_conformance.fuzz.crash_bucket import CLASSES
from encoding_conformance.fuzz.finding import Finding
from encoding_conformance.report.console import console, duration, show_lines
from encoding_conformance.report.failure import labelled, styled

_EVERY = 0.5
"""The seconds between two updates of the screen."""

_SELDOM = 10.0
"""The same if the output is not a terminal."""

_STATISTICS = 2.0
"""The seconds between two lines of statistics."""


def summary_line(tally: Tally, corpus: int, rate: float) -> str:
    """The progress of a campaign on one line; `rate` is in executions per second."""
    done = f"{duration(tally.seconds)}: {tally.executions:,} executions, {rate:,.0f}/s, corpus {corpus:,}"
    classes = ", ".join(f"{count} {kind}" for kind in CLASSES if (count := tally.classes[kind]))
    if not classes:
        return f"{done}, no findings"
    return f"{done}, {counted(tally.causes, tally.classes.total())}: {classes}, the last {duration(tally.since_last)} ago"


def counted(causes: int, findings: int) -> str:
    """Returns the words for a number of findings and the number of their causes."""
    return f"{causes} cause{'s' * (causes != 1)}, {findings} finding{'s' * (findings != 1)}"


class Screen:
    """Shows a campaign, with updates at sensible intervals. With `quiet`, it shows only findings."""

    def __init__(self, tally: Tally, corpus_size: Callable[[int], int], quiet: bool):
        self._tally = tally
        self._corpus_size = corpus_size
        self._encodings = {unit.encoding.id: unit.encoding for unit in tally.units}
        self._console = console()
        self._quiet = quiet
        self._next = _EVERY if self._console.is_terminal else _SELDOM
        self._live = (
            Live(console=self._console, auto_refresh=False, transient=True) if (self._console.is_terminal and not quiet) else None
        )

    def __enter__(self) -> Screen:
        if self._live:
            self._live.start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._live:
            self._live.stop()

    def say(self, text: str, style: str = "") -> None:
        """Prints a line that stays on the screen."""
        self._console.print(Text(text, style), soft_wrap=True)

    def finding(self, finding: Finding, folder: Path) -> None:
        """Shows a new finding."""
        style = "yellow" if finding.known else "bold red"
        title = Text.assemble((finding.bucket.kind.upper(), style), f"  {finding.bucket}")
        self._console.print(title, soft_wrap=True)
        declared = [("declared", str(finding.known))] if finding.known else []
        rerun = shlex.join(["conform", "replay", str(folder)])
        encoding = self._encodings.get(finding.bucket.encoding)
        show_lines(self._console, styled(finding.failure, {}, encoding), indent=2)
        for line in (*declared, ("rerun", rerun)):
            self.say(f"  {labelled(*line)}")

    def explained(self, finding: Finding, first: Finding) -> None:
        """Shows a new finding that an earlier one explains."""
        self.say(f"explained: {finding.bucket}, by the finding {first.bucket.fault}")

    def look(self) -> None:
        """Shows the progress if it is time for an update."""
        if self._quiet or self._tally.seconds < self._next:
            return
        if self._live:
            self._next = self._tally.seconds + _EVERY
            self._live.update(self._picture(), refresh=True)
        else:
            self._next = self._tally.seconds + _SELDOM
            self.say(summary_line(self._tally, self._total(), self._tally.rate))

    def end(self, findings: int, left_out: int) -> None:
        """Shows a table of what was done."""
        if self._live:
            self._live.stop()
        self._console.print(self._table(sorted(self._tally.of_units)))
        self.say(f"{summary_line(self._tally, self._total(), self._tally.mean_rate)}; findings in the folder: {findings}")
        if left_out:
            self.say(f"{left_out} more were left out: there are too many")

    def _total(self) -> int:
        return sum(map(self._corpus_size, range(len(self._tally.units))))

    def _picture(self) -> Group:
        busy = sorted(self._tally.busy.items())
        table = self._table([place for _, place in busy], [str(core) for core, _ in busy])
        return Group(table, Text(summary_line(self._tally, self._total(), self._tally.rate)))

    def _table(self, places: Sequence[int], cores: Sequence[str] = ()) -> Table:
        head = ("implementation", "encoding", "executions", "corpus", "edges", "kinds of outcomes")
        table = Table(*["core"] * bool(cores), *head)
        for row, place in enumerate(places):
            unit, of_unit = self._tally.units[place], self._tally.of_units[place]
            name = unit.registered.implementation.name
            numbers = of_unit.executions, self._corpus_size(place), of_unit.coverage, of_unit.features
            table.add_row(*cores[row : row + 1], name, unit.encoding.id, *map("{:,}".format, numbers))
        return table


class Statistics:
    """Writes a JSON line at intervals, with the sums and the figures of each unit."""

    def __init__(self, path: Path, tally: Tally, corpus_size: Callable[[int], int]):
        self._file = path.open("w", encoding="utf-8", buffering=1)
        self._tally = tally
        self._corpus_size = corpus_size
        self._next = _STATISTICS

    def __enter__(self) -> Statistics:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.write()
        self._file.close()

    def look(self) -> None:
        """Writes a line if it is time."""
        if self._tally.seconds >= self._next:
            self._next = self._tally.seconds + _STATISTICS
            self.write()

    def write(self) -> None:
        """Writes a line now."""
        tally = self._tally
        self._file.write(
            json.dumps(
                {
                    "seconds": round(tally.seconds, 1),
                    "executions": tally.executions,
                    "rate": round(tally.rate),
                    "since_last_finding": round(tally.since_last, 1),
                    "findings": dict(tally.classes),
                    "causes": tally.causes,
                    "units": [self._unit(place) for place in sorted(tally.of_units)],
                }
            )
            + "\n"
        )

    def _unit(self, place: int) -> dict[str, Any]:
        unit, of_unit = self._tally.units[place], self._tally.of_units[place]
        return {
            "implementation": unit.registered.implementation.name,
            "encoding": unit.encoding.id,
            "executions": of_unit.executions,
            "corpus": self._corpus_size(place),
            "coverage": of_unit.coverage,
            "features": of_unit.features,
        }
