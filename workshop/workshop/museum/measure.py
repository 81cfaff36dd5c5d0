"""Measures how many of the museum's bugs a run finds: `python -m workshop museum`.

Each model is a folder with a manifest, as a user has it, and runs all vectors of its encoding. Checks take longer, so only models
that fail fewer than two vectors run them. `layout` takes longest, so only models that nothing has killed run it, and a thorough
run follows only for those that are still alive.
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


def measured(selected: Sequence[Entry], jobs: int) -> dict[str, Found]:
    """Runs the models of these entries, and returns the results by the ids of the entries. Raises NotRun."""
    with TemporaryDirectory(prefix="museum-") as temporary:
        folders = [plug_in.write(Path(temporary) / entry.id, entry) for entry in selected]
        runs: dict[str, Run] = {folder.name: Run() for folder in folders}
        for without, fewer in _STAGES:
            runs |= run([folder for folder in folders if len(runs[folder.name].failures) < fewer], jobs, without)
        thoroughly = run([folder for folder in folders if not runs[folder.name].failures], jobs, thorough=True)
        return {id: _found(each) for id, each in runs.items()} | {id: _found(each, True) for id, each in thoroughly.items()}


_STAGES: tuple[tuple[list[str], int], ...] = ((["*/check/*"], 1), ([f"*/check/{LAYOUT}"], 2), ([], 1))
"""The patterns of ids that each stage leaves out, and the number of failures from which a model is not run again."""


def _found(run: Run, thoroughly: bool = False) -> Found:
    ids = list(run.failures)
    return Found(len(ids), ids[0] if ids else "", bool(ids) and thoroughly)


@click.command()
@click.option("--only", metavar="TEXT", help="Only the entry class TEXT, or entries with TEXT in their id. Nothing is written.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="How many models are run at a time.")
def command(only: str | None, jobs: int) -> None:
    """Run the models of the museum's bugs, and print what kills them, and which survive."""
    selected = [
        entry for entry in entries().values() if not entry.unmodelled and (only is None or only in entry.id or only == entry.kind)
    ]
    results = measured(selected, jobs)
    for entry in selected:
        result = results[entry.id]
        fate = f"killed by {result.first}, {result.failures} in all" if result.failures else f"survived: {entry.survives or '?'}"
        click.echo(f"{entry.id}  ({entry.encoding}, {entry.kind})  {fate}")
    for count in chain(*(counts(results, trait) for trait in TRAITS.values()), counts(results)):
        if count.modelled:
            click.echo(f"  {count.value:40} {count.killed:3} / {count.modelled:<3}")
    if only is None:
        write(results)
