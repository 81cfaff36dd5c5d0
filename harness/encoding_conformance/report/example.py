"""One failure as people read it: the input with marks at the fault, the expected outcome, and the actual one."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection, Result, Unsupported
from encoding_conformance.core.text import abridged, character, escaped, in_lines
from encoding_conformance.core.vector import WORDS, Permitted
from encoding_conformance.explain.marked import Piece, Pieces, plain
from encoding_conformance.models import permitted as permitted_by
from encoding_conformance.models.model import model_of
from encoding_conformance.models.spans import Span, differing, faulty_step, first_difference, ill_formed, sequence_at
from encoding_conformance.report.window import Token, in_sight, tokens, unit_of, windowed


def nothing(result: Encoded | Decoded) -> str:
    """Returns the words for an empty result."""
    return "ok, no bytes" if isinstance(result, Encoded) else "ok, no values"


WIDTH = 100
"""The number of columns that a failure takes on the screen."""

LABEL = len("looks like ")
"""The number of columns that a label takes, with the space after the longest one."""

TEXT = WIDTH - LABEL - len("   ")
"""The number of columns that are left for a text. A label is indented by at most three."""

_GOT = 32
"""The column of the text at which the actual outcome begins, if it is beside the expected one."""

_MOST_NAMED_VALUES = 3
_SHARE_OF_COMMON_BEGINNING = 0.4
_MARK = "\N{BLACK UP-POINTING TRIANGLE}"
_OK = "ok: "

_OTHER = {Kind.DECODE: "the first byte sequence with another value", Kind.ENCODE: "the first value with other bytes"}
"""What differs from the expected result, by the kind of operation."""


class LabelledLine(NamedTuple):
    """A line about a failure. A line without a label continues the one before it. The texts of all begin in the same column."""

    label: str
    pieces: Pieces

    @property
    def text(self) -> str:
        """The text without its styles."""
        return plain(self.pieces)

    def __str__(self) -> str:
        return f"{self.label:<{LABEL}}{self.text}"


class Mark(NamedTuple):
    """A part of the input, and the error there."""

    span: Span
    words: str


class Example(NamedTuple):
    """An operation with its expected and actual outcome. `marks` are in the input, the expected outcome's first. `expected` is
    empty if unknown, and `got` is None if there was no outcome. `named` says whether values are characters."""

    operation: Operation
    marks: tuple[Mark, ...]
    expected: tuple[Permitted, ...]
    got: Outcome | None
    named: bool

    @property
    def results(self) -> tuple[Result, Result] | None:
        """The first result that is expected, and the actual one. None if one of them is no result."""
        expected = _first_result(self.expected)
        return (expected, self.got) if expected and isinstance(self.got, Result) else None

    def shown(self, width: int) -> list[Token]:
        """Returns the input with the marked parts in sight, in `width` characters."""
        return in_sight(self.operation.input, width, [mark.span for mark in self.marks], self.operation.cuts)

    def names(self, of: Operation | Outcome) -> str:
        """Returns the names of the characters of a short input of encode or result of decode; otherwise an empty text."""
        values = of.input if isinstance(of, Encode) else of.value if isinstance(of, Decoded) else ()
        return ", ".join(map(character, values)) if self.named and len(values) <= _MOST_NAMED_VALUES else ""


def example(operation: Operation, permitted: Sequence[Permitted], got: Outcome | None, encoding: Encoding | None) -> Example:
    """Returns the example of a failure. Without the encoding, values have no names, and only the outcomes show what to mark."""
    named = encoding is not None and encoding.has_characters
    expected = tuple(_reasoned(operation, each, encoding) if isinstance(each, Rejection) else each for each in permitted)
    return Example(operation, tuple(_marks(operation, expected, got, encoding)), expected, got, named)


def _first_result(permitted: Iterable[Permitted]) -> Result | None:
    return next((each for each in permitted if not isinstance(each, Rejection)), None)


def _marks(
    operation: Operation, permitted: Sequence[Permitted], got: Outcome | None, encoding: Encoding | None
) -> Iterator[Mark]:
    result, model = _first_result(permitted), model_of(encoding) if encoding else None
    if result and isinstance(got, Result) and (span := differing(model, operation, result, got)):
        yield Mark(span, _OTHER[operation.kind])
    if not result and permitted and isinstance(expected := permitted[0], Rejection):
        if model and (step := faulty_step(model, operation, expected)):
            yield Mark(Span(step.start, step.end), step.model.explain(step, operation.kind).brief)
        elif span := ill_formed(operation, expected):
            yield Mark(span, WORDS[expected.text].fault if expected.text in WORDS else "wrong from here on")
    offset = got.offset if isinstance(got, Rejection) else None
    if offset is not None and (span := sequence_at(model if result else None, operation, offset)):
        must_replace = result and encoding and isinstance(permitted_by(encoding, operation)[0], Rejection)
        addition = " instead of replaced" if must_replace else ", but nothing is wrong" if result else ""
        yield Mark(span, f"rejected here{addition}")


def _reasoned(operation: Operation, expected: Rejection, encoding: Encoding | None) -> Rejection:
    """Returns the rejection with the offset and the reason of the tables, which checks and edge cases may leave out."""
    known = permitted_by(encoding, operation)[0] if encoding and not expected.text else None
    return known if isinstance(known, Rejection) and expected.offset in (None, known.offset) else expected


def input_lines(example: Example) -> Iterator[LabelledLine]:
    """Yields the input, and below it each mark with its words."""
    shown = example.shown(TEXT)
    faulty = {token for token in shown for mark in example.marks if token.within(mark.span)}
    yield LabelledLine(example.operation.kind, _with_names(_spaced(shown, faulty), example.names(example.operation)))
    for mark in example.marks:
        marks = ((_MARK if token.within(mark.span) else " ") * max(1, len(token.text)) for token in shown)
        yield from _mark_lines(" ".join(marks).rstrip(), mark.words)


def outcome_lines(example: Example) -> Iterator[LabelledLine]:
    """Yields the expected and the actual outcome: beside each other if both are short, and one below the other if they are
    results, with a mark at their first difference."""
    expected, got = example.expected, example.got
    if results := example.results:
        yield from _compared(example, *results)
        if others := [outcome_words(each) for each in expected if each is not results[0]]:
            yield from wrapped("or", ", or ".join(others))
        return
    names = map(example.names, expected) if len(expected) == 1 else repeat("")
    expected_words = ", or ".join(map(outcome_words, expected, names))
    got_words = outcome_words(got, example.names(got)) if got else ""
    if expected_words and got_words and len(expected_words) < _GOT - 1 and len(got_words) <= TEXT - _GOT - len("got  "):
        yield LabelledLine("expected", (Piece(f"{expected_words:<{_GOT}}"), Piece("got  ", "label"), Piece(got_words, "fault")))
        return
    if expected_words:
        yield from wrapped("expected", expected_words)
    if got_words:
        yield from wrapped("got", got_words)


def labelled(label: str, text: str) -> LabelledLine:
    """Returns a line of plain text, however long it is."""
    return LabelledLine(label, (Piece(escaped(text)),))


def wrapped(label: str, text: str) -> Iterator[LabelledLine]:
    """Yields the lines of a text that may be long."""
    first, *others = in_lines(text, TEXT) or [""]
    yield labelled(label, first)
    yield from (labelled("", other) for other in others)


def outcome_words(outcome: Outcome, names: str = "") -> str:
    """Returns an outcome as people read it, such as `ok: 41 C4`, `ok, no values` or `reject at 0 (truncated)`, with the names of
    its characters if there is room for them. Of a long result, only the beginning and the end are shown."""
    match outcome:
        case Encoded(value) | Decoded(value):
            if not value:
                return nothing(outcome)
            text = _OK + " ".join(token.text for token in in_sight(value, TEXT - len(_OK)))
            return f"{text}  {names}" if names and len(f"  {names}") <= TEXT else text
        case Rejection(offset, text):
            at = "" if offset is None else f" at {offset}"
            return f"reject{at} ({text})" if text else f"reject{at}"
        case Unsupported(text):
            return f"unsupported ({text})" if text else "unsupported"
        case _:
            return outcome_text(outcome)


class Pair(NamedTuple):
    """Two results to show one below the other: their common beginning, and the rest of each."""

    before: list[Token]
    expected: list[Token]
    got: list[Token]


def side_by_side(expected: Result, got: Result, width: int) -> Pair:
    """Returns the tokens of two results. Each has room for `width` characters."""
    index, unit = first_difference(expected.value, got.value), unit_of(expected.value)
    border = [Span(index, index)]
    whole = [[token for token in tokens(each.value, (), border) if token.kind == "items"] for each in (expected, got)]
    same = [token for token in whole[0] if token.start < index]
    share = width if len(same) == len(whole[0]) == len(whole[1]) else int(width * _SHARE_OF_COMMON_BEGINNING)
    before = windowed(same, [Span(index - 1, index)], share, unit) if same else []
    room = width - sum(len(token.text) + 1 for token in before)
    rests = [windowed(each[len(same) :], [Span(index, index + 1)], room, unit) if each[len(same) :] else [] for each in whole]
    return Pair(before, *rests)


def _compared(example: Example, expected: Result, got: Result) -> Iterator[LabelledLine]:
    pair = side_by_side(expected, got, TEXT - len(_OK))
    for label, result, rest in (("expected", expected, pair.expected), ("got", got, pair.got)):
        pieces = (Piece(_OK), *_spaced([*pair.before, *rest], rest[:1] if label == "got" else ()))
        yield LabelledLine(label, _with_names(pieces, example.names(result)) if result.value else (Piece(nothing(result)),))
    if got.value:
        column = len(_OK) + sum(len(token.text) + 1 for token in pair.before)
        width = len(pair.got[0].text) if pair.got else 1
        yield from _mark_lines(" " * column + _MARK * width, _first_difference(expected, got, example.named))


def _first_difference(expected: Result, got: Result, named: bool) -> str:
    index = first_difference(expected.value, got.value)
    if index == len(got.value):
        return "ends too early"
    if index == len(expected.value):
        return "goes on after the expected end"
    if named and isinstance(expected, Decoded) and max(len(expected.value), len(got.value)) > _MOST_NAMED_VALUES:
        return f"{character(got.value[index])} instead of {character(expected.value[index])}"
    return "the first difference"


def _with_names(pieces: Pieces, names: str) -> Pieces:
    """Returns a line followed by the names of characters, if there are any and there is room for them."""
    fits = names and len(f"{plain(pieces)}  {names}") <= TEXT
    return (*pieces, Piece(f"  {names}", "faint")) if fits else pieces


def _spaced(shown: Sequence[Token], faulty: Collection[Token]) -> Pieces:
    pieces: list[Piece] = []
    for token in shown:
        if token.text:
            pieces += [Piece(" ")] if pieces else []
            pieces.append(Piece(token.text, "fault" if token in faulty else "faint" if token.kind == "gap" else "plain"))
    return tuple(pieces)


def _mark_lines(text: str, words: str) -> Iterator[LabelledLine]:
    """Yields a line of marks followed by words. If there is no room, the words go below."""
    if len(text) + 1 + len(words) <= TEXT:
        yield LabelledLine("", (Piece(f"{text} {words}", "fault"),))
        return
    yield LabelledLine("", (Piece(text, "fault"),))
    yield LabelledLine("", (Piece(words.rjust(min(len(text), TEXT)), "fault"),))


def operation_shortly(operation: Operation) -> str:
    """Returns an operation, such as `decode 41*32769 C4 80 00`."""
    return f"{operation.kind} {sequence_shortly(operation.input, operation.cuts)}"


def outcome_shortly(outcome: Outcome) -> str:
    """Returns an outcome, such as `ok 41*32769` or `reject 3 truncated`."""
    if isinstance(outcome, Result):
        return f"ok {sequence_shortly(outcome.value)}"
    return abridged(outcome_text(outcome), 400)


def sequence_shortly(sequence: bytes | Sequence[int], cuts: Sequence[int] = ()) -> str:
    """Returns bytes or values. Gaps say how many are left out."""
    return " ".join(token.text for token in in_sight(sequence, TEXT, (), cuts))
