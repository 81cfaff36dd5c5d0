"""What several commands share: options, the library of vectors, and the implementations that can run."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import click

from harness.core.encoding import Encoding
from harness.places import VECTORS
from harness.runner import libraries, registry
from harness.runner.plan import must_be_known
from harness.runner.registry import Registered, UnknownName
from harness.specification.library import Library


def cores() -> int:
    """The number of processes that can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Command = TypeVar("Command", bound=Callable[..., object])

folder = click.Path(exists=True, file_okay=False, path_type=Path)
output_file = click.Path(dir_okay=False, writable=True, path_type=Path)


def implementations_option(default: str) -> Callable[[Command], Command]:
    """Returns the option `-i`. Its help says that `default` is selected without it."""
    text = f"An implementation: its name, its folder, or `all` for all that are installed; may be repeated. Default: {default}."
    return click.option("-i", "selectors", multiple=True, metavar="NAME|PATH", help=text)


EVERY_ONE = "all that are installed"
encodings_option = click.option(
    "-e",
    "encodings",
    multiple=True,
    metavar="ENCODING",
    help="An encoding; may be repeated. Default: all of them.",
)
pattern_option = click.option(
    "-k",
    "pattern",
    default="",
    metavar="PATTERN",
    help="Only the ids that contain PATTERN, or that match it if it has * or ?.",
)
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=cores,
    show_default="one per core",
    help="Number of worker processes.",
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Seed for generated inputs.",
)
vectors_option = click.option(
    "--vectors",
    "folders",
    type=folder,
    multiple=True,
    metavar="DIR",
    help="Add a folder of encodings and test vectors to the project's own.",
)

findings_option = click.option(
    "--findings",
    type=click.Path(file_okay=False, path_type=Path),
    default="findings",
    show_default=True,
    metavar="DIR",
    help="The folder for findings.",
)
corpus_option = click.option(
    "--corpus",
    type=click.Path(file_okay=False, path_type=Path),
    default="corpus",
    show_default=True,
    metavar="DIR",
    help="The folder for inputs, with a folder in it for each encoding.",
)


_SKIPPED = 3
"""The most skipped implementations that are named."""


def load_library(folders: tuple[Path, ...]) -> Library:
    """The library of the project's data and the data in these folders. Raises DataError if a file has faults."""
    loaded = libraries.load([VECTORS, *folders])
    loaded.added = folders
    return loaded


def installed(selectors: Sequence[str], encodings: Sequence[str], known: Mapping[str, Encoding]) -> list[Registered]:
    """The selected implementations whose requirements are installed. A line on standard error names the others. Raises
    UnknownName if one of the selectors or of the encodings is not known, or if no implementation can run."""
    must_be_known(encodings, known)
    return present(registry.selected(selectors, known))


def present(registered: Sequence[Registered]) -> list[Registered]:
    """The implementations whose requirements are installed. A line on standard error names the others. Raises UnknownName if none
    can run."""
    missing = {each.implementation.name: each.implementation.missing() for each in registered}
    there = [each for each in registered if not missing[each.implementation.name]]
    skipped = [f"{name} (needs {', '.join(needed)})" for name, needed in missing.items() if needed]
    if skipped:
        shown = "; ".join(skipped[:_SKIPPED]) + ("; …" if len(skipped) > _SKIPPED else "")
        how_many = f"{len(skipped)} of {len(registered)} implementations"
        click.echo(f"skipped, because something is missing here: {how_many}: {shown}", err=True)
        click.echo("`conform list implementations` tells how to get it", err=True)
    if not there:
        raise UnknownName("nothing to run: the requirements of no selected implementation are there")
    return there
