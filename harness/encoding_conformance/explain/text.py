"""Writes an explanation: its words, its bytes as boxes, and its lines, whose pieces say what they are so that they can be
coloured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Literal, NamedTuple

from encoding_conformance.core.notation import format_bytes, outcome_text, whole_input_text
from encoding_conformance.core.operation import DECODE
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.text import abridged
from encoding_conformance.core.vector import WORDS
from encoding_conformance.explain.explanation import Explained, ExplainedStep, Left
from encoding_conformance.models.explainer import Bits, Part, Purpose, Role, counted

_LONGEST_TEXT = 300
"""The number of characters of an input or outcome that are shown."""


class Heading(NamedTuple):
    """Where a step is, what it reads or writes, and how often. A text is empty if there is nothing to say."""

    place: str
    title: str
    times: str
    silence: str


class Words:
    """The words of one explanation."""

    def __init__(self, explained: Explained):
        self._explained = explained
        self._unit = "byte" if explained.operation.kind == DECODE else "value"

    def asked(self) -> str:
        """Returns the operation with its input in the notation."""
        operation = self._explained.operation
        return f"{operation.kind} {self._explained.encoding.id} {abridged(whole_input_text(operation), _LONGEST_TEXT)}"

    def source(self) -> str:
        """Returns the title of the encoding and the section that specifies it."""
        return f"{self._explained.encoding.title} ({self._explained.encoding.section})"

    def heading(self, step: ExplainedStep) -> Heading:
        """Returns the heading of a step."""
        return Heading(
            f"{self._unit} {step.start}" if step.end > step.start else "",
            f"{step.title}: {step.reason}" if step.reason else step.title,
            f"{step.times:,} times, up to {self._unit} {step.end - 1}" if step.times > 1 else "",
            "the specification is silent" if step.silent else "",
        )

    def state(self, step: ExplainedStep) -> str:
        """Returns the states before and after a step; empty if the encoding has none."""
        if step.before is None:
            return ""
        return f"state {step.before:X} → {step.after:X}" if step.after != step.before else f"state {step.before:X}, unchanged"

    def left(self, left: Left) -> str:
        """Returns how much is left out."""
        return f"… {counted(left.steps, 'step')} left out, from {self._unit} {left.start} to {self._unit} {left.end - 1} …"

    def conclusion(self) -> Iterator[tuple[str, str]]:
        """Yields the permitted outcomes, the reason of a rejection, and the requirements, with a label for each."""
        explained = self._explained
        for place, outcome in enumerate(explained.permitted):
            yield "or" if place else "due", abridged(outcome_text(outcome), _LONGEST_TEXT)
        first = explained.permitted[0]
        if isinstance(first, Rejection):
            yield "why", " ".join(self._why(first))
        if explained.rule:
            yield "spec", _cited(explained.rule)
        if explained.refusable is not None and not isinstance(first, Rejection):
            refusals = " or ".join(explained.encoding.optional.outcomes)
            yield "or", f"{refusals}: an implementation may refuse {explained.refusable:X}"
            if explained.refusal:
                yield "spec", _cited(explained.refusal)
        for beyond in explained.beyond:
            yield "or", f"{abridged(outcome_text(beyond.outcome), _LONGEST_TEXT)}, which the test vector {beyond.vector} permits"
            yield "spec", _cited(beyond.rule)

    def _why(self, outcome: Rejection) -> Iterator[str]:
        explained = self._explained
        fault = WORDS[outcome.text].fault
        yield f"{fault[0].upper()}{fault[1:]}."
        if outcome.offset is None and explained.fault is not None and self._in_doubt():
            yield "What stands before may be rejected already, so the offset is open."
        elif outcome.offset is None:
            yield f"The specification does not determine at which {self._unit} the fault begins."
        last = explained.steps[-1]
        if rest := len(explained.operation.input) - last.end:
            yield f"What follows, {counted(rest, self._unit)}, is not looked at."

    def _in_doubt(self) -> bool:
        """Whether an implementation may reject something before the fault."""
        silent = any(isinstance(step, ExplainedStep) and step.silent for step in self._explained.steps)
        return silent or self._explained.refusable is not None


def _cited(rule: Requirement) -> str:
    return f"{rule.section}: {rule.text} [{rule.id}]"


_MOST, _FIRST, _LAST = 16, 8, 4
"""The number of parts that are all drawn, and the number of first and last ones that are drawn if there are more."""

_LONGEST_BYTES = 24
"""The number of characters of the bytes in one box."""

BoxRole = Role | Literal["left out"]


class Box(NamedTuple):
    """A box: the bytes in it as hexadecimal digits, their bits if it is one byte of which the tables look at bits, and what they
    are for. Boxes that are not drawn are one box, whose text is their number."""

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
    return Box(_shortened(part.data), part.role, part.bits)


def _shortened(data: bytes) -> str:
    text = format_bytes(data)
    if len(text) <= _LONGEST_BYTES:
        return text
    return f"{data[:4].hex(' ').upper()} … {data[-2:].hex(' ').upper()} ({counted(len(data), 'byte')})"


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
