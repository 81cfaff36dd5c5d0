"""Measures how well causes are found: on each mutant, and on pairs of mutants, with the mutants themselves left out of the
patterns of known mistakes, so that they cannot be recognized. Only vectors of small inputs are asked, which takes minutes
instead of an hour. `python tests/causes/measured.py` prints the figures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from encoding_conformance.causes.broken_requirement import requirement
from encoding_conformance.causes.failures import Failed, Failures
from encoding_conformance.causes.grouping import groups
from encoding_conformance.causes.patterns import Known, known
from encoding_conformance.causes.vector_index import LARGE, Tests, VectorIndex, places_of
from encoding_conformance.commands.arguments import load_suite
from encoding_conformance.core.fault import fault_of
from encoding_conformance.core.judge import judge
from encoding_conformance.core.limits import NO_LIMITS
from workshop.mutation.codec import GivenUp, TimedCodec
from workshop.mutation.selection import named
from workshop.mutation.trial import Mutant

PAIRS, SEEDS = 400, (1, 2, 3)


class Single(NamedTuple):
    """The causes that were found for one mutant. `causes` is their number. `right` says whether the requirement named is one
    that the mutant was planted to break, and `fails` whether it is that or one whose vectors all fail."""

    causes: int
    right: bool
    fails: bool


class Pair(NamedTuple):
    """Whether both mistakes of a codec with two are told, and whether any way of joining whole symptoms would tell both."""

    told: bool
    possible: bool


@cache
def indexed(encoding: str) -> tuple[VectorIndex, Sequence[Known]]:
    suite = load_suite(())
    small = [vector for vector in suite.vectors_of(encoding) if len(vector.operation.input) <= LARGE]
    found = VectorIndex(suite.encodings[encoding], small)
    return found, known(found)


@cache
def failed(place: int) -> Mapping[int, Failed]:
    """The failures of a mutant, by the place of the vector."""
    mutant = named()[place]
    of, _ = indexed(mutant.of)
    codec, found = TimedCodec(mutant.load()[mutant.of]), {}
    try:
        for index, (vector, outcome) in enumerate(zip(of.vectors, codec.perform([each.operation for each in of.vectors]))):
            if judge(of.encoding, vector.operation, vector.permitted, outcome, NO_LIMITS).status.is_bad:
                found[index] = Failed(index, fault_of(vector.permitted[:1], outcome), outcome)
    except GivenUp:
        pass
    return found


def without(encoding: str, *mutants: Mutant) -> list[Known]:
    """The patterns of an encoding's mutants, but for some."""
    out = {mutant.id for mutant in mutants}
    return [each for each in indexed(encoding)[1] if each.pattern.mutant not in out]


def single(place: int) -> Single | None:
    """What is found for one mutant; None if no vector that is asked fails on it."""
    mutant = named()[place]
    if not (found := failed(place)):
        return None
    of, patterns = indexed(mutant.of)[0], without(mutant.of, mutant)
    failures = Failures(of, found.values())
    told = groups(failures, patterns)
    largest = max((group.tests for group in told), key=int.bit_count)
    broken = requirement(failures, patterns, largest, served(of, largest))
    serving = of.by_requirement.get(broken, 0)
    right = broken in mutant.breaks
    return Single(len(told), right, right or (bool(serving) and not serving & ~largest))


def served(of: VectorIndex, tests: Tests) -> Sequence[str]:
    """The requirements that the smallest of these vectors serves."""
    return min((of.vectors[place] for place in places_of(tests)), key=lambda vector: len(vector.operation.input)).requirements


def pairs(number: int, seed: int) -> Iterator[Pair]:
    """What is found for a number of pairs of mutants. In each pair, neither hides the other."""
    chance, mutants = random.Random(seed), named()
    while number:
        one = chance.randrange(len(mutants))
        other = chance.choice([place for place, each in enumerate(mutants) if each.of == mutants[one].of and place != one])
        if both_show(one, other):
            number -= 1
            yield pair(one, other)


def both_show(one: int, other: int) -> bool:
    """Whether each of two mutants has a failure that the other has not, so that neither hides the other."""
    return bool(failed(one).keys() - failed(other).keys() and failed(other).keys() - failed(one).keys())


def pair(one: int, other: int) -> Pair:
    """What is found for a codec with the mistakes of two mutants of one encoding. Where both fail, the first counts."""
    mutants = [named()[place] for place in (one, other)]
    encoding = mutants[0].of
    failures = Failures(indexed(encoding)[0], {**failed(other), **failed(one)}.values())
    told = [group.tests for group in groups(failures, without(encoding, *mutants))]
    return Pair(are_told(told, one, other), are_told([*failures.by_symptom.values()], one, other))


def are_told(told: Sequence[Tests], one: int, other: int) -> bool:
    """Whether two different causes each consist mostly of the failures of one of two mutants."""
    owners = [{place for place, tests in enumerate(told) if _mostly(tests, failed(each))} for each in (one, other)]
    return any(first != second for first in owners[0] for second in owners[1])


def _mostly(tests: Tests, failures: Mapping[int, Failed]) -> bool:
    """Whether most of these failures are also failures of one mistake alone."""
    return 10 * (tests & sum(1 << place for place in failures)).bit_count() >= 7 * tests.bit_count()


if __name__ == "__main__":
    singles = [found for place in range(len(named())) if (found := single(place))]
    counts = Counter(each.causes for each in singles)
    print(f"{len(singles)} mutants: one cause {counts[1] / len(singles):.1%}, at most three", end=" ")
    print(f"{sum(counts[number] for number in (1, 2, 3)) / len(singles):.1%}, most {max(counts)}")
    right, fails = (sum(each) / len(singles) for each in zip(*((each.right, each.fails) for each in singles)))
    print(
        f"the requirement named is one that the mutant was planted to break: {right:.1%}, or one that always fails: {fails:.1%}"
    )
    for seed in SEEDS:
        found = [*pairs(PAIRS, seed)]
        told, possible = (sum(each) / PAIRS for each in zip(*found))
        print(f"{PAIRS} pairs of mutants: both told {told:.1%}, by joining whole symptoms at most {possible:.1%}")
