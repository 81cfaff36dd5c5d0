"""Finds the part of an input that an outcome is about, according to the tables of its encoding.

Each function takes the model of the encoding. Without a model, it finds what the outcomes alone tell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection, Result
from encoding_conformance.models.model import Fault, Model, Walked
from encoding_conformance.models.traits import where_it_stops


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
