"""A sample of the figures in docs/causes.md, which say how well causes are found."""

from __future__ import annotations

import measured
import pytest
from failing import place_of

from workshop.mutation.selection import named

SAMPLE = 12
PAIRS, SEED = 40, 1


@pytest.fixture(scope="module")
def singles() -> list[measured.Single]:
    found = [single for place in range(0, len(named()), SAMPLE) if (single := measured.single(place))]
    assert len(found) > 60
    return found


def test_one_mistake_is_told_as_one_cause(singles) -> None:
    assert sum(each.causes == 1 for each in singles) >= 0.87 * len(singles)
    assert max(each.causes for each in singles) <= 3


def test_the_requirement_named_is_often_the_one_that_is_broken(singles) -> None:
    assert sum(each.right for each in singles) >= 0.5 * len(singles)


def test_two_mistakes_are_told_apart() -> None:
    found = list(measured.pairs(PAIRS, SEED))

    assert sum(each.told for each in found) >= 0.6 * PAIRS


def test_a_table_that_is_wrong_both_ways_is_one_cause() -> None:
    """Decode gives back what encode was given, for the same wrong code."""
    found = measured.single(place_of("utf-8/ffff-in-4-bytes-both-ways"))

    assert found and found.causes == 1


def test_the_few_failures_that_a_known_mistake_does_not_have_are_a_cause() -> None:
    """A mistake that is much like the first is known, and has 332 of the 334 failures."""
    both = (place_of("utf-8-31bit/lone-trail-byte-read"), place_of("utf-8-31bit/leads-c0-and-c1-dropped"))

    assert measured.pair(*both).told
