"""`conform results`"""

from __future__ import annotations

from pathlib import Path

import click

from harness.cli.reports import ReportFile
from harness.compare.recorded import Report
from harness.report.results import results_page


@click.command("results")
@click.argument("report", type=ReportFile(), metavar="REPORT.jsonl")
@click.option(
    "--markdown", "page", type=click.Path(dir_okay=False, writable=True, path_type=Path), required=True,
    help="The page to write.",
)
def command(report: Report, page: Path) -> int:
    """Make a page of a run's JSON report: each implementation in each encoding, and the reasons of its deviations."""
    if not report.whole:
        raise click.ClickException("the report has no footer: its run was cut off, and so would be the page")
    page.write_text(results_page(report), encoding="utf-8")
    return 0
