"""What several commands need: options, the library of vectors, the implementations that are there."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from harness.checks.catalogue import CHECKS
from harness.places import VECTORS
from harness.runner import coverage
from harness.runner.registry import Registered, UnknownName
from harness.specification import library
from harness.specification.faults import DataError
from harness.specification.library import Library


def cores() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


folder = click.Path(exists=True, file_okay=False, path_type=Path)

implementations_option = click.option(
    "-i", "selectors", multiple=True, metavar="NAME|PATH", help="An implementation; all there are, if none.",
)
encodings_option = click.option(
    "-e", "encodings", multiple=True, metavar="ENCODING", help="An encoding; all there are, if none.",
)
pattern_option = click.option(
    "-k", "pattern", default="", metavar="PATTERN", help="A part of an id, or a pattern with * and ?.",
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), default=cores, show_default="one a core", help="Processes.",
)
seed_option = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the made-up subjects.",
)
vectors_option = click.option(
    "--vectors", "folders", type=folder, multiple=True, metavar="DIR",
    help="A folder of encodings and vectors, added to the project's own.",
)

findings_option = click.option(
    "--findings", type=click.Path(file_okay=False, path_type=Path), default="findings", show_default=True, metavar="DIR",
    help="Where findings are kept.",
)
corpus_option = click.option(
    "--corpus", type=click.Path(file_okay=False, path_type=Path), default="corpus", show_default=True, metavar="DIR",
    help="Where inputs are kept, in a folder an encoding.",
)


def load_library(folders: tuple[Path, ...]) -> Library:
    """The project's data and those in the folders. Raises DataError."""
    loaded = library.load([VECTORS, *folders], CHECKS)
    loaded.added = folders
    if faults := list(coverage.faults(loaded)):
        raise DataError(faults)
    return loaded


def present(registered: Sequence[Registered]) -> list[Registered]:
    """Those whose requirements are there; the others are named on standard error. Raises UnknownName."""
    there = []
    for each in registered:
        if missing := each.implementation.missing():
            click.echo(f"skipped: {each.implementation.name} requires {', '.join(missing)}", err=True)
        else:
            there.append(each)
    if len(there) < len(registered):
        click.echo("`conform list implementations` tells how to get what the project's own require", err=True)
    if not there:
        raise UnknownName("nothing to run: the requirements of no selected implementation are there")
    return there
