"""`conform sizes`"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from pathlib import Path

import click
from rich.bar import Bar
from rich.console import Console
from rich.table import Table

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.commands.arguments import encodings_option, installed
from encoding_conformance.commands.main import AT_FAULT
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import FAILURES, BrokenProtocol, Encoded, NotAsked, Outcome, Rejection
from encoding_conformance.core.text import abridged
from encoding_conformance.data_folders import TEXTS, VECTORS
from encoding_conformance.models import bytes_of
from encoding_conformance.report.console import console
from encoding_conformance.runner import suites
from encoding_conformance.runner.registry import UnknownName
from encoding_conformance.specification import sample_texts
from encoding_conformance.specification.faults import DataError
from encoding_conformance.specification.sample_texts import Text


@dataclass(frozen=True)
class Size:
    """The number of bytes that a text takes. If there is none, `instead` says why, and `refused` says whether the
    implementation answered that it cannot encode the text; a crash or a time-out is not such an answer."""

    text: Text
    implementation: str
    encoding: str
    bytes: int | None
    instead: str = ""
    refused: bool = False


def size(text: Text, implementation: str, encoding: str, outcome: Outcome) -> Size:
    """Returns the size of a text, from the outcome of encoding it."""
    if isinstance(outcome, Encoded):
        return Size(text, implementation, encoding, len(outcome.value))
    return Size(text, implementation, encoding, None, _instead(text, outcome), not isinstance(outcome, (*FAILURES, NotAsked)))


def _instead(text: Text, outcome: Outcome) -> str:
    if isinstance(outcome, Rejection):
        offset = outcome.offset
        if offset is None or not 0 <= offset < len(text.values):
            return "rejected"
        return f"lacks U+{text.values[offset]:04X}, at {offset}"
    return outcome_text(outcome)


def size_in(encoding: Encoding, text: Text) -> int:
    """Returns the number of bytes of a text according to the table of an encoding in which the bytes of a value do not depend on
    other values."""
    return sum(count * len(bytes_of(encoding, (value,))) for value, count in Counter(text.values).items())


def of_every_text(sizes: Sequence[Size]) -> tuple[list[Size], list[tuple[str, str]]]:
    """Returns the sizes in encodings in which no text was refused, and the other encodings, each with its implementation."""
    partial = dict.fromkeys((each.implementation, each.encoding) for each in sizes if each.refused)
    whole = [each for each in sizes if (each.implementation, each.encoding) not in partial]
    return whole, list(partial)


Beside = Mapping[tuple[str, str], int]
"""The sizes with which others are compared, by a text's title and an encoding."""

_BAR = 14
"""The width of the longest bar in columns."""


def rows(sizes: Sequence[Size], titles: Mapping[str, str], beside: Beside) -> Iterator[tuple[str, ...]]:
    """Yields a head, then a row for each size. If there is no size, the row says why instead, and has no percentages."""
    yield "text", "characters", "implementation", "encoding", "bytes", *(f"% of {title}" for title in titles.values())
    for each in sizes:
        known = each.bytes is not None
        measures = (str(each.bytes), *_percentages(each, titles, beside)) if known else (each.instead, *[""] * len(titles))
        yield each.text.title, str(len(each.text.values)), each.implementation, each.encoding, *measures


def show(screen: Console, sizes: Sequence[Size], titles: Mapping[str, str], beside: Beside) -> None:
    """Shows a table. Encodings of one implementation with the same size of a text share a row. The length of a bar is relative to
    the largest size of the text."""
    implementations = len({each.implementation for each in sizes}) > 1
    table = Table("text", *(["implementation"] if implementations else []), "encodings")
    for head in ("bytes", *(f"% {title}" for title in titles.values())):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("", width=_BAR)
    for text, group in groupby(sizes, lambda each: each.text):
        of_text = list(group)
        most = max((each.bytes for each in of_text if each.bytes is not None), default=0)
        alike = _alike(of_text)
        for label, same in zip(_labels(text, len(alike)), alike):
            first = same[0]
            who = [first.implementation] if implementations else []
            what = ", ".join(each.encoding for each in same)
            if first.bytes is None:
                table.add_row(label, *who, what, *[""] * (1 + len(titles)), first.instead)
            else:
                bar = Bar(most, 0, first.bytes, width=_BAR)
                table.add_row(label, *who, what, str(first.bytes), *_percentages(first, titles, beside), bar)
        table.add_section()
    screen.print(table)


def _labels(text: Text, rows: int) -> list[str]:
    """Returns the labels of the rows of a text: its title and its length."""
    title, length = text.title, f"{len(text.values)} characters"
    return [title, length, *[""] * (rows - 2)] if rows > 1 else [f"{title}\n{length}"]


def _alike(sizes: Sequence[Size]) -> list[list[Size]]:
    """Returns groups of equal sizes of one implementation. The smallest size comes first, and groups without a size come
    last."""
    found: dict[tuple[str, int | None, str], list[Size]] = {}
    for each in sizes:
        found.setdefault((each.implementation, each.bytes, each.instead), []).append(each)
    return sorted(found.values(), key=lambda same: (same[0].bytes is None, same[0].bytes or 0))


def _percentages(size: Size, titles: Mapping[str, str], beside: Beside) -> list[str]:
    return [] if size.bytes is None else [f"{100 * size.bytes / beside[size.text.title, encoding]:.0f}" for encoding in titles]


_LONGEST_NAME = 1 << 12
"""The most characters of a file's name that are shown. No name is longer."""

_file = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("sizes")
@click.option(
    "-i", "selectors", multiple=True, metavar="NAME|PATH", help="An implementation; may be repeated. Default: the reference."
)
@encodings_option
@click.argument("files", nargs=-1, type=_file, metavar="[FILE]...")
def command(selectors: tuple[str, ...], encodings: tuple[str, ...], files: tuple[Path, ...]) -> int:
    """Show how many bytes texts take in each encoding.

    Each FILE is a text in UTF-8. Without any, the command measures a text in many languages that comes with the project.
    Without -e, it leaves out encodings that lack a character of one of the texts.

    If the output is not a terminal, each row is a line with tabs between its columns.
    """
    known = suites.load([VECTORS]).encodings
    own = sample_texts.read(TEXTS)
    read = _read(files) if files else own.texts
    registered = installed(selectors or ("reference",), encodings, known)
    implementations = [each.implementation for each in registered]
    _must_be_offered(encodings, implementations)
    sizes, broken = ask(implementations, encodings, read)
    if not encodings:
        sizes, partial = of_every_text(sizes)
        if partial:
            click.echo(f"left out, for they refuse one of these texts: {', '.join(_names(partial))}", err=True)
    beside = {(text.title, id): size_in(known[id], text) for text, id in product(read, own.beside)}
    _print(sizes, own.beside, beside)
    return AT_FAULT if broken else 0


def _read(files: Sequence[Path]) -> tuple[Text, ...]:
    """Returns the files as texts, each once. Raises ClickException if a file is not a text."""
    try:
        return tuple(sample_texts.read_text(file, abridged(str(file), _LONGEST_NAME)) for file in dict.fromkeys(files))
    except DataError as error:
        raise click.ClickException(str(error)) from None


def _must_be_offered(encodings: Sequence[str], implementations: Sequence[Implementation]) -> None:
    """Checks the encodings. Raises UnknownName if none of the implementations offers one of them."""
    for id in encodings:
        if not any(id in implementation.encodings for implementation in implementations):
            names = " or ".join(implementation.name for implementation in implementations)
            raise UnknownName(f"{id} is not offered by {names}; `conform list implementations` shows who offers it")


def ask(implementations: Sequence[Implementation], encodings: Sequence[str], read: Sequence[Text]) -> tuple[list[Size], bool]:
    """Returns the sizes, text by text, and whether an adapter broke the protocol."""
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
    for cells in rows(sizes, titles, beside):
        click.echo("\t".join(cells))
