"""`conform explain`: what a specification does with an input, step by step."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from encoding_conformance.commands.arguments import load_suite, output_file, vectors_option
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import NotationError, read_operation
from encoding_conformance.core.operation import DECODE, ENCODE, Operation
from encoding_conformance.explain.explanation import Explained, explained
from encoding_conformance.explain.lines import lines
from encoding_conformance.report.console import PIECE_STYLES, console
from encoding_conformance.runner.registry import UnknownName
from encoding_conformance.specification.faults import suggestion
from encoding_conformance.specification.suite import Suite


@click.command("explain")
@click.argument("encoding_id", metavar="ENCODING")
@click.argument("kind", type=click.Choice([DECODE, ENCODE]))
@click.argument("words", metavar="INPUT...", nargs=-1, required=True)
@vectors_option
@click.option("--html", "html_file", type=output_file, help="Also draw the explanation on an HTML page.")
def command(encoding_id: str, kind: str, words: tuple[str, ...], folders: tuple[Path, ...], html_file: Path | None) -> int:
    """Show what a specification does with an input, step by step.

    INPUT is in the notation of the test vectors: bytes such as `E2 82 AC` or `41*300` for decode, values such as `20AC 1F4A9` for
    encode, and `-` for the empty input. It may be several words; shells want those with `*` or `{` in quotation marks.

    Exit status: 0 whatever the specification says about the input; 2 if ENCODING is unknown or has no tables, or if INPUT is not
    in the notation.
    """
    suite = load_suite(folders)
    encoding = _encoding(suite, encoding_id)
    operation = _operation(kind, encoding, words)
    explanation = explained(encoding, operation, suite.requirements, suite.vectors_of(encoding.id))
    if html_file:
        from encoding_conformance.report.drawing import page

        html_file.write_text(page(explanation), encoding="utf-8")
    show(console(), explanation)
    return 0


def _encoding(suite: Suite, id: str) -> Encoding:
    if id not in suite.encodings:
        raise UnknownName(f"no encoding {id!r}; {suggestion(id, suite.encodings, '`conform list encodings` shows them')}")
    encoding = suite.encodings[id]
    if not encoding.tables:
        raise UnknownName(f"{id} states no tables in {encoding.location}, so there is nothing to explain")
    return encoding


def _operation(kind: str, encoding: Encoding, words: tuple[str, ...]) -> Operation:
    try:
        return read_operation(kind, encoding.id, " ".join(" ".join(words).split()))
    except NotationError as error:
        raise click.ClickException(f"INPUT: {error}") from None


def show(screen: Console, explained: Explained) -> None:
    """Prints the lines of an explanation."""
    for line in lines(explained):
        screen.print(Text.assemble(*((piece.text, PIECE_STYLES[piece.style]) for piece in line)), soft_wrap=True)
