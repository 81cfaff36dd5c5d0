"""Installs the versions of libraries that had a bug and that mended it, and runs the suite on both.

python -m workshop originals [NAME]... [--folder FOLDER] [--markdown FILE]
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from encoding_conformance.commands.arguments import output_file
from encoding_conformance.data_files.problems import unknown
from workshop.museum.originals import page
from workshop.museum.originals.comparing import Row, compared
from workshop.museum.originals.installing import NotInstalled, install, missing
from workshop.museum.originals.original import FOLDER, Original, originals
from workshop.runs import NotRun, Run, run


def shown(some: Sequence[Original], into: Path, jobs: int) -> Iterator[Row | str]:
    """Yields what two runs show of each bug, or a line that says why they could not be."""
    for original in some:
        if lacks := missing(original):
            yield f"{original.name}: skipped, because {lacks} is not installed"
            continue
        try:
            had, mended = (_asked(original, version, into, jobs) for version in (original.had, original.mended))
        except (NotInstalled, NotRun) as error:
            yield f"{original.name}: not run: {error}"
        else:
            yield compared(original, had, mended)


def _asked(original: Original, version: str, into: Path, jobs: int) -> Run:
    folder = install(original, version, into)
    return run([folder], jobs, original.without)[original.name]


def chosen(names: Sequence[str]) -> list[Original]:
    """Returns the originals of these names, or all if there is none. Raises UsageError for a name that is unknown."""
    known = originals()
    for name in names:
        if name not in known:
            raise click.UsageError(unknown("bug", name, known, f"the folders in {FOLDER} are the names"))
    return [known[name] for name in names or known]


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Install here, and keep it for the next time.")
@click.option("--markdown", type=output_file, help="Also write a page with what was seen.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="How many parts of a run go at a time.")
def command(names: Sequence[str], folder: Path | None, markdown: Path | None, jobs: int) -> None:
    """Run the suite on the versions of libraries that had a bug, and on those that mended it."""
    some, rows = chosen(names), []
    with ExitStack() as stack:
        into = (folder or Path(stack.enter_context(TemporaryDirectory(prefix="originals-")))).resolve()
        for each in shown(some, into, jobs):
            click.echo(each)
            if isinstance(each, Row):
                rows.append(each)
    click.echo(f"{sum(row.is_shown for row in rows)} of {len(some)} bugs were found in the version that had them, and are gone")
    if markdown:
        markdown.write_text(page.written(rows), encoding="utf-8")
