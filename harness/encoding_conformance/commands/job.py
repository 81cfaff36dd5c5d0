"""What a job in continuous integration shows of a run that nothing could be asked in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from encoding_conformance.report.jobsummary import annotation, fault_annotations, fault_summary
from encoding_conformance.runner.registry import CannotRun, UnknownName
from encoding_conformance.specification.faults import DataError


def on_github() -> bool:
    """Whether GitHub runs the job, and reads annotations from its output."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


@contextmanager
def shown_in_a_job(summary: Path | None) -> Iterator[None]:
    """A fault of a file, or a name that is not known, also goes to the summary and to GitHub's annotations. They are where the
    reader of a job looks; the message of the command is in the log of a step."""
    try:
        yield
    except (DataError, CannotRun, UnknownName) as error:
        if summary:
            summary.write_text(fault_summary(str(error)), encoding="utf-8")
        if on_github():
            told = fault_annotations(error.faults) if isinstance(error, DataError) else [annotation(str(error))]
            for line in told:
                click.echo(line)
        raise
