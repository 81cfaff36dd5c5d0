"""`conform sizes`"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path

import click

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.commands.arguments import encodings_option, installed, output_file
from encoding_conformance.commands.main import AT_FAULT
from encoding_conformance.commands.sizes.rendering import Beside, rows, show, sizes_page
from encoding_conformance.commands.sizes.sizes import Size, of_every_text, size, size_in
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import BrokenProtocol, Outcome
from encoding_conformance.data_folders import TEXTS, VECTORS
from encoding_conformance.report.console import console
from encoding_conformance.runner import suites
from encoding_conformance.runner.registry import UnknownName
from encoding_conformance.specification import texts
from encoding_conformance.specification.faults import DataError, abridged
from encoding_conformance.specification.texts import Text

_LONGEST = 1 << 12
"""The most characters of a file's name that are shown. No name is longer."""

_file = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("sizes")
@click.option(
    "-i", "selectors", multiple=True, metavar="NAME|PATH", help="An implementation; may be repeated. Default: the reference."
)
@encodings_option
@click.option(
    "--markdown",
    "page",
    type=output_file,
    help="Write a page about the texts that come with the project, with the figures that the documents print.",
)
@click.argument("files", nargs=-1, type=_file, metavar="[FILE]...")
def command(selectors: tuple[str, ...], encodings: tuple[str, ...], page: Path | None, files: tuple[Path, ...]) -> int:
    """Show how many bytes texts take in each encoding.

    Each FILE is a text in UTF-8. Without any, the command measures a text in many languages that comes with the project.
    Without -e, it leaves out encodings that lack a character of one of the texts.

    If the output is not a terminal, each row is a line with tabs between its columns.
    """
    if page and (selectors or encodings or files):
        raise click.UsageError("--markdown is for all encodings of the reference and the texts of the project alone")
    known = suites.load([VECTORS]).encodings
    own = texts.read(TEXTS)
    read = _read(files) if files else own.texts
    registered = installed(selectors or ("reference",), encodings, known)
    implementations = [each.implementation for each in registered]
    _must_be_offered(encodings, implementations)
    sizes, broken = _ask(implementations, encodings, read)
    if not encodings:
        sizes, partial = of_every_text(sizes)
        if partial:
            click.echo(f"left out, for they refuse one of these texts: {', '.join(_names(partial))}", err=True)
    beside = {(text.title, id): size_in(known[id], text) for text, id in product(read, own.beside)}
    if page:
        link = Path(os.path.relpath(TEXTS / "README.md", page.parent)).as_posix()
        page.write_text(sizes_page(sizes, own, beside, page.as_posix(), link), encoding="utf-8")
        return 0
    _print(sizes, own.beside, beside)
    return AT_FAULT if broken else 0


def _read(files: Sequence[Path]) -> tuple[Text, ...]:
    """The files as texts, each once. Raises ClickException if a file is not a text."""
    try:
        return tuple(texts.read_text(file, abridged(str(file), _LONGEST)) for file in dict.fromkeys(files))
    except DataError as error:
        raise click.ClickException(str(error)) from None


def _must_be_offered(encodings: Sequence[str], implementations: Sequence[Implementation]) -> None:
    """Checks the encodings. Raises UnknownName if none of the implementations offers one of them."""
    for id in encodings:
        if not any(id in implementation.encodings for implementation in implementations):
            names = " or ".join(implementation.name for implementation in implementations)
            raise UnknownName(f"{id} is not offered by {names}; `conform list implementations` shows who offers it")


def _ask(implementations: Sequence[Implementation], encodings: Sequence[str], read: Sequence[Text]) -> tuple[list[Size], bool]:
    """The sizes, text by text, and whether an adapter broke the protocol."""
    found: list[list[Size]] = [[] for _ in read]
    broken = False
    for implementation in implementations:
        with Testee(implementation) as testee:
            for id in (id for id in encodings or implementation.encodings if id in implementation.encodings):
                for text, sizes, outcome in zip(read, found, _outcomes(testee, id, read)):
                    sizes.append(size(text, implementation.name, id, outcome))
                    broken |= isinstance(outcome, BrokenProtocol)
    return [each for sizes in found for each in sizes], broken


def _outcomes(testee: Testee, encoding: str, read: Sequence[Text]) -> list[Outcome]:
    if failure := testee.failure_to_offer(encoding):
        return [failure] * len(read)
    return list(testee.perform([Encode(encoding, text.values) for text in read]))


def _names(partial: Sequence[tuple[str, str]]) -> list[str]:
    several = len({implementation for implementation, _ in partial}) > 1
    return [f"{id} of {implementation}" if several else id for implementation, id in partial]


def _print(sizes: Sequence[Size], titles: Mapping[str, str], beside: Beside) -> None:
    screen = console()
    if screen.is_terminal:
        show(screen, sizes, titles, beside)
        return
    for row in rows(sizes, titles, beside):
        click.echo("\t".join(row))
