"""`conform results`"""

from __future__ import annotations

import os
from pathlib import Path

import click

from harness.cli.common import load_library
from harness.cli.reports import REPORT, opened
from harness.compare.recorded import Report
from harness.report.explain import family
from harness.report.matrix import Matrix
from harness.report.results import results_page, short_form
from harness.report.silences import silences_page
from harness.runner import registry

BEGIN, END = "<!-- results -->", "<!-- end of results -->"
"""Between these lines of a file, the short form stands."""

_page = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command("results")
@click.argument("report", type=REPORT, callback=opened, metavar="REPORT.jsonl")
@click.option("--markdown", "page", type=_page, required=True, help="The page to write.")
@click.option("--silences", type=_page, help="Write a page of who does what where specifications are silent.")
@click.option(
    "--short", type=click.Path(exists=True, dir_okay=False, writable=True, path_type=Path),
    help=f"Write the short form between the lines {BEGIN} and {END} of this file.",
)
def command(report: Report, page: Path, silences: Path | None, short: Path | None) -> int:
    """Make pages of a run's JSON report: each implementation in each encoding, and the reasons of its deviations."""
    if not report.whole:
        raise click.ClickException("the report has no footer: its run was cut off, and so would be the page")
    if report.selected:
        raise click.ClickException("the report is of some encodings or vectors only; run without -e and -k for a page")
    around = _around(short) if short else None
    library = load_library(())
    vectors = {vector.id: vector for vector in library.all_vectors}
    families = {vector.operation.encoding: family(vector) for vector in vectors.values()}
    own = {each.implementation.name: each.implementation for each in registry.own()}
    matrix = Matrix(report, families)
    page.write_text(results_page(report, matrix, own, page.parent), encoding="utf-8")
    if silences:
        silences.write_text(silences_page(report, library.requirements, vectors), encoding="utf-8")
    if short and around:
        before, after = around
        link = Path(os.path.relpath(page, short.parent)).as_posix()
        short.write_text(f"{before}{BEGIN}\n\n{short_form(report, matrix, link)}\n{END}{after}", encoding="utf-8")
    return 0


def _around(file: Path) -> tuple[str, str]:
    """What stands before and behind the short form. Raises ClickException where no place is marked for it."""
    before, begin, rest = file.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise click.ClickException(f"{file} has no line {BEGIN} with {END} behind it, for the short form between them")
    return before, after
