"""What the matrix says of trials: each thing that it may complain of, by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from encoding_conformance.core.identity import check_id, vector_id
from mutants.mutant import Mutant
from workshop.mutation.kill_matrix import Fate, KillMatrix, fate
from workshop.mutation.trial import Trial

ORDER = check_id("kim", "order")
ONE, TWO = vector_id("kim", "one"), vector_id("kim", "two")
MUTANT = Mutant("kim/some", "kim", ("kim",), dict, breaks=("kim/a",))
KILLED = Trial(MUTANT.id, vectors=(ONE,), checks=(ORDER,), own=(ORDER,))
WHOLE = KillMatrix(
    [(MUTANT, KILLED)],
    vectors=[ONE],
    checks=[ORDER],
    requirements=["kim/a"],
    served={"kim/a": frozenset([ONE])},
)


def test_all_is_well_where_everything_finds_something() -> None:
    assert WHOLE.holds(everything=True)


@pytest.mark.parametrize(
    ("trial", "reason", "expected"),
    [
        (KILLED, "", Fate.BOTH),
        (replace(KILLED, checks=(), own=()), "", Fate.VECTORS),
        (replace(KILLED, vectors=()), "", Fate.CHECKS),
        (Trial(MUTANT.id), "", Fate.SURVIVED),
        (Trial(MUTANT.id), "unreachable", Fate.EQUIVALENT),
        (Trial(MUTANT.id, does_not_load=True), "", Fate.DOES_NOT_LOAD),
        (replace(KILLED, vectors=()), "unreachable", Fate.CHECKS),
    ],
)
def test_a_mutant_has_one_fate(trial: Trial, reason: str, expected: str) -> None:
    assert fate(replace(MUTANT, equivalent=reason), trial) == expected


def test_a_survivor_is_named() -> None:
    matrix = replace(WHOLE, tried=[(MUTANT, Trial(MUTANT.id))])

    assert matrix.survivors == ["kim/some"]
    assert not matrix.holds(everything=False)


def test_a_mutant_said_to_be_equivalent_must_survive() -> None:
    matrix = replace(WHOLE, tried=[(replace(MUTANT, equivalent="unreachable"), KILLED)])

    assert matrix.told_apart == ["kim/some"]
    assert not matrix.holds(everything=False)


def test_a_requirement_that_no_mutant_was_planted_to_break_is_named() -> None:
    matrix = replace(WHOLE, requirements=["kim/a", "kim/b"])

    assert matrix.unbroken == ["kim/b"]
    assert not matrix.holds(everything=True)
    assert matrix.holds(everything=False)


def test_a_mutant_must_fail_what_serves_the_requirement_that_it_breaks() -> None:
    matrix = replace(WHOLE, served={"kim/a": frozenset([TWO])})

    assert matrix.unseen == [("kim/some", "kim/a")]
    assert not matrix.holds(everything=False)


def test_a_check_that_serves_the_requirement_is_as_good_as_a_vector() -> None:
    assert replace(WHOLE, served={"kim/a": frozenset([ORDER])}).unseen == []


def test_a_check_that_only_failures_and_refusals_break_is_named() -> None:
    matrix = replace(WHOLE, tried=[(MUTANT, replace(KILLED, own=()))])

    assert matrix.idle_checks == ["order"]
    assert not matrix.holds(everything=True)


def test_a_check_that_is_broken_in_another_encoding_is_not_idle() -> None:
    assert replace(WHOLE, checks=[ORDER, check_id("utf-8", "order")]).idle_checks == []


def test_a_vector_that_fails_on_no_mutant_is_named_and_no_error() -> None:
    matrix = replace(WHOLE, vectors=[ONE, TWO])

    assert matrix.idle_vectors == [TWO]
    assert matrix.holds(everything=True)


def test_fates_are_counted_by_what_the_mutants_were_made_in() -> None:
    other = Mutant("kim.py: x => y", "kim.py", ("kim-count", "kim"), dict)

    matrix = replace(WHOLE, tried=[(MUTANT, KILLED), (other, Trial(other.id))])

    assert matrix.fates == {"kim": {Fate.BOTH: 1}, "kim.py": {Fate.SURVIVED: 1}}
