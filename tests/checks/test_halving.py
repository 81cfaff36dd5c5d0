"""Halving a block finds the fewest of its cases that show what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from encoding_conformance.checks.law import Counterexample, Violation
from encoding_conformance.checks.sweep import CaseGroup, halved

from encoding_conformance.core.operation import Encode
from encoding_conformance.core.outcome import Rejection

FOUND = Violation(Encode("x", ()), Rejection(), "")


def smallest(size: int, *wrong: int) -> tuple[Sequence[int], int]:
    """The cases that are left if all of `wrong` together show the fault, and the number of tries."""
    tries = 0

    def ask(group: CaseGroup) -> Counterexample | None:
        nonlocal tries
        tries += 1
        return Counterexample(group, FOUND, ask) if set(wrong) <= set(group.cases) else None

    return halved(Counterexample(CaseGroup(range(size), tuple), FOUND, ask), ask).input.cases, tries


@pytest.mark.parametrize("wrong", [0, 1, 100, 127, 128, 254, 255])
def test_one_case_is_found_in_two_tries_for_each_halving(wrong: int) -> None:
    cases, tries = smallest(256, wrong)
    assert list(cases) == [wrong]
    assert tries <= 2 * 8


@pytest.mark.parametrize(("size", "wrong"), [(256, (127, 128)), (256, (3, 250)), (7, (0, 6)), (2, (0, 1)), (5, (2, 3))])
def test_what_needs_two_cases_is_left_with_nothing_around_them(size: int, wrong: tuple[int, int]) -> None:
    first, last = wrong
    assert list(smallest(size, *wrong)[0]) == list(range(first, last + 1))


def test_a_block_of_one_is_left_as_it_is() -> None:
    assert smallest(1, 0) == (range(1), 0)
