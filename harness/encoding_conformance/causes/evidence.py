"""Weighs whether two groups of failures come from the same mistake.

The weights were fitted to the project's mutants and to pairs of them, each mutant left out of the patterns with which its
own failures were compared (`tests/causes/fitted_clues.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from encoding_conformance.causes.failures import Failures
from encoding_conformance.causes.patterns import Known
from encoding_conformance.causes.symptom import LIMITS, Symptom
from encoding_conformance.causes.vector_index import Tests, likeness, places_of, profile

Clue = Literal[
    "always",
    "a known mistake has both",
    "and both are of one operation",
    "one encodes, one decodes",
    "they are of the same inputs both ways",
    "they are of different inputs both ways",
    "one accepts, one refuses",
    "one accepts, one gives a wrong result",
    "and both of these are of one operation",
    "both put replacements",
    "both accept what is above a limit",
    "decode accepts what encode writes",
    "decode gives back what encode was given",
    "the smaller are only offsets",
    "one is a single failure",
    "one is a crash or a time-out",
    "they break the same requirements",
    "they have the same values and bytes",
]

WEIGHTS: dict[Clue, float] = {
    "always": -1.1,
    "a known mistake has both": 1.6,
    "and both are of one operation": 1.8,
    "one encodes, one decodes": -1.7,
    "they are of the same inputs both ways": 2.6,
    "they are of different inputs both ways": -1.6,
    "one accepts, one refuses": 0.8,
    "one accepts, one gives a wrong result": 1.8,
    "and both of these are of one operation": -1.4,
    "both put replacements": 2.1,
    "both accept what is above a limit": 1.0,
    "decode accepts what encode writes": 2.8,
    "decode gives back what encode was given": 1.0,
    "the smaller are only offsets": 1.8,
    "one is a single failure": 0.2,
    "one is a crash or a time-out": -5.0,
    "they break the same requirements": 2.6,
    "they have the same values and bytes": 1.2,
}
"""The log-odds that each clue adds, if it holds wholly."""

_MOSTLY, _HARDLY = 0.9, 0.1
_WORST = ("crash", "time-out")


class Group(NamedTuple):
    """Failures that are taken for those of one mistake. `main` is the symptom that most of them have."""

    tests: Tests
    main: Symptom


def log_odds(failures: Failures, patterns: Sequence[Known], one: Group, other: Group) -> float:
    """Returns the logarithm of the odds that two groups of failures come from the same mistake."""
    return sum(WEIGHTS[clue] * degree for clue, degree in clues(failures, patterns, one, other))


def clues(failures: Failures, patterns: Sequence[Known], one: Group, other: Group) -> Iterator[tuple[Clue, float]]:
    """Yields the clues, each with the degree from 0 to 1 to which it holds."""
    both_ways = one.main.kind != other.main.kind
    yield "always", 1.0
    joint = max((_joint(failures, each, one.tests, other.tests) for each in patterns), default=0.0)
    yield "a known mistake has both", joint
    if both_ways:
        yield "one encodes, one decodes", 1.0
        yield from _both_ways(failures, one.tests, other.tests)
    else:
        yield "and both are of one operation", joint
    back_again = any(failures.round_trips.get(place, 0) & other.tests for place in places_of(one.tests))
    yield "decode gives back what encode was given", float(back_again)
    yield from _effects(one.main, other.main, both_ways)
    smaller = min(one, other, key=lambda group: group.tests.bit_count())
    yield "both put replacements", float(one.main.effect == other.main.effect == "replaces")
    yield "the smaller are only offsets", float(not both_ways and _share(failures.offsets, smaller.tests) > _MOSTLY)
    yield "one is a single failure", float(smaller.tests.bit_count() == 1)
    by_requirement, by_trait = failures.index.by_requirement, failures.index.by_trait
    same = likeness(profile(one.tests, by_requirement), profile(other.tests, by_requirement))
    yield "they break the same requirements", same
    yield "they have the same values and bytes", likeness(profile(one.tests, by_trait), profile(other.tests, by_trait))


def is_another(failures: Failures, known: Known) -> bool:
    """Returns whether a known mistake also has a symptom that did not occur at all, so that it is not the one here."""
    elsewhere = sum(tests for symptom, tests in known.by_symptom.items() if symptom not in failures.by_symptom)
    return _share(elsewhere, known.tests) > _HARDLY


def _joint(failures: Failures, known: Known, one: Tests, other: Tests) -> float:
    """Returns how well a known mistake explains both groups, from 0 to 1."""
    if is_another(failures, known):
        return 0.0
    hits = [0, 0]
    for how, tests in known.exact.items():
        shared = tests & failures.like(how)
        hits[0] += (shared & one).bit_count()
        hits[1] += (shared & other).bit_count()
    if not all(hits):
        return 0.0
    missing = (known.tests & ~failures.tests).bit_count()
    covered = hits[0] / one.bit_count() * hits[1] / other.bit_count()
    return math.sqrt(covered * sum(hits) / (sum(hits) + missing))


def _both_ways(failures: Failures, one: Tests, other: Tests) -> Iterator[tuple[Clue, float]]:
    """Yields the clues about a group of encode and one of decode."""
    there, back = failures.index.mirrored(one), failures.index.mirrored(other)
    most = max(there.bit_count(), back.bit_count())
    shared = (there & other).bit_count()
    if there and back:
        yield "they are of the same inputs both ways", shared / most
        yield "they are of different inputs both ways", float(not shared)
    yield "decode accepts what encode writes", min(_share(failures.same_codes, tests) for tests in (one, other))


def _effects(one: Symptom, other: Symptom, both_ways: bool) -> Iterator[tuple[Clue, float]]:
    effects = {one.effect, other.effect}
    if effects == {"accepts", "refuses"}:
        yield "one accepts, one refuses", 1.0
    if effects == {"accepts", "wrong result"}:
        yield "one accepts, one gives a wrong result", 1.0
        yield "and both of these are of one operation", float(not both_ways)
    beyond = effects == {"accepts"} and {one.reason, other.reason} == LIMITS
    yield "both accept what is above a limit", float(beyond and not both_ways)
    yield "one is a crash or a time-out", float(not effects.isdisjoint(_WORST))


def _share(part: Tests, whole: Tests) -> float:
    return (part & whole).bit_count() / whole.bit_count()
