"""Report files that tests write and read."""

from collections.abc import Iterable
from pathlib import Path

from encoding_conformance.core.verdict import Verdict
from encoding_conformance.report.jsonlines import JsonLines
from encoding_conformance.report.reading import Report, read
from encoding_conformance.report.sink import RunContext, Summary


def write(path: Path, run: RunContext, verdicts: Iterable[Verdict]) -> Path:
    """Writes the JSON report of a run."""
    report, summary = JsonLines(path), Summary()
    report.begin(run)
    for verdict in verdicts:
        report.add(verdict)
        summary.add(verdict)
    report.end(summary)
    report.close()
    return path


def read_all(path: Path) -> tuple[Report, list[Verdict]]:
    """Reads a report with all its verdicts."""
    lines: list[Verdict] = []
    return read(path, lambda line, _: lines.append(line)), lines
