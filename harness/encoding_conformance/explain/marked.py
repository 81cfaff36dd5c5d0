"""Bytes and values with explanations: as boxes, which pages draw, and in columns with marks below, for a screen.

Explanations and reports of failures share both.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from encoding_conformance.core.notation import sequence_text
from encoding_conformance.core.text import counted
from encoding_conformance.models.parts import Bits, Part, Purpose, Role

_MOST, _FIRST, _LAST = 16, 8, 4
"""The number of parts that are all drawn, and the number of first and last ones that are drawn if there are more."""

_LONGEST = 24
"""The number of characters of the bytes in one box."""

BoxRole = Role | Literal["left out"]
"""What the bytes of a box are for; or that bytes of a code are left out."""


class Box(NamedTuple):
    """A box: bytes as hexadecimal digits, or a value; what they are for; and the bits, if it is one byte of which the tables
    look at bits. Boxes that are not drawn are one box, whose text is their number."""

    text: str
    role: BoxRole
    bits: tuple[Bits, ...] = ()


def boxes(parts: Sequence[Part]) -> tuple[Box, ...]:
    """Returns the boxes for the parts of a code. The middle of many parts, and of many bytes in a part, is left out."""
    if len(parts) <= _MOST:
        return tuple(map(_box, parts))
    left = sum(len(part.data) for part in parts[_FIRST:-_LAST])
    return (*map(_box, parts[:_FIRST]), Box(f"… {counted(left, 'byte')} …", "left out"), *map(_box, parts[-_LAST:]))


def _box(part: Part) -> Box:
    text, data = sequence_text(part.data), part.data
    if len(text) > _LONGEST:
        text = f"{data[:4].hex(' ').upper()} … {data[-2:].hex(' ').upper()} ({counted(len(data), 'byte')})"
    return Box(text, part.role, part.bits)


Style = BoxRole | Purpose | Literal["plain", "title", "location", "label", "silent", "faint"]
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
