"""Writes a page with the table and an explanation of each failure."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

import harness
from harness.core.requirement import Requirement
from harness.core.verdict import ERROR, FAIL, VERDICTS, Verdict
from harness.report.failure import lines, of_verdict
from harness.report.summary import Summary


def templates() -> Environment:
    """The environment with the templates of the pages."""
    return Environment(loader=PackageLoader("harness.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True)


class Html:
    """Collects the verdicts of a run, and writes the page at the end."""

    def __init__(self, path: Path, requirements: Mapping[str, Requirement]):
        """Creates the file, so that it fails at once if it cannot be written. Raises OSError."""
        path.touch()
        self._path = path
        self._requirements = requirements
        self._verdicts: list[Verdict] = []

    def add(self, verdict: Verdict) -> None:
        """Takes a verdict."""
        self._verdicts.append(verdict)

    def write(self, summary: Summary, versions: Mapping[str, str], seed: int) -> None:
        """Writes the page. Raises OSError."""
        failures = [verdict for verdict in self._verdicts if verdict.judgement.verdict in (FAIL, ERROR)]
        skips = [verdict for verdict in self._verdicts if verdict.is_known_deviation]
        page = (
            templates()
            .get_template("report.html")
            .render(
                harness=harness.__version__,
                seed=seed,
                verdicts=VERDICTS,
                summary=summary,
                versions=versions,
                failures=[(verdict, list(lines(of_verdict(verdict), self._requirements))) for verdict in failures],
                deviations=skips,
            )
        )
        self._path.write_text(page, encoding="utf-8")
