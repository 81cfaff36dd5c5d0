"""One failure as a person sees it: the input with marks where something is wrong, what is expected, and what the
implementation did."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import outcome_text
from encoding_conformance.core.operation import DECODE, ENCODE, Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection, Result, Unsupported
from encoding_conformance.core.text import abridged, character, characters
from encoding_conformance.core.vector import WORDS, Permitted
from encoding_conformance.explain.marked import Piece, Pieces, plain, rows
from encoding_conformance.models.forms import explainer_of
from encoding_conformance.models.model import Model, model_of
from encoding_conformance.models.spans import Span, code_at, differing, faulty_step, first_difference, ill_formed
from encoding_conformance.report.window import Token, tokens, windowed


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

_NAMED = 3
"""The most values of a sequence whose characters are named."""

_BEFORE = 0.4
"""The part of the width that shows what two results have in common."""

_MARK = "\N{BLACK UP-POINTING TRIANGLE}"

_OK = "ok: "

_ILL_FORMED = "wrong from here on"
"""What is wrong if the specification gives no reason."""

_OTHER = {DECODE: "the first code with another value", ENCODE: "the first value with other bytes"}
"""What differs from the expected result, by the kind of operation."""


class LabelledLine(NamedTuple):
    """A line about a failure. A line without a label continues the one before it."""

    label: str
    pieces: Pieces

    @property
    def text(self) -> str:
        """The text without its styles."""
        return plain(self.pieces)


class Mark(NamedTuple):
    """A part of the input, and what is wrong there."""

    span: Span
    words: str


class Example(NamedTuple):
    """An operation with the expected and the actual outcome. `marks` are in the input, that for the expected outcome first.
    `expected` is empty if it is unknown, and `got` is None if there was no outcome. `named` says whether values are
    characters."""

    operation: Operation
    marks: tuple[Mark, ...]
    expected: tuple[Permitted, ...]
    got: Outcome | None
    named: bool

    @property
    def unit(self) -> str:
        """The word for an item of the input."""
        return "byte" if isinstance(self.operation, Decode) else "value"

    def shown(self, width: int) -> list[Token]:
        """Returns the input with the marked parts in sight, in `width` characters."""
        spans = [mark.span for mark in self.marks]
        return windowed(tokens(self.operation.input, self.operation.cuts, spans), spans, width, self.unit)


def example(operation: Operation, permitted: Sequence[Permitted], got: Outcome | None, encoding: Encoding | None) -> Example:
    """Returns the example of a failure. If the encoding is not known, values have no names, and only what the outcomes
    alone tell is marked."""
    model = model_of(encoding) if encoding and encoding.tables else None
    named = encoding is not None and encoding.has_characters
    expected = tuple(_reasoned(operation, each, model) if isinstance(each, Rejection) else each for each in permitted)
    return Example(operation, tuple(_marks(operation, expected, got, model)), expected, got, named)


def _marks(operation: Operation, permitted: Sequence[Permitted], got: Outcome | None, model: Model | None) -> Iterator[Mark]:
    expected = next((each for each in permitted if not isinstance(each, Rejection)), None)
    if expected:
        yield from _in_well_formed(operation, expected, got, model)
        return
    if permitted and isinstance(permitted[0], Rejection):
        yield from _in_ill_formed(operation, permitted[0], model)
    if isinstance(got, Rejection) and got.offset is not None and (span := code_at(None, operation, got.offset)):
        yield Mark(span, "rejected here")


def _in_ill_formed(operation: Operation, expected: Rejection, model: Model | None) -> Iterator[Mark]:
    if model and (step := faulty_step(model, operation, expected)):
        yield Mark(Span(step.start, step.end), explainer_of(step.model).brief(step))
    elif span := ill_formed(model, operation, expected):
        yield Mark(span, WORDS[expected.text].fault if expected.text in WORDS else _ILL_FORMED)


def _reasoned(operation: Operation, expected: Rejection, model: Model | None) -> Rejection:
    """Returns the rejection with the offset and the reason that the tables give. The expected rejections of laws and edge cases
    may lack them. The tables must not contradict it."""
    if expected.text or not model:
        return expected
    known = (model.encode(operation.input) if isinstance(operation, Encode) else model.decode(operation.input))[0]
    if not isinstance(known, Rejection) or expected.offset not in (None, known.offset):
        return expected
    return known


def _in_well_formed(operation: Operation, expected: Result, got: Outcome | None, model: Model | None) -> Iterator[Mark]:
    match got:
        case Encoded() | Decoded() if span := differing(model, operation, expected, got):
            yield Mark(span, _OTHER[operation.kind])
        case Rejection(int(offset)) if span := code_at(model, operation, offset):
            yield Mark(span, "rejected here, but nothing is wrong")


def input_lines(example: Example) -> Iterator[LabelledLine]:
    """Yields the input, and below it each mark with its words."""
    shown = example.shown(TEXT)
    faulty = {token for token in shown for mark in example.marks if token.within(mark.span)}
    first, *marked = rows(_columns(shown, faulty, [mark.span for mark in example.marks]), 1)
    pieces = list(first)
    if isinstance(example.operation, Encode) and example.named:
        pieces += _names(example.operation.input, TEXT - sum(len(piece.text) for piece in pieces))
    yield LabelledLine(example.operation.kind, tuple(pieces))
    for mark, row in zip(example.marks, marked):
        yield from _mark_lines(plain(row), mark.words)


def outcome_lines(example: Example) -> Iterator[LabelledLine]:
    """Yields the expected and the actual outcome: beside each other if both are short, and one below the other if they are
    results, with a mark at their first difference."""
    expected, got = example.expected, example.got
    results = [each for each in expected if not isinstance(each, Rejection)]
    if results and isinstance(got, Encoded | Decoded):
        yield from _compared(results[0], got, example.named)
        if others := [outcome_words(each) for each in expected if each is not results[0]]:
            yield from wrapped("or expected", ", or ".join(others))
        return
    named = example.named and len(expected) == 1
    yield from _beside(
        ", or ".join(outcome_words(each, named) for each in expected), outcome_words(got, example.named) if got else ""
    )


def wrapped(label: str, text: str) -> Iterator[LabelledLine]:
    """Yields the lines of a text that may be long."""
    first, *others = wrap(text, TEXT, break_on_hyphens=False) or [""]
    yield LabelledLine(label, (Piece(first),))
    yield from (LabelledLine("", (Piece(other),)) for other in others)


def _beside(expected: str, got: str) -> Iterator[LabelledLine]:
    if expected and got and len(expected) < _GOT - 1 and len(got) <= TEXT - _GOT - len("got  "):
        yield LabelledLine("expected", (Piece(f"{expected:<{_GOT}}"), Piece("got  ", "label"), Piece(got, "fault")))
        return
    if expected:
        yield from wrapped("expected", expected)
    if got:
        yield from wrapped("got", got)


def outcome_words(outcome: Outcome, named: bool = False) -> str:
    """Returns an outcome as people read it, such as `ok: 41 C4`, `ok, no values` or `reject at 0 (truncated)`. Of a long result,
    only the beginning and the end are shown. With `named`, the values are characters, and those of a short result have their
    names."""
    match outcome:
        case Encoded(value) | Decoded(value):
            if not value:
                return nothing(outcome)
            shown = windowed(tokens(value), (), TEXT - len(_OK), _unit(outcome))
            pieces = [*_spaced(shown, ()), *(_names(value, TEXT) if named and isinstance(outcome, Decoded) else ())]
            return _OK + "".join(piece.text for piece in pieces)
        case Rejection(offset, text):
            where = "" if offset is None else f" at {offset}"
            return f"reject{where} ({text})" if text else f"reject{where}"
        case Unsupported(text):
            return f"unsupported ({text})" if text else "unsupported"
        case _:
            return outcome_text(outcome)


class Pair(NamedTuple):
    """Two results to show one below the other: their common beginning, and the rest of each from the first
    difference on."""

    before: list[Token]
    expected: list[Token]
    got: list[Token]


def side_by_side(expected: Result, got: Result, width: int) -> Pair:
    """Returns the tokens of two results, of which each has room for `width` characters."""
    index, unit = first_difference(expected.value, got.value), _unit(expected)
    whole = [_items(result, index) for result in (expected, got)]
    same = [token for token in whole[0] if token.start < index]
    share = width if len(same) == len(whole[0]) == len(whole[1]) else int(width * _BEFORE)
    before = windowed(same, [Span(index - 1, index)], share, unit) if same else []
    room = width - sum(len(token.text) + 1 for token in before)
    rests = [windowed(each[len(same) :], [Span(index, index + 1)], room, unit) if each[len(same) :] else [] for each in whole]
    return Pair(before, *rests)


def _items(result: Result, index: int) -> list[Token]:
    """Returns the tokens of a result, with a border at a place."""
    return [token for token in tokens(result.value, spans=[Span(index, index)]) if token.kind == "items"]


def _compared(expected: Result, got: Result, named: bool) -> Iterator[LabelledLine]:
    """Two results in columns, with a mark under the first difference."""
    pair = side_by_side(expected, got, TEXT - len(_OK))
    for label, result, rest in (("expected", expected, pair.expected), ("got", got, pair.got)):
        if result.value:
            pieces = [Piece(_OK), *_spaced([*pair.before, *rest], rest[:1] if label == "got" else ())]
            if named and isinstance(result, Decoded):
                pieces += _names(result.value, TEXT - sum(len(piece.text) for piece in pieces))
            yield LabelledLine(label, tuple(pieces))
        else:
            yield LabelledLine(label, (Piece(nothing(result)),))
    if got.value:
        column = len(_OK) + sum(len(token.text) + 1 for token in pair.before)
        width = len(pair.got[0].text) if pair.got else 1
        yield from _mark_lines(" " * column + _MARK * width, _first_difference(expected, got, named))


def _first_difference(expected: Result, got: Result, named: bool) -> str:
    index = first_difference(expected.value, got.value)
    if index == len(got.value):
        return "ends too early"
    if index == len(expected.value):
        return "goes on after the expected end"
    if named and isinstance(expected, Decoded) and max(len(expected.value), len(got.value)) > _NAMED:
        return f"{character(got.value[index])} instead of {character(expected.value[index])}"
    return "the first difference"


def names_of_few(values: Sequence[int]) -> str:
    """Returns the names of the characters of a few values; empty if there are none, or too many to be of use."""
    return characters(values) if 0 < len(values) <= _NAMED else ""


def _names(values: Sequence[int], room: int) -> list[Piece]:
    """Returns the names of the characters of a few values, if there is room for them."""
    text = f"  {names_of_few(values)}"
    return [Piece(text, "faint")] if text.strip() and len(text) <= room else []


def _columns(shown: Sequence[Token], faulty: Collection[Token], spans: Sequence[Span] = ()) -> list[tuple[Pieces, ...]]:
    """Returns the columns of a sequence: a token, and below it a mark for each span that contains it."""
    return [
        (
            (Piece(token.text, "fault" if token in faulty else "faint" if token.kind == "gap" else "plain"),),
            *((Piece(_MARK * max(1, len(token.text)) if token.within(span) else "", "fault"),) for span in spans),
        )
        for token in shown
    ]


def _spaced(shown: Sequence[Token], faulty: Collection[Token]) -> Pieces:
    """Returns the tokens of a sequence with spaces between them."""
    return next(rows(_columns(shown, faulty), 1), ())


def _mark_lines(text: str, words: str) -> Iterator[LabelledLine]:
    """Yields a line of marks with words behind them, or below them if there is no room behind them."""
    if len(text) + 1 + len(words) <= TEXT:
        yield LabelledLine("", (Piece(f"{text} {words}", "fault"),))
        return
    yield LabelledLine("", (Piece(text, "fault"),))
    yield LabelledLine("", (Piece(words.rjust(min(len(text), TEXT)), "fault"),))


def _unit(result: Result) -> str:
    return "byte" if isinstance(result, Encoded) else "value"


_LONGEST_OUTCOME = 400
"""The most characters of an outcome that is not a result."""


def operation_shortly(operation: Operation) -> str:
    """Returns an operation, such as `decode 41*32769 C4 80 00`."""
    return f"{operation.kind} {input_shortly(operation)}"


def input_shortly(operation: Operation) -> str:
    """Returns the input of an operation."""
    return sequence_shortly(operation.input, "byte" if isinstance(operation, Decode) else "value", operation.cuts)


def outcome_shortly(outcome: Outcome) -> str:
    """Returns an outcome, such as `ok 41*32769` or `reject 3 truncated`."""
    match outcome:
        case Encoded(value):
            return f"ok {sequence_shortly(value, 'byte')}"
        case Decoded(value):
            return f"ok {sequence_shortly(value, 'value')}"
        case _:
            return abridged(outcome_text(outcome), _LONGEST_OUTCOME)


def sequence_shortly(sequence: bytes | Sequence[int], unit: str, cuts: Sequence[int] = ()) -> str:
    """Returns bytes or values. Each is a `unit`, of which a gap tells how many are left out."""
    return " ".join(token.text for token in windowed(tokens(sequence, cuts), (), TEXT, unit))
