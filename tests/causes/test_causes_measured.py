"""A sample of the figures in docs/causes.md, which say how well causes are found."""

from __future__ import annotations

import measured
import pytest

from harness.commands.mutants.selection import named

SAMPLE = 12
PAIRS, SEED = 40, 1


@pytest.fixture(scope="module")
def singles() -> list[measured.Single]:
    found = [single for place in range(0, len(named()), SAMPLE) if (single := measured.single(place))]
    assert len(found) > 60
    return found


def test_one_mistake_is_told_as_one_cause(singles) -> None:
    assert sum(each.causes == 1 for each in singles) >= 0.85 * len(singles)
    assert max(each.causes for each in singles) <= 3


def test_the_requirement_named_is_often_the_one_that_is_broken(singles) -> None:
    assert sum(each.right for each in singles) >= 0.5 * len(singles)


def test_two_mistakes_are_told_apart() -> None:
    told = list(measured.pairs(PAIRS, SEED))

    assert sum(told) >= 0.5 * PAIRS
