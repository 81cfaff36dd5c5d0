"""Writes the page of a run: the counts, the causes of its failures, all failures, and known deviations."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

import encoding_conformance
from encoding_conformance.core.verdict import Cause, Ground, Status, Verdict
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.explain.explanation import explained
from encoding_conformance.explain.lines import lines
from encoding_conformance.explain.marked import Pieces
from encoding_conformance.report.example import LABEL, LabelledLine, operation_shortly
from encoding_conformance.report.failure import cause_lines, explaining, in_short
from encoding_conformance.report.sink import FileSink, Summary


def templates(package: str = "encoding_conformance.report") -> Environment:
    """Returns the environment with the templates in the folder `pages` of a package."""
    return Environment(loader=PackageLoader(package, "pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True)


class CauseShown(NamedTuple):
    """A cause on the page, with the lines about it and its other failures. `steps` are the lines about what the specification
    does with the example. There are none if no operation was performed."""

    cause: Cause
    lines: tuple[LabelledLine, ...]
    others: tuple[Verdict, ...]
    steps: tuple[Pieces, ...]


class UnitShown(NamedTuple):
    """An implementation in an encoding that has failures, and how many of them its causes explain. No cause explains `others`."""

    implementation: str
    encoding: str
    explaining: str
    causes: tuple[CauseShown, ...]
    others: tuple[Verdict, ...]


def units(verdicts: Sequence[Verdict], causes: Sequence[Cause], suite: Suite) -> list[UnitShown]:
    """Returns what the page shows of each implementation and encoding that has failures."""
    failed: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.status.is_bad:
            failed[verdict.implementation, verdict.encoding].append(verdict)
    of_unit = {unit: [each for each in causes if (each.implementation, each.encoding) == unit] for unit in failed}
    return [_unit(unit, failures, of_unit[unit], suite) for unit, failures in failed.items()]


def _unit(unit: tuple[str, str], failures: Sequence[Verdict], causes: Sequence[Cause], suite: Suite) -> UnitShown:
    encoding, by_id = suite.encodings.get(unit[1]), {verdict.id: verdict for verdict in failures}
    shown = []
    for cause in causes:
        operation = cause.example.operation
        steps = tuple(lines(explained(encoding, operation, suite.requirements))) if operation and encoding else ()
        about = tuple(cause_lines(cause, suite.requirements, encoding))
        shown.append(CauseShown(cause, about, tuple(by_id[id] for id in cause.explains[1:]), steps))
    of_a_cause = {id for cause in causes for id in cause.explains}
    others = tuple(verdict for id, verdict in by_id.items() if id not in of_a_cause)
    return UnitShown(*unit, explaining(len(causes), len(failures), len(others)), tuple(shown), others)


class Html(FileSink):
    """Collects the verdicts of a run, and writes the page at the end."""

    def __init__(self, path: Path):
        super().__init__(path)
        self._verdicts: list[Verdict] = []

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict, unless it is of no interest to the page."""
        if verdict.status.is_bad or verdict.ground == Ground.DEVIATION:
            self._verdicts.append(verdict)

    def end(self, summary: Summary) -> None:
        """Writes the page. Raises OSError."""
        run = self.run
        deviations: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
        for verdict in self._verdicts:
            if verdict.ground == Ground.DEVIATION:
                deviations[verdict.implementation, verdict.reason].append(verdict)
        text = (
            templates()
            .get_template("report.html")
            .render(
                harness=encoding_conformance.__version__,
                date=datetime.now(UTC).strftime("%Y-%m-%d"),
                run=run,
                statuses=Status,
                summary=summary,
                reasons={unit: summary.skipped([unit], run.largest) for unit in summary.by_unit},
                units=units(self._verdicts, summary.causes, run.suite),
                deviations=deviations,
                label=LABEL,
                operation_shortly=operation_shortly,
                in_short=in_short,
            )
        )
        self._path.write_text(text, encoding="utf-8")
