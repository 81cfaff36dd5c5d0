"""What several commands need: the library of vectors, and the option that adds to it."""

from __future__ import annotations

from pathlib import Path

import click

from harness.checks.catalogue import CHECKS
from harness.places import VECTORS
from harness.runner import coverage
from harness.specification import library
from harness.specification.faults import DataError
from harness.specification.library import Library

folder = click.Path(exists=True, file_okay=False, path_type=Path)

vectors_option = click.option(
    "--vectors", "folders", type=folder, multiple=True, metavar="DIR",
    help="A folder of encodings and vectors, added to the project's own.",
)


def load_library(folders: tuple[Path, ...]) -> Library:
    """The project's data and those in the folders. Raises DataError."""
    loaded = library.load([VECTORS, *folders], CHECKS)
    loaded.added = folders
    if faults := list(coverage.faults(loaded)):
        raise DataError(faults)
    return loaded
