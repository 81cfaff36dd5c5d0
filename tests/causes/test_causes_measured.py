"""A sample of the figures in docs/causes.md, which say how well causes are found."""

from __future__ import annotations

import measured

from harness.commands.mutants.selection import named

SAMPLE = 12
PAIRS, SEED = 40, 1


def test_one_mistake_is_told_as_one_cause() -> None:
    singles = [found for place in range(0, len(named()), SAMPLE) if (found := measured.single(place))]

    assert len(singles) > 60
    assert sum(each.causes == 1 for each in singles) >= 0.8 * len(singles)
    assert max(each.causes for each in singles) <= 4


def test_two_mistakes_are_told_apart() -> None:
    told = list(measured.pairs(PAIRS, SEED))

    assert sum(told) >= 0.5 * PAIRS
