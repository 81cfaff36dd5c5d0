"""JSON reports as arguments of commands."""

from __future__ import annotations

from pathlib import Path

import click

from encoding_conformance.report.reading import NotAReport, read
from encoding_conformance.report.recorded import Report

REPORT = click.Path(exists=True, dir_okay=False, path_type=Path)
"""The type of an argument that names a report's file; `opened` is its callback."""


def opened_if_given(context: click.Context, parameter: click.Parameter, path: Path | None) -> Report | None:
    """The report in a file that an option names; None without the option. A file that is not a report is wrong usage."""
    return opened(context, parameter, path) if path else None


def opened(context: click.Context, parameter: click.Parameter, path: Path) -> Report:
    """The report in a file. A file that is not a report is wrong usage."""
    try:
        return read(path)
    except NotAReport as error:
        raise click.ClickException(str(error)) from None
