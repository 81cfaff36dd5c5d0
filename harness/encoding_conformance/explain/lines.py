"""Writes an explanation as lines of text."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from encoding_conformance.core.notation import outcome_text, sequence_text
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.text import abridged, counted
from encoding_conformance.core.vector import WORDS
from encoding_conformance.explain.explanation import Explained, ExplainedStep, Left
from encoding_conformance.explain.marked import Piece, Pieces, Style, plain, rows, width
from encoding_conformance.models.parts import Part, sentence

_LONGEST = 300
"""The number of characters of an input or outcome that are shown."""


class Words:
    """The words of one explanation."""

    def __init__(self, explained: Explained):
        self._explained = explained
        self.unit = "byte" if explained.operation.kind == Kind.DECODE else "value"

    def operation(self) -> str:
        """Returns the operation with its input in the notation."""
        operation = self._explained.operation
        return f"{operation.kind} {self._explained.encoding.id} {abridged(sequence_text(operation.input), _LONGEST)}"

    def source(self) -> str:
        """Returns the title of the encoding and the section that specifies it."""
        return f"{self._explained.encoding.title} ({self._explained.encoding.section})"

    def state(self, step: ExplainedStep) -> str:
        """Returns the states before and after a step; empty if the encoding has none."""
        if step.before is None:
            return ""
        return f"state {step.before:X} → {step.after:X}" if step.after != step.before else f"state {step.before:X}, unchanged"

    def left(self, left: Left) -> str:
        """Returns how much is left out."""
        return f"… {counted(left.steps, 'step')} left out, from {self.unit} {left.start} to {self.unit} {left.end - 1} …"

    def conclusion(self) -> Iterator[tuple[str, str]]:
        """Yields the permitted outcomes, the reason of a rejection, and the requirements, with a label for each. An address has
        no label."""
        explained = self._explained
        for index, outcome in enumerate(explained.permitted):
            yield "or" if index else "expected", abridged(outcome_text(outcome), _LONGEST)
        first = explained.permitted[0]
        if isinstance(first, Rejection):
            yield "why", " ".join(self._why(first))
        if explained.rule:
            yield from _spec(explained.rule)
        if explained.refusable is not None and not isinstance(first, Rejection):
            refusals = " or ".join(explained.encoding.optional.outcomes)
            yield "or", f"{refusals}: an implementation may refuse {explained.refusable:X}"
            if explained.refusal:
                yield from _spec(explained.refusal)
        for beyond in explained.beyond:
            yield "or", f"{abridged(outcome_text(beyond.outcome), _LONGEST)}, which the test vector {beyond.vector} permits"
            yield from _spec(beyond.rule)

    def _why(self, outcome: Rejection) -> Iterator[str]:
        explained = self._explained
        yield sentence(WORDS[outcome.text].fault)
        silent = any(isinstance(step, ExplainedStep) and step.silent for step in explained.steps)
        if outcome.offset is None and explained.fault is not None and (silent or explained.refusable is not None):
            yield "An implementation may reject the input earlier, so the offset is open."
        elif outcome.offset is None:
            yield f"The specification does not determine at which {self.unit} the fault begins."
        last = explained.steps[-1]
        if rest := len(explained.operation.input) - last.end:
            yield f"The rest, {counted(rest, self.unit)}, is not examined."


def _spec(rule: Requirement) -> Iterator[tuple[str, str]]:
    yield "spec", rule.cited
    if rule.url:
        yield "", rule.url


WIDTH = 100
"""The number of columns that the lines take."""

_INDENT, _LABEL, _BETWEEN = 4, 10, 2

_MOST, _FIRST, _LAST = 16, 8, 4
"""The number of parts that are all shown, and the number of first and last ones that are shown if there are more."""

_LONG = 24
"""The number of characters of the bytes in one column."""


def lines(explained: Explained) -> Iterator[Pieces]:
    """Yields the lines of an explanation, which have at most WIDTH columns."""
    words = Words(explained)
    yield from ((Piece(line, "title"),) for line in wrap(words.operation(), WIDTH, break_on_hyphens=False))
    yield from ((Piece(line, "left out"),) for line in wrap(words.source(), WIDTH))
    yield ()
    for step in explained.steps:
        if isinstance(step, Left):
            yield (Piece(words.left(step), "left out"),)
        else:
            yield from _heading(words, step)
            yield from map(_indented, _body(words, step))
        yield ()
    for label, text in words.conclusion():
        for index, line in enumerate(wrap(text, WIDTH - _LABEL, break_on_hyphens=False)):
            yield Piece(f"{'' if index else label:<{_LABEL}}", "label"), Piece(line, "plain" if label else "address")


def _heading(words: Words, step: ExplainedStep) -> Iterator[Pieces]:
    """Yields the heading of a step. What does not fit on its first line is indented below."""
    style: Style = "fault" if step.reason else "title"
    title = f"{step.title}: {step.reason}" if step.reason else step.title
    location = f"{words.unit} {step.start}  " if step.end > step.start else ""
    first, *rest = wrap(title, WIDTH - len(location))
    line = (Piece(location, "location"), Piece(first, style))
    notes = [Piece(f"  {step.times:,} times, up to {words.unit} {step.end - 1}", "location")] if step.times > 1 else []
    notes += [Piece("  the specification is silent", "silent")] if step.silent else []
    fits = not rest and len(plain((*line, *notes))) <= WIDTH
    yield (*line, *notes) if fits else line
    yield from (_indented((Piece(more, style),)) for more in rest)
    if notes and not fits:
        yield _indented(tuple(notes))


def _body(words: Words, step: ExplainedStep) -> Iterator[Pieces]:
    for columns in _fitting(_columns(step.parts)):
        yield from filter(None, rows(columns, _BETWEEN))
    if state := words.state(step):
        yield (Piece(state, "location"),)
    for text in step.lines:
        yield from ((Piece(line),) for line in wrap(text, WIDTH - _INDENT, subsequent_indent="  ", break_on_hyphens=False))


def _columns(parts: Sequence[Part]) -> list[tuple[Pieces, ...]]:
    """Returns a column for each part of a byte sequence. The middle of many parts is left out."""
    if len(parts) <= _MOST:
        return list(map(_column, parts))
    left = sum(len(part.data) for part in parts[_FIRST:-_LAST])
    between = (Piece(f"… {counted(left, 'byte')} …", "left out"),), (), (Piece(""),)
    return [*map(_column, parts[:_FIRST]), between, *map(_column, parts[-_LAST:])]


def _column(part: Part) -> tuple[Pieces, ...]:
    """Returns the bytes of a part, their bits if there are any, and what they are for. The middle of many bytes is left out."""
    text, data = sequence_text(part.data), part.data
    if len(text) > _LONG:
        text = f"{data[:4].hex(' ').upper()} … {data[-2:].hex(' ').upper()} ({counted(len(data), 'byte')})"
    bits = (piece for bits in part.bits for piece in (Piece(" "), Piece(bits.digits, bits.purpose)))
    return (Piece(text, part.role),), tuple(bits)[1:], (Piece(part.role, "left out"),)


def _fitting(columns: list[tuple[Pieces, ...]]) -> Iterator[list[tuple[Pieces, ...]]]:
    group: list[tuple[Pieces, ...]] = []
    taken = _INDENT
    for column in columns:
        room = width(column) + _BETWEEN
        if group and taken + room > WIDTH:
            yield group
            group, taken = [], _INDENT
        group.append(column)
        taken += room
    if group:
        yield group


def _indented(pieces: Pieces) -> Pieces:
    return (Piece(" " * _INDENT), *pieces)
