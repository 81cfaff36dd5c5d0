"""Measures how many of the museum's bugs a run finds: `python -m workshop museum`.

Each model is a folder with a manifest, as a user has it, and is asked all vectors of its encoding. Checks take longer, so they
are asked only of models that fail fewer than two vectors, `layout`, which takes longest, only of those that nothing kills, and a
thorough run only of those that then are still alive.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from encoding_conformance.checks.catalogue import LAYOUT
from workshop.museum import plug_in
from workshop.museum.entry import Entry, entries
from workshop.museum.figures import TRAITS, counts
from workshop.museum.found import Found, write
from workshop.runs import Run, run


def measured(some: Sequence[Entry], jobs: int) -> dict[str, Found]:
    """Returns what a run finds of the models of these entries, by the ids of the entries. Raises NotRun."""
    with TemporaryDirectory(prefix="museum-") as there:
        folders = [plug_in.write(Path(there) / entry.id, entry) for entry in some]
        runs: dict[str, Run] = {folder.name: Run() for folder in folders}
        for without, fewer in _STAGES:
            runs |= run([folder for folder in folders if len(runs[folder.name].failures) < fewer], jobs, without)
        thoroughly = run([folder for folder in folders if not runs[folder.name].failures], jobs, thorough=True)
        return {id: _found(each) for id, each in runs.items()} | {id: _found(each, True) for id, each in thoroughly.items()}


_STAGES: tuple[tuple[list[str], int], ...] = ((["*/check/*"], 1), ([f"*/check/{LAYOUT}"], 2), ([], 1))
"""What is not asked in each stage, and the number of failures from which a model is not asked again."""


def _found(of: Run, thoroughly: bool = False) -> Found:
    ids = list(of.failures)
    return Found(len(ids), ids[0] if ids else "", bool(ids) and thoroughly)


@click.command()
@click.option("--only", metavar="TEXT", help="Only the entries whose id or class has this in it. Nothing is written.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="How many models are run at a time.")
def command(only: str | None, jobs: int) -> None:
    """Run the models of the museum's bugs, and print what kills them, and which survive."""
    some = [
        entry for entry in entries().values() if not entry.unmodelled and (only is None or only in entry.id or only == entry.kind)
    ]
    found = measured(some, jobs)
    for entry in some:
        each = found[entry.id]
        by = f"killed by {each.first}, {each.failures} in all" if each.failures else f"survived: {entry.survives or '?'}"
        click.echo(f"{entry.id}  ({entry.encoding}, {entry.kind})  {by}")
    for count in chain(*(counts(found, trait) for trait in TRAITS.values()), counts(found)):
        if count.modelled:
            click.echo(f"  {count.value:40} {count.killed:3} / {count.modelled:<3}")
    if only is None:
        write(found)
