"""Which requirement a cause names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import failing
import measured
import pytest

from encoding_conformance.causes.broken_requirement import requirement
from encoding_conformance.causes.failures import Failures
from encoding_conformance.causes.patterns import Known
from encoding_conformance.causes.votes import votes
from workshop.mutation.selection import named

MUTANT = "kim/no-limit-when-read"
PLACE = failing.place_of(MUTANT)


def patterns() -> Sequence[Known]:
    return measured.indexed("kim")[1]


def failures(place: int = PLACE) -> Failures:
    return Failures(measured.indexed("kim")[0], measured.failed(place).values())


def known(id: str, breaks: str) -> Known:
    """A known mistake that fails like a mutant, and breaks this requirement."""
    found = next(each for each in patterns() if each.pattern.mutant == id)
    return replace(found, pattern=replace(found.pattern, breaks=(breaks,)))


def test_it_is_one_whose_vectors_fail_and_only_they() -> None:
    assert requirement(failures(), [], failures().tests, ()) in named()[PLACE].breaks


def test_a_crash_speaks_for_the_requirement_that_there_is_always_an_answer() -> None:
    crashes = failures(failing.place_of("kim/empty-crashes"))

    assert requirement(crashes, [], crashes.tests, ()) == "common/always-an-answer"


def test_it_is_the_first_of_the_example_if_no_vector_fails() -> None:
    assert requirement(failures(), patterns(), 0, ("kim/stateless", "kim/one-byte")) == "kim/stateless"


def test_there_is_none_if_nothing_tells() -> None:
    assert requirement(failures(), [], 0, ()) == ""


def test_a_known_mistake_that_fails_alike_has_most_votes() -> None:
    same, other = known(MUTANT, "kim/same"), known("kim/surrogates-replaced", "kim/other")

    shares = votes(failures(), [same, other], failures().tests)

    assert shares["kim/same"] > 0.9
    assert sum(shares.values()) == pytest.approx(1)


def test_known_mistakes_that_fail_in_the_same_way_share_the_votes() -> None:
    shares = votes(failures(), [known(MUTANT, "kim/one"), known(MUTANT, "kim/two")], failures().tests)

    assert shares == pytest.approx({"kim/one": 0.5, "kim/two": 0.5})
