"""Measures how many rare codecs a run finds: `python -m workshop.rare.measure`.

Each codec is a folder with a manifest, as a user has it, and runs in a process of its own. All its vectors and checks are asked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from encoding_conformance.checks.catalogue import LAYOUT
from encoding_conformance.checks.inputs.placed import Complete
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.verdict import Status
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.runner import compiled_suite, plan, registry
from encoding_conformance.runner.plan import Selection
from encoding_conformance.runner.running import Running
from encoding_conformance.runner.unit import STANDARD, Parameters
from workshop.plugin_folder import write_plugin
from workshop.rare.catalogue import SEEN, UNSEEN, listed
from workshop.rare.codec import Rare, What


class NotMeasured(Exception):
    """A verdict is an error, which is no fault of a codec. The message is its reason."""


@dataclass
class Measured:
    """A rare codec, the first vector or check that fails on it with the reason, or empty texts, and how many fail."""

    rare: Rare
    first: str = ""
    failures: int = 0
    reason: str = ""


def measured(
    codecs: Sequence[Rare], jobs: int, parameters: Parameters = STANDARD, selection: Selection = plan.EVERYTHING
) -> list[Measured]:
    """Returns what a run finds of each codec. Raises NotMeasured."""
    suite = compiled_suite.load([VECTORS])
    with TemporaryDirectory(prefix="rare-") as there:
        folders = [_plug_in(Path(there) / f"rare-{number}", rare) for number, rare in enumerate(codecs)]
        found = {folder.name: Measured(rare) for folder, rare in zip(folders, codecs)}
        selected = registry.selected(list(map(str, folders)), suite.encodings)
        units = plan.units(suite, selected, (), selection)
        with closing(Running(units, parameters, jobs).verdicts()) as verdicts:
            for verdict in verdicts:
                if verdict.status == Status.ERROR:
                    raise NotMeasured(f"{verdict.id}: {verdict.reason}")
                if verdict.status == Status.FAIL:
                    each = found[verdict.implementation]
                    each.first, each.reason = each.first or str(verdict.id), each.reason or verdict.reason
                    each.failures += 1
    return list(found.values())


def _plug_in(folder: Path, rare: Rare) -> Path:
    """Writes the plug-in of a codec into a new folder, and returns the folder."""
    return write_plugin(folder, str(rare), rare.encoding, "workshop.rare.catalogue", "RARE", f"RARE[{str(rare)!r}].make()")


def figures(codecs: Sequence[Measured]) -> Iterator[tuple[str, int, int]]:
    """Yields how many codecs of a kind are found, and of how many."""
    rows = {
        **{str(what): [each for each in codecs if each.rare.what == what] for what in What},
        **{str(kind): [each for each in codecs if each.rare.direction == kind] for kind in Kind},
        "in the domain of one more byte": [each for each in codecs if each.rare.in_domain],
        "all": codecs,
    }
    for what, some in rows.items():
        yield what, sum(bool(each.first) for each in some), len(some)


@click.command()
@click.option("--part", type=click.Choice([SEEN, UNSEEN]), default=SEEN, show_default=True, help="The codecs that are run.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="How many codecs are run at a time.")
@click.option("--complete", type=click.IntRange(min=0), help="Ask only a complete suite for so many more bytes.")
def main(part: str, jobs: int, complete: int | None) -> None:
    """Run rare codecs. Of the seen part, print which are found, and by what first; of both, print how many are found."""
    if complete is None:
        found = measured(listed(part), jobs)
    else:
        decoders = [each for each in listed(part) if each.in_domain]
        found = measured(decoders, jobs, Parameters(complete=Complete(complete, 0)), Selection((f"*/check/{LAYOUT}",)))
    for each in found if part == SEEN else ():
        by = f"found by {each.first} ({each.failures} failures): {each.reason}" if each.first else "not found"
        click.echo(f"{each.rare}  ({each.rare.what}{', in the domain' if each.rare.in_domain else ''})  {by}")
    click.echo(f"{part}: {len(found)} codecs")
    for what, count, of in figures(found):
        click.echo(f"  {what:40} {count:3} / {of:<3}")


if __name__ == "__main__":
    main()
