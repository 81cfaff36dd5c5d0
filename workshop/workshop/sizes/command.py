"""`python -m workshop sizes`: how many bytes texts take."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import click

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.commands.arguments import encodings_option, implementations_option, installed
from encoding_conformance.commands.main import AT_FAULT
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Encode, Kind
from encoding_conformance.core.outcome import FAILURES, BrokenProtocol, Encoded, NotRun, Outcome, Rejection
from encoding_conformance.core.text import abridged
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import DataError, WrongUsage
from encoding_conformance.models import bytes_of
from workshop.sizes import texts
from workshop.sizes.texts import Text


@dataclass(frozen=True)
class Size:
    """The number of bytes that a text takes. If it is None, `instead` gives the reason, and `refused` says whether the
    implementation answered that it cannot encode the text; a crash or a time-out is no answer."""

    text: Text
    implementation: str
    encoding: str
    bytes: int | None
    instead: str = ""
    refused: bool = False


def size(text: Text, implementation: str, encoding: str, outcome: Outcome) -> Size:
    """Returns the size of a text, from the outcome of encoding it."""
    match outcome:
        case Encoded(value):
            return Size(text, implementation, encoding, len(value))
        case Rejection(int(offset)) if 0 <= offset < len(text.values):
            instead = f"lacks U+{text.values[offset]:04X}, at {offset}"
        case Rejection():
            instead = "rejected"
        case _:
            instead = outcome_text(outcome)
    return Size(text, implementation, encoding, None, instead, not isinstance(outcome, (*FAILURES, NotRun)))


def size_in(encoding: Encoding, text: Text) -> int:
    """Returns the number of bytes of a text by the table of an encoding without state."""
    return sum(count * len(bytes_of(encoding, (value,))) for value, count in Counter(text.values).items())


def of_every_text(sizes: Sequence[Size]) -> tuple[list[Size], list[tuple[str, str]]]:
    """Returns the sizes in encodings in which no text was refused, and the other encodings, each with its implementation."""
    refusing = dict.fromkeys((each.implementation, each.encoding) for each in sizes if each.refused)
    complete = [each for each in sizes if (each.implementation, each.encoding) not in refusing]
    return complete, list(refusing)


Beside = Mapping[tuple[str, str], int]
"""The sizes to compare others with, by a text's title and an encoding."""


def rows(sizes: Sequence[Size], titles: Mapping[str, str], beside: Beside) -> Iterator[tuple[str, ...]]:
    """Yields a head, then a row for each size. A row without a size gives the reason, and has no percentages."""
    yield "text", "characters", "implementation", "encoding", "bytes", *(f"% of {title}" for title in titles.values())
    for each in sizes:
        known = each.bytes is not None
        measures = (str(each.bytes), *_percentages(each, titles, beside)) if known else (each.instead, *[""] * len(titles))
        yield each.text.title, str(len(each.text.values)), each.implementation, each.encoding, *measures


def _percentages(size: Size, titles: Mapping[str, str], beside: Beside) -> list[str]:
    return [f"{100 * (size.bytes or 0) / beside[size.text.title, encoding]:.0f}" for encoding in titles]


@click.command("sizes")
@implementations_option("the reference")
@encodings_option
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="[FILE]...")
def command(selectors: tuple[str, ...], encodings: tuple[str, ...], files: tuple[Path, ...]) -> int:
    """Show how many bytes texts take in each encoding.

    Each FILE is a text in UTF-8. Without FILE, the command measures a text in many languages that comes with the project.
    Without -e, it leaves out encodings that lack a character of one of the texts.

    The columns are separated by tabs.
    """
    known = load_suite().encodings
    own = texts.read(texts.FOLDER)
    try:
        named = [texts.read_text(file, abridged(str(file), 1 << 12)) for file in dict.fromkeys(files)]
    except DataError as error:
        raise WrongUsage(str(error)) from None
    read = named or own.texts
    selected = installed(selectors or ("reference",), encodings, known)
    implementations = [each for each in selected if any(_encodes(each, id) for id in known)]
    if not implementations:
        raise WrongUsage(f"{', '.join(each.name for each in selected)} does not encode, so it has no sizes")
    for id in encodings:
        if not any(_encodes(each, id) for each in implementations):
            names = " or ".join(each.name for each in implementations)
            raise WrongUsage(f"{names} does not offer {id}; `conform list implementations` shows which implementations do")
    sizes, broken = measure(implementations, encodings, read)
    if not encodings:
        sizes, refusing = of_every_text(sizes)
        if refusing:
            several = len({name for name, _ in refusing}) > 1
            left_out = ", ".join(f"{id} of {name}" if several else id for name, id in refusing)
            click.echo(f"left out, because they refuse one of these texts: {left_out}", err=True)
    beside = {(text.title, id): size_in(known[id], text) for text, id in product(read, own.beside)}
    for cells in rows(sizes, own.beside, beside):
        click.echo("\t".join(cells))
    return AT_FAULT if broken else 0


def _encodes(implementation: Implementation, encoding: str) -> bool:
    return encoding in implementation.encodings and Kind.ENCODE in implementation.encodings[encoding].limits.operations


def measure(implementations: Sequence[Implementation], encodings: Sequence[str], read: Sequence[Text]) -> tuple[list[Size], bool]:
    """Returns the sizes, text by text, and whether an adapter broke the protocol."""
    by_text: list[list[Size]] = [[] for _ in read]
    broken = False
    for implementation in implementations:
        with RestartingSession(implementation) as session:
            for id in (id for id in encodings or implementation.encodings if _encodes(implementation, id)):
                failure = session.failure_to_offer(id)
                operations = [Encode(id, text.values) for text in read]
                outcomes = [failure] * len(read) if failure else list(session.perform(operations))
                for text, sizes, outcome in zip(read, by_text, outcomes):
                    sizes.append(size(text, implementation.name, id, outcome))
                    broken |= isinstance(outcome, BrokenProtocol)
    return [each for sizes in by_text for each in sizes], broken
