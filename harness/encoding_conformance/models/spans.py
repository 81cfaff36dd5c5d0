"""Finds the part of an input that an outcome is about, and the values and bytes on which it depends, by the tables of an
encoding.

Without a model, the functions find what the outcomes alone tell.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection, Result
from encoding_conformance.core.requirement import Traits
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models.model import Fault, Model, Walked, model_of


class Span(NamedTuple):
    """The items of a sequence, bytes or values, from the index `start` up to but without `end`. It is empty at the end
    of a sequence."""

    start: int
    end: int


def faulty_step(model: Model, operation: Operation, expected: Rejection) -> Walked | None:
    """Returns the step of the tables for which `due` rejects an input. None if they reject it at another place or not at all,
    or if no part of the input is at fault."""
    walk = model.reading(operation.input) if isinstance(operation, Decode) else model.writing(operation.input)
    (last,) = deque(walk, maxlen=1) or (None,)
    if not last or not last.reason or expected.offset not in (None, last.start):
        return None
    return None if isinstance(operation, Encode) and last.is_count else last


def ill_formed(model: Model | None, operation: Operation, expected: Rejection) -> Span | None:
    """Returns the part of the input for which `due` rejects it: the value that cannot be encoded, or the ill-formed
    sequence with the byte that cannot continue it. None if the rejection has no offset, or none within the input."""
    start, size = expected.offset, len(operation.input)
    if start is None or start > size:
        return None
    if start == size:
        return Span(start, start)
    if isinstance(operation, Encode):
        return Span(start, start + 1)
    if expected.text == "truncated":
        return Span(start, size)
    stop = where_it_stops(model, operation.input, start) if model else start
    return Span(start, min(stop + 1, size))


def code_at(model: Model | None, operation: Operation, offset: int) -> Span | None:
    """Returns the part of a well-formed input that contains an offset: a value, or all bytes of a code. If the code is not
    known, it is one byte. None if the offset is beyond the end of the input."""
    size = len(operation.input)
    if offset >= size:
        return Span(size, size) if offset == size else None
    found = codes(model, operation.input) if isinstance(operation, Decode) else ()
    return next((span for span, _ in found if span.start <= offset < span.end), Span(offset, offset + 1))


def differing(model: Model | None, operation: Operation, expected: Result, got: Result) -> Span | None:
    """Returns the part of a well-formed input whose result is the first to differ: a value, or all bytes of a code. None
    if the tables do not determine it, if `due` is not what they give, or if the results differ only in that `came` goes on after
    the end of `due`."""
    place = first_difference(expected.value, got.value)
    if place == len(expected.value):
        return None
    if isinstance(operation, Encode) and isinstance(expected, Encoded):
        span = _value_behind(model, expected.value, place)
        return span if span and span.end <= len(operation.input) else None
    if isinstance(operation, Decode) and isinstance(expected, Decoded):
        valued = (span for span, value in codes(model, operation.input) if value is not None)
        return next((span for index, span in enumerate(valued) if index == place), None)
    return None


def first_difference(one: Sequence[int], other: Sequence[int]) -> int:
    """Returns the first index at which two sequences differ. If one begins with the other, it is the length of the
    shorter one."""
    pairs = enumerate(zip(one, other))
    return next((index for index, (left, right) in pairs if left != right), min(len(one), len(other)))


def _value_behind(model: Model | None, data: bytes, place: int) -> Span | None:
    """The value whose code contains the byte at `place` of well-formed bytes. None if that code stands for no value."""
    index = 0
    for span, value in codes(model, data):
        if span.start <= place < span.end:
            return None if value is None else Span(index, index + 1)
        index += value is not None
    return None


def codes(model: Model | None, data: bytes) -> Iterator[tuple[Span, int | None]]:
    """Yields the place of each code in bytes with its value, up to the first that is ill-formed. Bytes before the first
    code, such as the length of a text, are passed over."""
    if not model:
        return
    with suppress(Fault):
        start = len(data) - sum(len(code) for code, _ in model.codes(data)) if model.encoding.whole else 0
        for code, value in model.codes(data):
            yield Span(start, start + len(code)), value
            start += len(code)


def traits(encoding: Encoding, operation: Operation, outcome: Permitted) -> Traits:
    """Returns the traits of an operation that has this expected outcome. A trait is missing if the tables do not
    determine it, and all are missing if the encoding has no tables."""
    if not encoding.tables:
        return Traits()
    model = model_of(encoding)
    if isinstance(outcome, Rejection):
        return _of_a_rejection(model, operation, outcome)
    if isinstance(operation, Decode):
        return _of_codes(model.codes(operation.input))
    return _of_codes(model.codes(outcome.value)) if isinstance(outcome, Encoded) else Traits()


def _of_a_rejection(model: Model, operation: Operation, outcome: Rejection) -> Traits:
    place = outcome.offset
    if place is None or place >= len(operation.input):
        return Traits()
    if isinstance(operation, Encode):
        return Traits(values=frozenset({operation.input[place]}))
    stop = where_it_stops(model, operation.input, place)
    trails = {operation.input[stop]} if stop > place and stop < len(operation.input) else ()
    return Traits(leads=frozenset({operation.input[place]}), trails=frozenset(trails))


def where_it_stops(model: Model, data: bytes, start: int) -> int:
    """Returns the offset of the first byte from `start` on that cannot continue a code. If the input ended before it, it
    would be well-formed or truncated."""

    def stopped(stop: int) -> bool:
        outcome = model.decode(data[start : stop + 1])[0]
        return isinstance(outcome, Rejection) and outcome.text != "truncated"

    return bisect_left(range(len(data)), True, lo=start, key=stopped)


def _of_codes(codes: Iterator[tuple[bytes, int | None]]) -> Traits:
    values: set[int] = set()
    leads: set[int] = set()
    trails: set[int] = set()
    for code, value in codes:
        leads.add(code[0])
        trails.update(code[1:])
        if value is not None:
            values.add(value)
    return Traits(frozenset(values), frozenset(leads), frozenset(trails))
