"""Fits the weights by which a requirement is named: `python tests/causes/fitted.py` prints them, and how often the requirement
named is right for the mutants to which they were fitted, and for the other half."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from zlib import crc32

import measured

from encoding_conformance.causes.broken_requirement import SIGNS, Sign, signs
from encoding_conformance.causes.failures import Failures
from encoding_conformance.causes.grouping import groups
from workshop.mutation.selection import named

ROUNDS, STEP = 40, 0.02

Weights = Mapping[Sign, float]


class Case(NamedTuple):
    """The signs of each requirement that a mutant may break, and those that it was planted to break."""

    signs: Mapping[str, Mapping[Sign, float]]
    breaks: Sequence[str]

    def chances(self, weights: Weights) -> dict[str, float]:
        """The likelihood of each requirement."""
        odds = {id: math.exp(sum(weights[sign] * each[sign] for sign in SIGNS)) for id, each in self.signs.items()}
        total = sum(odds.values())
        return {id: each / total for id, each in odds.items()}


def cases(half: int) -> Iterator[Case]:
    """Yields the mutants of a half. Mutants of several encodings that have the same name are in the same half."""
    for place, mutant in enumerate(named()):
        if crc32(mutant.id.partition("/")[2].encode()) % 2 == half and (found := measured.failed(place)):
            of, patterns = measured.indexed(mutant.of)[0], measured.without(mutant.of, mutant)
            failures = Failures(of, found.values())
            largest = max((group.tests for group in groups(failures, patterns)), key=int.bit_count)
            yield Case(signs(failures, patterns, largest, measured.served(of, largest)), mutant.breaks)


def fitted(half: Sequence[Case]) -> Weights:
    """Returns the weights by which the requirements that are broken are likeliest: a logistic regression."""
    weights: dict[Sign, float] = dict.fromkeys(SIGNS, 0.0)
    for turn in range(ROUNDS):
        for case in half:
            chances = case.chances(weights)
            right = sum(chances.get(id, 0.0) for id in case.breaks)
            if right:
                for id, chance in chances.items():
                    error = (chance / right if id in case.breaks else 0.0) - chance
                    for sign in SIGNS:
                        weights[sign] += STEP / (1 + turn / 4) * error * case.signs[id][sign]
    return weights


def hits(half: Sequence[Case], weights: Weights) -> float:
    """The share of the mutants of which the likeliest requirement is right."""
    likeliest = [max(chances, key=lambda id: chances[id]) for chances in (case.chances(weights) for case in half)]
    return sum(id in case.breaks for id, case in zip(likeliest, half)) / len(half)


if __name__ == "__main__":
    halves = [[*cases(0)], [*cases(1)]]
    for here, there in (halves, halves[::-1]):
        weights = fitted(here)
        print({sign: round(weight, 2) for sign, weight in weights.items()})
        print(f"{hits(here, weights):.1%} of the half that they were fitted to, {hits(there, weights):.1%} of the other")
