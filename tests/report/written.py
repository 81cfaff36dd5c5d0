"""Report files that tests write."""

from collections.abc import Iterable
from pathlib import Path

from encoding_conformance.core.verdict import Verdict
from encoding_conformance.report.jsonlines import JsonLines
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
