"""Finds the part of an input that an outcome is about, and the values and bytes on which it depends.

Uses the tables of the encoding. Without a model, the functions use the outcomes alone.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Encoded, Rejection, Result
from encoding_conformance.core.requirement import Traits
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models.model import Model, Walked, model_of


class Span(NamedTuple):
    """The items of a sequence from the index `start` up to but without `end`. It is empty at the end of a sequence."""

    start: int
    end: int


def last_step(model: Model, operation: Operation) -> Walked | None:
    """Returns the last step of the tables through an input. None if the input is empty."""
    return next(iter(deque(model.walk(operation), maxlen=1)), None)


def faulty_step(model: Model, operation: Operation, expected: Rejection) -> Walked | None:
    """Returns the step for which the tables reject an input. None if they reject it elsewhere than expected or not at all, or if
    no part of the input is at fault."""
    last = last_step(model, operation)
    if not last or not last.reason or expected.offset not in (None, last.start):
        return None
    return None if isinstance(operation, Encode) and last.is_count else last


def ill_formed(operation: Operation, expected: Rejection) -> Span | None:
    """Returns the part of the input for which a rejection is expected, judging by the outcome alone: the item at its offset,
    and all that follows if the input is truncated. None if the rejection has no offset, or one beyond the input."""
    start, size = expected.offset, len(operation.input)
    if start is None or start > size:
        return None
    return Span(start, size if expected.text == "truncated" else min(start + 1, size))


def sequence_at(model: Model | None, operation: Operation, offset: int) -> Span | None:
    """Returns the part of a well-formed input that contains an offset: a value, or all bytes of a sequence. If the sequence is
    not known, it is one byte. None if the offset is beyond the end of the input."""
    size = len(operation.input)
    if offset >= size:
        return Span(size, size) if offset == size else None
    spans = sequences(model, operation.input) if isinstance(operation, Decode) else ()
    return next((span for span, _ in spans if span.start <= offset < span.end), Span(offset, offset + 1))


def differing(model: Model | None, operation: Operation, expected: Result, got: Result) -> Span | None:
    """Returns the part of a well-formed input whose result is the first to differ: a value, or all bytes of a sequence. None if
    the tables do not determine it or give another result than expected, or if the results differ only in that `got` is longer."""
    index = first_difference(expected.value, got.value)
    if index == len(expected.value):
        return None
    pairs = sequences(model, expected.value if isinstance(expected, Encoded) else bytes(operation.input))
    spans = (span for span, value in pairs if value is not None)
    if not isinstance(expected, Encoded):
        return next(islice(spans, index, None), None)
    values = (Span(number, number + 1) for number, span in enumerate(spans) if span.start <= index < span.end)
    return next((value for value in values if value.end <= len(operation.input)), None)


def first_difference(one: Sequence[int], other: Sequence[int]) -> int:
    """Returns the first index at which two sequences differ. If one begins with the other, it is the shorter length."""
    pairs = enumerate(zip(one, other))
    return next((index for index, (left, right) in pairs if left != right), min(len(one), len(other)))


def sequences(model: Model | None, data: bytes) -> Iterator[tuple[Span, int | None]]:
    """Yields the span of each byte sequence with its value, up to the first ill-formed one, without the count before a text."""
    for step in model.reading(data) if model else ():
        if not (step.reason or step.is_count):
            yield Span(step.start, step.end), step.value


def traits(encoding: Encoding, operation: Operation, outcome: Permitted) -> Traits:
    """Returns the traits of an operation that has this expected outcome. A trait is missing if the tables do not
    determine it."""
    model = model_of(encoding)
    if isinstance(outcome, Rejection):
        return _of_a_rejection(model, operation, outcome.offset)
    if isinstance(operation, Encode) and not isinstance(outcome, Encoded):
        return Traits()
    data = outcome.value if isinstance(outcome, Encoded) else bytes(operation.input)
    pairs = {(step.sequence, step.value) for step in model.reading(data) if not (step.reason or step.is_count)}
    return Traits(
        values=frozenset(value for _, value in pairs if value is not None),
        leads=frozenset(sequence[0] for sequence, _ in pairs),
        trails=frozenset(byte for sequence, _ in pairs for byte in sequence[1:]),
    )


def _of_a_rejection(model: Model, operation: Operation, offset: int | None) -> Traits:
    if offset is None or offset >= len(operation.input):
        return Traits()
    if isinstance(operation, Encode):
        return Traits(values=frozenset({operation.input[offset]}))
    data = operation.input[offset:]
    last = last_step(model, Decode(operation.encoding, data))
    shows = last is not None and last.reason not in ("", "truncated") and last.end > 1
    return Traits(leads=frozenset({data[0]}), trails=frozenset({data[last.end - 1]} if last and shows else ()))
