"""Writes an explanation as lines of text. Each piece of a line says what it is, so that it can be coloured."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Literal, NamedTuple

from encoding_conformance.explain.boxes import Box, BoxRole, boxes
from encoding_conformance.explain.explanation import Explained, ExplainedStep
from encoding_conformance.explain.outline import Left
from encoding_conformance.explain.words import Words
from encoding_conformance.models.explaining.explainer import Purpose

WIDTH = 100
"""The number of columns that the lines take."""

_INDENT, _LABEL, _BETWEEN = 4, 8, 2

Kind = BoxRole | Purpose | Literal["plain", "title", "place", "label", "fault", "silent"]
"""What a piece of a line is: plain text, or something that has a colour of its own."""


class Piece(NamedTuple):
    """A piece of a line."""

    text: str
    kind: Kind = "plain"


Line = tuple[Piece, ...]


def lines(explained: Explained) -> Iterator[Line]:
    """Yields the lines of an explanation, which have at most WIDTH columns."""
    words = Words(explained)
    yield from ((Piece(line, "title"),) for line in wrap(words.asked(), WIDTH, break_on_hyphens=False))
    yield from ((Piece(line, "left out"),) for line in wrap(words.source(), WIDTH))
    yield ()
    for step in explained.steps:
        if isinstance(step, Left):
            yield (Piece(words.left(step), "left out"),)
        else:
            yield from _heading(words, step)
            yield from _body(words, step)
        yield ()
    for label, text in words.conclusion():
        for place, line in enumerate(wrap(text, WIDTH - _LABEL, break_on_hyphens=False)):
            yield (Piece(f"{'' if place else label:<{_LABEL}}", "label"), Piece(line))


def plain(line: Line) -> str:
    """Returns the text of a line."""
    return "".join(piece.text for piece in line)


def _heading(words: Words, step: ExplainedStep) -> Iterator[Line]:
    """Yields the heading of a step. What does not fit on its first line stands indented below."""
    heading = words.heading(step)
    kind: Kind = "fault" if step.reason else "title"
    place = f"{heading.place}  " if heading.place else ""
    first, *rest = wrap(heading.title, WIDTH - len(place))
    line = (Piece(place, "place"), Piece(first, kind))
    notes = [Piece(f"  {heading.times}", "place")] if heading.times else []
    notes += [Piece(f"  {heading.silence}", "silent")] if heading.silence else []
    fits = not rest and len(plain((*line, *notes))) <= WIDTH
    yield (*line, *notes) if fits else line
    yield from (_indented(Piece(more, kind)) for more in rest)
    if notes and not fits:
        yield _indented(*notes)


def _body(words: Words, step: ExplainedStep) -> Iterator[Line]:
    for row in _rows(boxes(step.parts)):
        yield from _drawn(row)
    if state := words.state(step):
        yield _indented(Piece(state, "place"))
    for text in step.lines:
        folded = wrap(text, WIDTH - _INDENT, subsequent_indent="  ", break_on_hyphens=False)
        yield from (_indented(Piece(line)) for line in folded)


def _rows(drawn: tuple[Box, ...]) -> Iterator[list[Box]]:
    """Yields the boxes in rows that fit the screen."""
    row: list[Box] = []
    taken = _INDENT
    for box in drawn:
        width = _width(box) + _BETWEEN
        if row and taken + width > WIDTH:
            yield row
            row, taken = [], _INDENT
        row.append(box)
        taken += width
    if row:
        yield row


def _drawn(row: list[Box]) -> Iterator[Line]:
    """Yields the bytes of a row, their bits if there are any, and what they are for."""
    yield _indented(*(piece for box in row for piece in _cell(box, (Piece(box.text, box.role),))))
    if any(box.bits for box in row):
        yield _indented(*(piece for box in row for piece in _cell(box, _bits(box))))
    yield _indented(*(piece for box in row for piece in _cell(box, (Piece(_role(box), "left out"),))))


def _cell(box: Box, pieces: Line) -> Line:
    """Returns pieces with the spaces after them that fill the column of a box."""
    return (*pieces, Piece(" " * (_width(box) + _BETWEEN - len(plain(pieces)))))


def _bits(box: Box) -> Line:
    pieces: list[Piece] = []
    for bits in box.bits:
        pieces += [Piece(" "), Piece(bits.digits, bits.purpose)] if pieces else [Piece(bits.digits, bits.purpose)]
    return tuple(pieces)


def _role(box: Box) -> str:
    return "" if box.role == "left out" else box.role


def _width(box: Box) -> int:
    return max(len(box.text), len(_role(box)), sum(len(bits.digits) + 1 for bits in box.bits) - 1)


def _indented(*pieces: Piece) -> Line:
    """Returns a line inside a step, without spaces at its end."""
    kept = list(pieces)
    while kept and not kept[-1].text.strip():
        kept.pop()
    return (Piece(" " * _INDENT), *kept)
