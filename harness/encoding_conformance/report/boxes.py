"""Bytes and values as boxes with roles, which a page colours."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection, Result
from encoding_conformance.explain.explanation import roles
from encoding_conformance.explain.marked import Box, BoxRole
from encoding_conformance.models.spans import Span
from encoding_conformance.report.example import Example, names_of_few, nothing, outcome_words, side_by_side
from encoding_conformance.report.window import Token

WIDTH = 150
"""The number of characters of a sequence that a page shows."""

_LONGEST = 1024
"""The most bytes whose roles are told apart. More take too long where there are many failures."""

LETTERS: dict[BoxRole, str] = {
    "single": "s",
    "lead": "l",
    "trail": "t",
    "length": "n",
    "padding": "p",
    "count": "k",
    "reset": "r",
    "fault": "f",
    "value": "v",
    "cut": "c",
    "end": "e",
    "gap": "g",
}
"""The letter for each role in the data of a page."""


class Answer(NamedTuple):
    """An expected outcome, or the actual one: its `text` in words, the bytes or values of a result as `boxes`, and the `names` of
    the characters of a short one."""

    text: str
    boxes: tuple[Box, ...] = ()
    names: str = ""


def input_boxes(example: Example, encoding: Encoding | None) -> tuple[Box, ...]:
    """Returns the input of an example as boxes, with the marked parts in sight."""
    known = _roles(example.operation.input, encoding)
    faults = [mark.span for mark in example.marks]
    return tuple(Box(token.text, _role(token, faults, known)) for token in example.shown(WIDTH))


def input_names(example: Example) -> str:
    """Returns the names of the characters of a short input of encode; empty if it is not one."""
    return names_of_few(example.operation.input) if example.named and isinstance(example.operation, Encode) else ""


def answers(example: Example, encoding: Encoding | None) -> tuple[tuple[Answer, ...], Answer | None]:
    """Returns an answer for each expected outcome, and one for the actual outcome. Of two results, the first items that differ
    have the role of a fault."""
    results = [each for each in example.expected if not isinstance(each, Rejection)]
    got = example.got
    answered = partial(_answered, encoding=encoding, named=example.named)
    if not results or not isinstance(got, Encoded | Decoded):
        return tuple(map(answered, example.expected)), answered(got) if got else None
    result = partial(_result, encoding=encoding, named=example.named)
    pair = side_by_side(results[0], got, WIDTH)
    compared = result(results[0], [*pair.before, *pair.expected], pair.expected[:1])
    expected = tuple(compared if each is results[0] else answered(each) for each in example.expected)
    return expected, result(got, [*pair.before, *pair.got], pair.got[:1])


def _answered(outcome: Outcome, encoding: Encoding | None, named: bool) -> Answer:
    if isinstance(outcome, Encoded | Decoded):
        return _result(outcome, side_by_side(outcome, outcome, WIDTH).before, (), encoding, named)
    return Answer(outcome_words(outcome))


def _result(result: Result, shown: Sequence[Token], faulty: Collection[Token], encoding: Encoding | None, named: bool) -> Answer:
    known = _roles(result.value, encoding)
    boxes = tuple(Box(token.text, "fault" if token in faulty else _role(token, (), known)) for token in shown)
    names = names_of_few(result.value) if named and isinstance(result, Decoded) else ""
    return Answer("ok" if result.value else nothing(result), boxes, names)


def _role(token: Token, faults: Sequence[Span], known: Mapping[int, BoxRole]) -> BoxRole:
    if token.kind in ("items", "end") and any(token.within(span) for span in faults):
        return "fault"
    return known[token.start] if token.kind == "items" else token.kind


def _roles(sequence: bytes | Sequence[int], encoding: Encoding | None) -> Mapping[int, BoxRole]:
    """Returns the role of each item of a sequence by its index. Bytes behind an ill-formed code, and those of a long sequence,
    are not told apart."""
    if not isinstance(sequence, bytes):
        return dict.fromkeys(range(len(sequence)), "value")
    if len(sequence) > _LONGEST or not encoding or not encoding.tables:
        return dict.fromkeys(range(len(sequence)), "single")
    found: dict[int, BoxRole] = dict.fromkeys(range(len(sequence)), "single")
    found.update(enumerate(roles(encoding, sequence)))
    return found
