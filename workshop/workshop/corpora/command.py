"""`conform corpus`"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import TypeVar

import click
from rich.table import Table

from encoding_conformance.commands.arguments import corpus_option, encodings_option
from encoding_conformance.report.console import console, progress
from encoding_conformance.runner.registry import oracle
from workshop.corpora.coverage import Coverage, Covered, NoCoverage

Inputs = dict[Path, bytes]
Named = TypeVar("Named", bound=Hashable)


@click.command("corpus")
@encodings_option
@corpus_option
@click.option("--distil", is_flag=True, help="Keep only the smallest inputs that together cover as much as all of them.")
@click.option("--coverage", is_flag=True, help="Show which lines of the reference the inputs cover.")
@click.option(
    "--html",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the coverage as HTML pages with the source.",
)
def command(encodings: tuple[str, ...], corpus: Path, distil: bool, coverage: bool, html: Path | None) -> int:
    """Show the size and coverage of a corpus, or make it smaller.

    An input covers the code that runs when it is decoded, at once and in two pieces, and when the result is encoded.
    """
    corpora = {folder.name: _inputs(folder) for folder in _folders(corpus, encodings)}
    kept: dict[str, Inputs] = {}
    if distil or coverage or html:
        watch = _watch()
        covered = _covered(watch, corpora)
    if distil:
        kept = {id: _kept(corpora[id], each) for id, each in covered.items()}
        for id, inputs in kept.items():
            for path in corpora[id].keys() - inputs.keys():
                path.unlink()
    _show(corpora, kept)
    if coverage or html:
        files = watch.files(each for one in covered.values() for each in one)
    if coverage and files:
        watch.table(files, sys.stdout)
    if html and files:
        watch.pages(files, html)
    return 0


def _folders(corpus: Path, encodings: Sequence[str]) -> list[Path]:
    """The folders of these encodings, or of all encodings, in a corpus. Raises UsageError if there is none."""
    there = {path.name: path for path in sorted(corpus.iterdir()) if path.is_dir()} if corpus.is_dir() else {}
    if missing := [id for id in encodings if id not in there]:
        raise click.UsageError(f"no inputs of {', '.join(missing)} in {corpus}; there are {', '.join(there) or 'none'}")
    if not there:
        raise click.UsageError(f"no inputs in {corpus}; `conform fuzz` makes some, in a folder an encoding")
    return [there[id] for id in encodings] or list(there.values())


def _inputs(folder: Path) -> Inputs:
    return {path: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def _watch() -> Coverage:
    try:
        return Coverage(oracle())
    except NoCoverage as error:
        raise click.ClickException(str(error)) from None


def _covered(watch: Coverage, corpora: Mapping[str, Inputs]) -> dict[str, list[Covered]]:
    """What each input covers, for the encodings that the reference offers."""
    offered = [id for id in corpora if id in watch.encodings]
    for id in corpora.keys() - offered:
        click.echo(f"left as it is: {id}, of which there is no reference", err=True)
    covered: dict[str, list[Covered]] = {id: [] for id in offered}
    with progress(sum(len(corpora[id]) for id in offered)) as bar, watch:
        for id in offered:
            for each in watch.cover(id, corpora[id].values()):
                covered[id].append(each)
                bar.advance(bar.task_ids[0])
    return covered


def _kept(inputs: Inputs, covered: Sequence[Covered]) -> Inputs:
    names = distilled(zip(inputs, inputs.values(), covered))
    return {path: inputs[path] for path in names}


def _show(corpora: Mapping[str, Inputs], kept: Mapping[str, Inputs]) -> None:
    """Shows the size of the corpus of each encoding, and its size before if it was distilled."""
    now = {**corpora, **kept}
    table = Table("encoding", "inputs", "bytes", *(("inputs before", "bytes before") if kept else ()))
    for id, before in corpora.items():
        table.add_row(id, *_sizes(now[id]), *(_sizes(before) if kept else ()))
    console().print(table)


def _sizes(inputs: Inputs) -> tuple[str, str]:
    return f"{len(inputs):,}", f"{sum(map(len, inputs.values())):,}"


def distilled(inputs: Iterable[tuple[Named, bytes, Set[Hashable]]]) -> list[Named]:
    """The names of inputs that together cover everything that all inputs cover. The smallest come first, and each covers
    something that no smaller one does. The order of the inputs does not matter."""
    kept: list[Named] = []
    seen: set[Hashable] = set()
    for name, _, covered in sorted(inputs, key=lambda item: (len(item[1]), item[1], item[0])):
        if not covered <= seen:
            kept.append(name)
            seen |= covered
    return kept
