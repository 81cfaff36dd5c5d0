"""The composed codecs: a mistake that is switched off does nothing, one that is switched on fails something, and the list of
codecs stays as it is."""

from __future__ import annotations

import re

import pytest
from diagnosed import failures
from project import suite

from workshop.composed.composed import SEEN, UNSEEN, read
from workshop.composed.draw import CHECKS
from workshop.composed.families import FAMILIES, Family, codec
from workshop.composed.measure import listed
from workshop.composed.runs import ask

of_each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


@of_each_family
def test_what_mistakes_say_can_be_read(family: Family) -> None:
    names = [each.name for each in family.mistakes]
    assert len(names) == len(set(names))
    for each in family.mistakes:
        re.compile(each.words)
        assert each.requirements <= suite().requirements.keys(), each.name
        assert set(each.only) <= set(family.encodings)


def test_the_list_is_fixed() -> None:
    codecs = listed()
    assert len(codecs) == len(set(codecs)) == 100
    assert sum(len(codec.names) == 1 for codec in codecs) == 35
    assert {len(codec.names) for codec in codecs} == {1, 2, 3, 4}


def test_the_halves_are_fixed() -> None:
    halves = [codec.half for codec in listed()]
    assert (halves.count(SEEN), halves.count(UNSEEN)) == (51, 49)
    assert read("kim/above-limit-decoded+cut-short-taken").half == UNSEEN
    assert read("utf-8-31bit/cut-short-crashes").half == SEEN


def test_a_mistake_that_a_codec_cannot_make_is_refused() -> None:
    with pytest.raises(ValueError, match="utf-8-31bit has no mistake 'surrogates-both'"):
        read("utf-8-31bit/surrogates-both")


@pytest.mark.slow
@of_each_family
def test_a_codec_without_mistakes_fails_nothing(family: Family) -> None:
    for encoding in family.encodings:
        assert failures(encoding, codec(encoding)) == []


@pytest.mark.slow
@of_each_family
def test_each_listed_mistake_alone_fails_a_vector(family: Family) -> None:
    singles = {single for each in listed() if each.encoding in family.encodings for single in each.singles}
    assert [str(each) for each in sorted(singles) if not failures(each.encoding, codec(each.encoding, each.names))] == []


@pytest.mark.slow
def test_a_run_tells_the_failures_and_the_causes_of_a_codec() -> None:
    codec = read("iso-8859-7/unassigned-taken")
    run = ask([codec], 1, (CHECKS,))[codec]
    assert run.failures["iso-8859-7/unassigned-ae"].got == "ok AE"
    assert sorted(id for cause in run.causes for id in cause.explains) == sorted(run.failures)
