"""`python -m workshop site`"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from encoding_conformance.commands.arguments import REPORT
from encoding_conformance.commands.main import AT_FAULT
from encoding_conformance.commands.new_folder import new_folder, why_not
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import WrongUsage
from workshop.site import mutants
from workshop.site.atlas import Atlas, read_atlas
from workshop.site.generator import NotBuilt, build, missing
from workshop.site.sources import write_sources


@click.command("site")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.argument("report", metavar="[REPORT]", type=REPORT, required=False)
@click.option(
    "--mutants", "mutants_file", type=REPORT, metavar="FILE", help="The file that `python -m workshop mutants --json FILE` wrote."
)
def command(folder: Path, report: Path | None, mutants_file: Path | None) -> int:
    """Write manuals, encodings and results as a static site.

    REPORT is the JSON report of a run, such as that of `conform run -i all --json atlas.jsonl.gz`. Without it, the site has
    everything but the atlas. Without `--mutants`, it has no page of the mutants.

    DIR is a new or empty folder. Its pages can be read as files, without a web server and without the
    network. Nothing is written there until all of it is complete. `make site` installs what it needs.
    """
    if names := missing():
        raise click.ClickException(f"a site needs {', '.join(names)}: make site")
    if reason := why_not(folder):
        raise WrongUsage(reason)
    atlas, killed = _atlas(report), mutants.read(mutants_file) if mutants_file else []
    try:
        with new_folder(folder) as new, TemporaryDirectory(prefix="conform-site-") as sources:
            pages = write_sources(Path(sources), load_suite(), atlas, killed)
            build(Path(sources), new)
    except NotBuilt as error:
        click.echo(f"conform: the site cannot be built: {error}", err=True)
        return AT_FAULT
    click.echo(f"{folder} has {pages:,} pages; open {folder / 'index.html'}")
    return 0


def _atlas(report: Path | None) -> Atlas | None:
    """The results in a report's file. A file that is no report, or that is cut off, is wrong usage."""
    if report is None:
        return None
    atlas = read_atlas(report)
    if not atlas.report.whole:
        raise WrongUsage(f"{report}: the report has no footer: its run was cut off, and so would be the site")
    if not atlas.units:
        raise WrongUsage(f"{report}: the report has no verdict, so there is nothing to show")
    return atlas
