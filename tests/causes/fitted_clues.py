"""Fits the weights of the clues by which symptoms are joined: `python tests/causes/fitted_clues.py` prints them, and how
many causes they give for the mutants and pairs of mutants to which they were fitted, and for those of the other half.

The weights are changed one at a time, as long as that tells more pairs apart while as many single mutants are one cause as
before.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from zlib import crc32

import measured

from encoding_conformance.causes.evidence import WEIGHTS, Clue, Group, clues
from encoding_conformance.causes.failures import Failures
from encoding_conformance.causes.grouping import joined, recognized
from encoding_conformance.causes.vector_index import Tests
from workshop.mutation.selection import named

PAIRS, SEED = 500, 1
STEPS = (1.0, 0.5, 0.2)
MOST = 3

Weights = Mapping[Clue, float]


class Figures(NamedTuple):
    """The share of single mutants that are one cause, that of pairs of which both are told, and whether no single mutant
    is more than three causes."""

    one: float
    told: float
    few: bool


class Case:
    """The failures of one mutant or two. What the weights do not change is calculated once."""

    def __init__(self, *places: int):
        self.places = places
        mutants = [named()[place] for place in places]
        of = measured.indexed(mutants[0].of)[0]
        found = {index: each for place in reversed(places) for index, each in measured.failed(place).items()}
        self._failures = Failures(of, found.values())
        patterns = measured.without(mutants[0].of, *mutants)
        self._near = [known for known in patterns if known.tests & self._failures.tests]
        self._recognized = recognized(self._failures, self._near)
        self._clues: dict[tuple[Group, Group], Sequence[tuple[Clue, float]]] = {}

    def groups(self, weights: Weights) -> list[Tests]:
        """The groups of failures that these weights give."""

        def odds(one: Group, other: Group) -> float:
            if (one, other) not in self._clues:
                self._clues[one, other] = [*clues(self._failures, self._near, one, other)]
            return sum(weights[clue] * degree for clue, degree in self._clues[one, other])

        return [group.tests for group in self._recognized or joined(self._failures, odds)]


class Half:
    """Half of the mutants, and pairs of these. Mutants of several encodings that have the same name are in the same half."""

    def __init__(self, number: int):
        places = [place for place, each in enumerate(named()) if crc32(each.id.partition("/")[2].encode()) % 2 == number]
        self.singles = [Case(place) for place in places if measured.failed(place)]
        self.pairs = [Case(*pair) for pair in _pairs([case.places[0] for case in self.singles])]

    def figures(self, weights: Weights) -> Figures:
        numbers = [len(case.groups(weights)) for case in self.singles]
        told = [measured.are_told(case.groups(weights), *case.places) for case in self.pairs]
        return Figures(numbers.count(1) / len(numbers), sum(told) / len(told), max(numbers) <= MOST)


def _pairs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    chance, number = random.Random(SEED), 0
    while number < PAIRS:
        one, other = chance.choice(places), chance.choice(places)
        if one != other and named()[one].of == named()[other].of and measured.both_show(one, other):
            number += 1
            yield one, other


def fitted(half: Half, weights: Weights) -> Weights:
    """Returns weights that tell more pairs apart, and leave as many single mutants one cause as these."""
    floor = half.figures(weights).one
    best, least = dict(weights), half.figures(weights)
    for step in STEPS:
        for clue in weights:
            for change in (step, -step):
                tried = {**best, clue: round(best[clue] + change, 1)}
                found = half.figures(tried)
                if found.few and found.one >= floor and (found.told, found.one) > (least.told, least.one):
                    best, least = tried, found
    return best


if __name__ == "__main__":
    halves = [Half(0), Half(1)]
    for here, there in (halves, halves[::-1]):
        found = fitted(here, WEIGHTS)
        print(found)
        print(f"of the half that they were fitted to: {here.figures(found)}, with the weights before: {here.figures(WEIGHTS)}")
        print(f"of the other half: {there.figures(found)}, with the weights before: {there.figures(WEIGHTS)}")
