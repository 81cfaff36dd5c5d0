"""`conform explain`: shows what a specification does with an input, step by step."""

import re
from collections.abc import Sequence
from pathlib import Path

import click
from rich.text import Text

from encoding_conformance.commands.arguments import encoding_named, vectors_option
from encoding_conformance.core.notation import NotationError, read_operation
from encoding_conformance.core.operation import Kind
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.explain.explanation import explained
from encoding_conformance.explain.lines import lines
from encoding_conformance.report.console import PIECE_STYLES, console

_BYTES_TOGETHER = re.compile(r"(?<![*\w])(?:[0-9A-F]{2}){2,}(?!\w)")
"""Bytes without spaces. Digits after an asterisk are a number of repetitions instead."""


@click.command("explain")
@click.argument("encoding_id", metavar="ENCODING")
@click.argument("kind", type=click.Choice([Kind.DECODE.value, Kind.ENCODE.value]))
@click.argument("words", metavar="INPUT...", nargs=-1, required=True)
@vectors_option
def command(encoding_id: str, kind: str, words: tuple[str, ...], folders: tuple[Path, ...]) -> int:
    """Show what a specification does with an input, step by step.

    INPUT is in the notation of the test vectors: bytes such as `E2 82 AC` or `41*300` for decode, values such as `20AC 1F4A9` for
    encode, and `-` for the empty input. Lower case and bytes without spaces work too. Quote words with `*` or `{` for the shell.

    Exit status: 0 whatever the specification says about the input; 2 if ENCODING is unknown, or if INPUT is not in the notation.
    """
    suite = load_suite(folders)
    encoding = encoding_named(encoding_id, suite.encodings)
    try:
        operation = read_operation(kind, encoding_id, _notation(kind, words))
    except NotationError as error:
        raise WrongUsage(f"INPUT: {error}") from None
    explanation = explained(encoding, operation, suite.requirements, suite.vectors_of(encoding_id))
    screen = console()
    for line in lines(explanation):
        screen.print(Text.assemble(*((piece.text, PIECE_STYLES[piece.style]) for piece in line)), soft_wrap=True)
    return 0


def _notation(kind: str, words: Sequence[str]) -> str:
    """Returns an input in the notation of the vectors. Hex dumps may be in lower case and without spaces."""
    text = " ".join(" ".join(words).upper().split())
    return _BYTES_TOGETHER.sub(lambda run: bytes.fromhex(run[0]).hex(" ").upper(), text) if kind == Kind.DECODE else text
