"""`python -m workshop results`"""

from __future__ import annotations

from pathlib import Path

import click

from encoding_conformance.commands.arguments import REPORT, output_file
from encoding_conformance.core.verdict import Verdict
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.report.reading import read
from encoding_conformance.runner import registry
from workshop.atlas.overview import Overview, as_recommended
from workshop.atlas.results import results_page
from workshop.atlas.silences import silences_page
from workshop.families import family


@click.command("results")
@click.argument("path", type=REPORT, metavar="REPORT.jsonl")
@click.option("--markdown", "page", type=output_file, required=True, help="The page to write.")
@click.option("--silences", type=output_file, help="Write a page of who does what if the specification is silent.")
def command(path: Path, page: Path, silences: Path | None) -> int:
    """Write pages of results and deviations from a JSON report."""
    lines: list[Verdict] = []
    report = read(path, lambda line, _: lines.append(line))
    if not report.whole:
        raise click.ClickException("the report has no footer: its run was cut off, and so would be the page")
    if report.selected:
        raise click.ClickException("the report is of some encodings or vectors only; run everything for a page")
    suite = load_suite()
    vectors = {vector.id: vector for vector in suite.all_vectors}
    families = {vector.operation.encoding: family(vector) for vector in vectors.values()}
    own = {each.name: each for each in registry.own()}
    overview = Overview(lines, report.largest, families, as_recommended(lines, own, vectors))
    page.write_text(results_page(report, overview, own, page.parent), encoding="utf-8")
    if silences:
        silences.write_text(silences_page(lines, suite.requirements, vectors), encoding="utf-8")
    return 0
