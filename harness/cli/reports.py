"""JSON reports as arguments of commands."""

from __future__ import annotations

from pathlib import Path

import click

from harness.compare.recorded import Report
from harness.report.reading import NotAReport, read


class ReportFile(click.Path):
    """An argument that is a report's file; the command gets what is in it. What is no report is wrong usage."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, path_type=Path)

    def convert(self, value: str, parameter: click.Parameter | None, context: click.Context | None) -> Report:
        try:
            return read(super().convert(value, parameter, context))
        except NotAReport as error:
            raise click.ClickException(str(error)) from None
