"""Shows an explanation on the screen."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from encoding_conformance.explain.explanation import Explained
from encoding_conformance.explain.text import Kind, lines

_STYLES: Mapping[Kind, str] = {
    "title": "bold",
    "place": "cyan",
    "label": "dim",
    "left out": "dim",
    "fault": "bold red",
    "silent": "yellow",
    "single": "bold green",
    "lead": "bold green",
    "trail": "bold blue",
    "count": "bold magenta",
    "length": "bold magenta",
    "padding": "dim",
    "reset": "bold yellow",
    "fixed": "dim",
    "continue": "magenta",
    "value": "blue",
    "parity": "magenta",
    "plain": "",
}
"""The style of each kind of text."""


def show(screen: Console, explained: Explained) -> None:
    """Prints the lines of an explanation."""
    for line in lines(explained):
        screen.print(Text.assemble(*((piece.text, _STYLES[piece.kind]) for piece in line)), soft_wrap=True)
