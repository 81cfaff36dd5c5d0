"""Writes the page of a run: the counts, the causes of its failures, all failures, and known deviations."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

import encoding_conformance
from encoding_conformance.core.identity import Id
from encoding_conformance.core.verdict import Cause, Ground, Status, Verdict
from encoding_conformance.explain.explanation import explained
from encoding_conformance.explain.lines import lines
from encoding_conformance.explain.marked import Pieces
from encoding_conformance.report.example import LABEL, LabelledLine, operation_shortly
from encoding_conformance.report.failure import by_unit, cause_lines, in_short
from encoding_conformance.report.sink import FileSink, Summary


def templates(package: str = "encoding_conformance.report") -> Environment:
    """Returns the environment with the templates in the folder `pages` of a package."""
    return Environment(loader=PackageLoader(package, "pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True)


class Html(FileSink):
    """Collects the verdicts of a run, and writes the page at the end."""

    def __init__(self, path: Path):
        super().__init__(path)
        self._failed: dict[tuple[str, Id], Verdict] = {}
        self._deviations: dict[tuple[str, str], list[Verdict]] = defaultdict(list)

    def add(self, verdict: Verdict) -> None:
        """Keeps a verdict if it is a failure or a known deviation."""
        if verdict.status.is_bad:
            self._failed[verdict.implementation, verdict.id] = verdict
        elif verdict.ground == Ground.DEVIATION:
            self._deviations[verdict.implementation, verdict.reason].append(verdict)

    def end(self, summary: Summary) -> None:
        """Writes the page. Raises OSError."""
        text = (
            templates()
            .get_template("report.html")
            .render(
                harness=encoding_conformance.__version__,
                date=datetime.now(UTC).strftime("%Y-%m-%d"),
                run=self.run,
                statuses=Status,
                summary=summary,
                reasons={unit: summary.skipped([unit]) for unit in summary.by_unit},
                units=list(by_unit(summary.causes)),
                lines_about=self._lines,
                steps_of=self._steps,
                others_of=self._others,
                deviations=self._deviations,
                label=LABEL,
                operation_shortly=operation_shortly,
                in_short=in_short,
            )
        )
        self.write(text)

    def _lines(self, cause: Cause) -> Iterable[LabelledLine]:
        return cause_lines(cause, self.run.suite.requirements, self.run.suite.encodings.get(cause.encoding))

    def _steps(self, cause: Cause) -> list[Pieces]:
        """Returns lines about what the specification does with the example; none if no operation was performed."""
        suite, operation = self.run.suite, cause.example.operation
        encoding = suite.encodings.get(cause.encoding)
        return list(lines(explained(encoding, operation, suite.requirements))) if operation and encoding else []

    def _others(self, cause: Cause) -> list[Verdict]:
        """Returns the failures of a cause without the example."""
        return [self._failed[cause.implementation, id] for id in cause.explains[1:]]
