"""Report files that tests write."""

from collections.abc import Iterable
from pathlib import Path

from encoding_conformance.core.verdict import Verdict
from encoding_conformance.report.jsonlines import JsonLines
from encoding_conformance.report.sink import RunContext, RunResult


def write(path: Path, run: RunContext, verdicts: Iterable[Verdict]) -> Path:
    """Writes the JSON report of a run."""
    report, result = JsonLines(path), RunResult(run)
    report.begin(run)
    for verdict in verdicts:
        report.add(verdict)
        result.add(verdict)
    report.end(result)
    report.close()
    return path
