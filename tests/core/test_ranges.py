"""Sets of non-negative integers, compared with Python's own."""

from __future__ import annotations

from itertools import pairwise
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoding_conformance.core.ranges import EMPTY, EVERY_BYTE, EVERY_NATURAL, RangeSet

SMALL = 60
UNIVERSE = range(SMALL + 2)
SETS = st.sets(st.integers(0, SMALL))
SOME = settings(max_examples=50)


def of(members: set[int]) -> RangeSet:
    return RangeSet.of((member, member) for member in members)


def members(some: RangeSet) -> set[int]:
    return {value for value in UNIVERSE if value in some}


@SOME
@given(st.lists(st.tuples(st.integers(0, SMALL), st.integers(0, 9)).map(lambda pair: (pair[0], sum(pair)))))
def test_ranges_are_merged_disjoint_and_apart(bounds: list[tuple[int, int]]) -> None:
    merged = RangeSet.of(bounds).ranges

    assert all(first <= last for first, last in merged)
    assert all(last + 1 < first for (_, last), (first, _) in pairwise(merged))
    assert {value for first, last in merged for value in range(first, last + 1)} == {
        value for first, last in bounds for value in range(first, last + 1)
    }


@SOME
@given(SETS, SETS)
def test_operations_are_those_of_sets(some: set[int], others: set[int]) -> None:
    assert list(of(some)) == sorted(some)
    assert members(of(some)) == some
    assert members(of(some).intersection(of(others))) == some & others
    assert members(of(some).difference(of(others))) == some - others
    outside = of(some).complement()
    assert members(outside) == set(UNIVERSE) - some
    assert 1 << 4000 in outside
    assert outside.complement() == of(some)


@SOME
@given(SETS.filter(bool))
def test_the_edges_are_the_members_beside_others(values: set[int]) -> None:
    expected = {value for value in values if value - 1 not in values or value + 1 not in values}

    assert of(values).edges() == sorted(expected)
    assert (of(values).first, of(values).last) == (min(values), max(values))


def test_an_unbounded_set_has_no_last_edge() -> None:
    some = RangeSet(((0x10, inf),))

    assert some.edges() == [0x10]
    assert 1 << 4000 in some and 0xF not in some
    assert some.complement() == RangeSet(((0, 0xF),))


@pytest.mark.parametrize(
    ("ranges", "text"),
    [([], "-"), ([(0, 0x7F), (0xFE, 0xFE)], "0..7F FE"), ([(5, 6), (7, 9), (1, 1)], "1 5..9"), ([(0x10, inf)], "10..")],
)
def test_a_set_is_shown_in_the_notation(ranges: list[tuple[int, int]], text: str) -> None:
    assert str(RangeSet.of(ranges)) == text


def test_only_the_empty_set_is_false() -> None:
    assert not EMPTY
    assert EVERY_BYTE and EVERY_NATURAL
    assert not EVERY_NATURAL.complement()
