"""Finds the values and bytes on which the outcome of a test vector depends, according to the tables of its encoding."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Encoded, Rejection
from encoding_conformance.core.requirement import Traits
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models.form import model_of
from encoding_conformance.models.model import Model


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
