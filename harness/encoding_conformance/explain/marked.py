"""Lines of pieces that may have colours, which explanations and reports of failures share."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from encoding_conformance.models.parts import Purpose, Role

Style = Role | Purpose | Literal["plain", "title", "location", "label", "silent", "faint", "left out", "address"]
"""What a piece of a line is: plain text, or something that has a colour of its own."""


class Piece(NamedTuple):
    """A piece of a line."""

    text: str
    style: Style = "plain"


Pieces = tuple[Piece, ...]


def plain(pieces: Pieces) -> str:
    """Returns the text of a line."""
    return "".join(piece.text for piece in pieces)


def width(cells: Sequence[Pieces]) -> int:
    """Returns the width of a column that has these cells."""
    return max(len(plain(cell)) for cell in cells)


def rows(columns: Sequence[Sequence[Pieces]], between: int) -> Iterator[Pieces]:
    """Yields the rows of columns, each of which has a cell for every row. There are at least `between` spaces between two
    columns, and none at the end of a row."""
    widths = list(map(width, columns))
    for row in zip(*columns):
        pieces: list[Piece] = []
        for cell, taken in zip(row, widths):
            pieces += [*cell, Piece(" " * (taken + between - len(plain(cell))))]
        while pieces and not pieces[-1].text.strip():
            pieces.pop()
        yield tuple(pieces)
