"""A failure as a page shows it: its bytes and values as boxes with roles, which have colours."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Outcome, Result
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.core.verdict import Verdict
from encoding_conformance.explain.explanation import roles
from encoding_conformance.explain.marked import Box, BoxRole
from encoding_conformance.models.model import model_of
from encoding_conformance.models.spans import Span, codes
from encoding_conformance.report.example import Example, example, nothing, outcome_words, side_by_side
from encoding_conformance.report.failure import readable
from encoding_conformance.report.window import Token

WIDTH = 150
"""The number of characters of a sequence that a page shows."""

_LONGEST = 1024
"""The most bytes whose roles are told apart. More take too long where there are many failures."""

LEGEND: tuple[BoxRole, ...] = ("single", "lead", "trail", "length", "padding", "count", "reset", "value", "fault")
"""The roles that the legend of a page has."""

_ROLES: tuple[BoxRole, ...] = (*LEGEND, "cut", "end", "gap")
LETTERS = dict(zip(_ROLES, "sltnpkrvfceg", strict=True))
"""The letter for each role in the data of a page."""


class Answer(NamedTuple):
    """An outcome: its `text` in words, the bytes or values of a result as `boxes`, and the `names` of a few characters."""

    text: str
    boxes: tuple[Box, ...] = ()
    names: str = ""

    def row(self) -> list[str]:
        """Returns the answer as the script of the page reads it."""
        return [self.text, *_texts_and_letters(self.boxes), self.names]


class BoxedFailure(NamedTuple):
    """A failure on the page. `names` are those of the characters of a short input, `wrong` says what is wrong at each mark
    in it, and `failing` are the code points that fail. Without an operation, there is at most the actual outcome."""

    verdict: Verdict
    got: Answer | None
    operation: str = ""
    input: tuple[Box, ...] = ()
    names: str = ""
    wrong: tuple[str, ...] = ()
    expected: tuple[Answer, ...] = ()
    failing: frozenset[int] = frozenset()

    def row(self) -> list[object]:
        """Returns the member of a list as the script of the page reads it: what `brief` returns, and operation, input, what is
        wrong, expected, got, reason, location, note, law and rerun."""
        verdict, pointers = self.verdict, self.verdict.pointers
        return [
            *brief(verdict),
            self.operation,
            [*_texts_and_letters(self.input), self.names],
            self.wrong,
            [each.row() for each in self.expected],
            self.got.row() if self.got else None,
            verdict.told,
            str(readable(pointers.location)) if pointers.location else "",
            pointers.note,
            pointers.law,
            pointers.rerun,
        ]


def brief(verdict: Verdict) -> list[object]:
    """Returns a member of a list as the script of the page reads it: encoding, id, status, requirements."""
    return [verdict.encoding, str(verdict.id), verdict.status, verdict.requirements]


def _texts_and_letters(boxes: Sequence[Box]) -> list[str]:
    """Returns the texts of boxes in one string, without a space within a text, and the letters of their roles."""
    return [" ".join(box.text.replace(" ", "\N{NO-BREAK SPACE}") for box in boxes), "".join(LETTERS[box.role] for box in boxes)]


def boxed(verdict: Verdict, encoding: Encoding | None) -> BoxedFailure:
    """Returns a failure as the page shows it. Without the encoding, less is marked and named."""
    if not verdict.operation:
        return BoxedFailure(verdict, Answer(outcome_words(verdict.got)) if verdict.got else None)
    told = example(verdict.operation, verdict.expected, verdict.got, encoding)
    expected, got = _answers(told, encoding)
    faults = [mark.span for mark in told.marks]
    known = _roles(told.operation.input, encoding)
    input = tuple(Box(token.text, _role(token, faults, known)) for token in told.shown(WIDTH))
    failing = _failing(told, encoding) if encoding and encoding.has_characters else ()
    wrong = tuple(mark.words for mark in told.marks)
    names = told.names(told.operation)
    return BoxedFailure(verdict, got, told.operation.kind, input, names, wrong, expected, frozenset(failing))


def _answers(example: Example, encoding: Encoding | None) -> tuple[tuple[Answer, ...], Answer | None]:
    """Returns an answer for each expected outcome, and one for the actual one. The first items that differ are at fault."""

    def answer(outcome: Outcome, shown: Sequence[Token] = (), faulty: Collection[Token] = ()) -> Answer:
        if not isinstance(outcome, Result):
            return Answer(outcome_words(outcome))
        known = _roles(outcome.value, encoding)
        shown = shown or side_by_side(outcome, outcome, WIDTH).before
        boxes = tuple(Box(token.text, "fault" if token in faulty else _role(token, (), known)) for token in shown)
        return Answer("ok" if outcome.value else nothing(outcome), boxes, example.names(outcome))

    if not example.results:
        return tuple(map(answer, example.expected)), answer(example.got) if example.got else None
    (expected, got), pair = example.results, side_by_side(*example.results, WIDTH)
    compared = answer(expected, [*pair.before, *pair.expected], pair.expected[:1])
    others = tuple(compared if each is expected else answer(each) for each in example.expected)
    return others, answer(got, [*pair.before, *pair.got], pair.got[:1])


def _role(token: Token, faults: Sequence[Span], known: Mapping[int, BoxRole]) -> BoxRole:
    if token.kind in ("items", "end") and any(token.within(span) for span in faults):
        return "fault"
    return known[token.start] if token.kind == "items" else token.kind


def _roles(sequence: bytes | Sequence[int], encoding: Encoding | None) -> Mapping[int, BoxRole]:
    """Returns the role of each item by its index. Bytes behind an ill-formed code, or of a long sequence, are not told apart."""
    found: dict[int, BoxRole] = dict.fromkeys(range(len(sequence)), "single" if isinstance(sequence, bytes) else "value")
    if isinstance(sequence, bytes) and len(sequence) <= _LONGEST and encoding:
        found.update(enumerate(roles(encoding, sequence)))
    return found


def _failing(example: Example, encoding: Encoding) -> set[int]:
    """Returns the code points that an example shows to fail: the marked ones, and those in the result although the encoding
    does not have them. If nothing is marked, all values of a short sequence fail."""
    operation, got = example.operation, example.got
    spans = [mark.span for mark in example.marks]
    found: set[int] = set()
    if isinstance(operation, Encode):
        found.update(value for span in spans for value in operation.input[span.start : span.end])
    elif spans:
        marked = (value for span, value in codes(model_of(encoding), operation.input) if span in spans)
        found.update(value for value in marked if value is not None)
    if isinstance(got, Decoded):
        found.update(value for value in got.value if value not in encoding.values)
    if not found:
        decoded = [each.value for each in example.expected if isinstance(each, Decoded)]
        whole = decoded if isinstance(operation, Decode) else [operation.input]
        found.update(value for values in whole if len(values) <= 4 for value in values)
    return {value for value in found if value <= LAST_CHARACTER}
