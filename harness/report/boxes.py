"""Bytes and values as boxes with roles, which a page colours."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

from harness.core.encoding import Encoding
from harness.core.operation import Encode
from harness.core.outcome import Decoded, Encoded, Outcome, Rejection, Result
from harness.models.form import model_of
from harness.models.spans import Span, codes
from harness.report.example import Example, names_of_few, side_by_side
from harness.report.window import Token
from harness.report.words import nothing, outcome_words

WIDTH = 150
"""The number of characters of a sequence that a page shows."""

_LONGEST = 4096
"""The most bytes of an input whose codes are told apart. Reading a longer one takes too long where there are many."""

Role = Literal["single", "lead", "trail", "value", "fault", "cut", "end", "gap"]
"""What a box is for: a code of one byte, the first byte of a longer code, one of its other bytes, or a value; a byte or value at
fault; a separator of pieces; the end of a sequence; or items that are left out."""

ROLES: dict[Role, str] = {
    "single": "s",
    "lead": "l",
    "trail": "t",
    "value": "v",
    "fault": "f",
    "cut": "c",
    "end": "e",
    "gap": "g",
}
"""The letter for each role in the data of a page."""


class Box(NamedTuple):
    """A token of a sequence, and its role."""

    text: str
    role: Role


class Answer(NamedTuple):
    """What is due, or what came. `text` says it in words, `boxes` are the bytes or values of a result, if there are any, and
    `names` those of the characters of a short one."""

    text: str
    boxes: tuple[Box, ...] = ()
    names: str = ""


def input_boxes(example: Example, encoding: Encoding | None) -> tuple[Box, ...]:
    """Returns the input of an example as boxes, with the marked parts in sight."""
    roles = _roles(example.operation.input, encoding)
    faults = [mark.span for mark in example.marks]
    return tuple(Box(token.text, _role(token, faults, roles)) for token in example.shown(WIDTH))


def input_names(example: Example) -> str:
    """Returns the names of the characters of a short input of encode; empty if it is not one."""
    return names_of_few(example.operation.input) if example.named and isinstance(example.operation, Encode) else ""


def answers(example: Example, encoding: Encoding | None) -> tuple[tuple[Answer, ...], Answer | None]:
    """Returns what is due, an answer for each permitted outcome, and what came. Of two results, the first items that differ
    have the role of a fault."""
    results = [each for each in example.due if not isinstance(each, Rejection)]
    came = example.came
    answered = partial(_answered, encoding=encoding, named=example.named)
    if not results or not isinstance(came, Encoded | Decoded):
        return tuple(map(answered, example.due)), answered(came) if came else None
    result = partial(_result, encoding=encoding, named=example.named)
    pair = side_by_side(results[0], came, WIDTH)
    compared = result(results[0], [*pair.before, *pair.due], pair.due[:1])
    due = tuple(compared if each is results[0] else answered(each) for each in example.due)
    return due, result(came, [*pair.before, *pair.came], pair.came[:1])


def _answered(outcome: Outcome, encoding: Encoding | None, named: bool) -> Answer:
    if isinstance(outcome, Encoded | Decoded):
        return _result(outcome, side_by_side(outcome, outcome, WIDTH).before, (), encoding, named)
    return Answer(outcome_words(outcome))


def _result(result: Result, shown: Sequence[Token], faulty: Collection[Token], encoding: Encoding | None, named: bool) -> Answer:
    roles = _roles(result.value, encoding)
    boxes = tuple(Box(token.text, "fault" if token in faulty else _role(token, (), roles)) for token in shown)
    names = names_of_few(result.value) if named and isinstance(result, Decoded) else ""
    return Answer("ok" if result.value else nothing(result), boxes, names)


def _role(token: Token, faults: Sequence[Span], roles: Mapping[int, Role]) -> Role:
    if token.kind in ("items", "end") and any(token.within(span) for span in faults):
        return "fault"
    return roles[token.start] if token.kind == "items" else token.kind


def _roles(sequence: bytes | Sequence[int], encoding: Encoding | None) -> Mapping[int, Role]:
    """The role of each item of a sequence by its index. The codes in bytes are told apart up to the first that is
    ill-formed, unless there are too many bytes."""
    if not isinstance(sequence, bytes):
        return dict.fromkeys(range(len(sequence)), "value")
    roles: dict[int, Role] = dict.fromkeys(range(len(sequence)), "single")
    if len(sequence) <= _LONGEST and encoding and encoding.tables:
        for span, _ in codes(model_of(encoding), sequence):
            if span.end > span.start + 1:
                roles.update({span.start: "lead", **dict.fromkeys(range(span.start + 1, span.end), "trail")})
    return roles
