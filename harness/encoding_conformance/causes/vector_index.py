"""The test vectors of an encoding, prepared for finding causes.

A set of test vectors is a number with a bit for each vector, because finding causes means to count what many sets have in
common.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeVar

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import Id
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.vector import Permitted, Vector
from encoding_conformance.models import permitted
from encoding_conformance.models.spans import traits

Name = TypeVar("Name")
Tests = int
"""A set of test vectors: bit N is set if the vector at place N is in it."""

LARGE = 2048
"""The number of bytes or values above which an input takes long to examine."""

_RARE = 0.3
"""The share of the vectors that may have a trait. A trait that more of them have says nothing about a mistake."""


class Trait(NamedTuple):
    """A value, a first byte of a code, or a later byte, on which the outcome of a vector depends."""

    part: str
    number: int


class VectorIndex:
    """The vectors of an encoding, of which sets are made."""

    def __init__(self, encoding: Encoding, vectors: Sequence[Vector]):
        self.encoding = encoding
        self.vectors = vectors
        self.places: Mapping[Id, int] = {vector.id: place for place, vector in enumerate(vectors)}

    def tests(self, ids: Iterable[Id]) -> Tests:
        """Returns the set of the vectors with these ids. Ids of other vectors are ignored."""
        return sum({1 << self.places[id] for id in ids if id in self.places})

    def reason(self, place: int) -> str:
        """Returns why the input of a vector must be rejected, according to the vector or to the model; empty if it need
        not be."""
        vector = self.vectors[place]
        return reason_of(self.encoding, vector.operation, vector.permitted)

    @cached_property
    def by_requirement(self) -> Mapping[str, Tests]:
        """The vectors that serve each requirement."""
        found: dict[str, Tests] = defaultdict(int)
        for place, vector in enumerate(self.vectors):
            for id in vector.requirements:
                found[id] |= 1 << place
        return found

    @cached_property
    def by_trait(self) -> Mapping[Trait, Tests]:
        """The vectors that have each of the rarer traits."""
        found: dict[Trait, Tests] = defaultdict(int)
        for place, vector in enumerate(self.vectors):
            if len(vector.operation.input) <= LARGE:
                for trait in traits_of(self.encoding, vector.operation, vector.permitted[0]):
                    found[trait] |= 1 << place
        return {trait: tests for trait, tests in found.items() if 2 < tests.bit_count() <= _RARE * len(self.vectors)}

    @cached_property
    def _other_way(self) -> Mapping[int, int]:
        """The place of the decode vector for the place of its encode vector, and the other way round."""
        places: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place, vector in enumerate(self.vectors):
            name, _, end = vector.id.name.rpartition("/")
            if name and end == vector.operation.kind:
                places[vector.id.kind, name].append(place)
        pairs = [pair for pair in places.values() if len(pair) == 2]
        return {one: other for first, second in pairs for one, other in ((first, second), (second, first))}

    def mirrored(self, tests: Tests) -> Tests:
        """Returns the vectors that ask the other way round what these ask, as far as there are such vectors."""
        return sum(1 << self._other_way[place] for place in places_of(tests) if place in self._other_way)


def places_of(tests: Tests) -> Iterator[int]:
    """Yields the places of the vectors in a set, in ascending order."""
    while tests:
        lowest = tests & -tests
        yield lowest.bit_length() - 1
        tests ^= lowest


def reason_of(encoding: Encoding, operation: Operation, expected: Sequence[Permitted]) -> str:
    """Returns why an operation must reject its input; empty if it need not. The model knows a reason that the permitted
    outcome does not state."""
    if not expected or not isinstance(expected[0], Rejection):
        return ""
    if not expected[0].text and encoding.tables and len(operation.input) <= LARGE:
        expected = permitted(encoding, operation)
    return expected[0].text if isinstance(expected[0], Rejection) else ""


def traits_of(encoding: Encoding, operation: Operation, expected: Permitted) -> Iterator[Trait]:
    """Yields the traits of an operation that has this expected outcome."""
    found = traits(encoding, operation, expected)
    for part, numbers in (("value", found.values), ("lead", found.leads), ("trail", found.trails)):
        for number in numbers:
            yield Trait(part, number)


def fit(hits: int, predicted: int, failed: int) -> float:
    """Returns Ochiai's coefficient, from 0 to 1: how well a set of `predicted` vectors, of which `hits` failed, agrees
    with a set of `failed` vectors."""
    return hits / math.sqrt(predicted * failed) if hits else 0.0


def profile(tests: Tests, sets: Mapping[Name, Tests]) -> dict[Name, float]:
    """Returns how well each of the sets agrees with these vectors. Sets that have nothing in common with them are left
    out."""
    size = tests.bit_count()
    hits = {name: (tests & members).bit_count() for name, members in sets.items()}
    return {name: fit(count, sets[name].bit_count(), size) for name, count in hits.items() if count}


def likeness(one: Mapping[Name, float], other: Mapping[Name, float]) -> float:
    """Returns how alike two profiles are, from 0 to 1: the cosine of the angle between them."""
    product = sum(weight * other[name] for name, weight in one.items() if name in other)
    if not product:
        return 0.0
    return product / math.sqrt(sum(w * w for w in one.values()) * sum(w * w for w in other.values()))
