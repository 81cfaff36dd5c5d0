"""Installs the versions of libraries that had a bug and that fixed it, and runs the suite on both.

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


def shown(selected: Sequence[Original], into: Path, jobs: int) -> Iterator[Row | str]:
    """Yields the row of each bug from two runs, or a line that says why they did not happen."""
    for original in selected:
        if client := missing(original):
            yield f"{original.name}: skipped, because {client} is not installed"
            continue
        try:
            had, fixed = (_run(original, version, into, jobs) for version in (original.had, original.fixed))
        except (NotInstalled, NotRun) as error:
            yield f"{original.name}: not run: {error}"
        else:
            yield compared(original, had, fixed)


def _run(original: Original, version: str, into: Path, jobs: int) -> Run:
    folder = install(original, version, into)
    return run([folder], jobs, original.without)[original.name]


def chosen(names: Sequence[str]) -> list[Original]:
    """Returns the originals with these names, or all without names. Raises UsageError for an unknown name."""
    known = originals()
    for name in names:
        if name not in known:
            raise click.UsageError(unknown("bug", name, known, f"the folders in {FOLDER} are the names"))
    return [known[name] for name in names or known]


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Install here, and keep it for the next time.")
@click.option("--markdown", type=output_file, help="Also write a page with the results.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="The number of parallel jobs of a run.")
def command(names: Sequence[str], folder: Path | None, markdown: Path | None, jobs: int) -> None:
    """Run the suite on the versions of libraries that had a bug, and on the versions that fixed it."""
    selected, rows = chosen(names), []
    with ExitStack() as stack:
        into = (folder or Path(stack.enter_context(TemporaryDirectory(prefix="originals-")))).resolve()
        for each in shown(selected, into, jobs):
            click.echo(each)
            if isinstance(each, Row):
                rows.append(each)
    click.echo(f"{sum(row.is_shown for row in rows)} of {len(selected)} bugs were found only in the version that had them")
    if markdown:
        markdown.write_text(page.written(rows), encoding="utf-8")
