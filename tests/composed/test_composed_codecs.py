"""The composed codecs: a mistake that is switched off does nothing, one that is switched on fails something, and the list of
codecs stays as it is."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from project import suite

from workshop.composed.composed import SEEN, UNSEEN, listed, read
from workshop.composed.draw import SHARES, candidates
from workshop.composed.failing import failing_of
from workshop.composed.families import FAMILIES, Family, family_of
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


@pytest.mark.parametrize(("half", "count", "singles"), [(SEEN, 954, 438), (UNSEEN, 50, 28)])
def test_the_halves_are_fixed(half: str, count: int, singles: int) -> None:
    codecs = listed(half)
    assert len(codecs) == len(set(codecs)) == count
    assert sum(len(codec.names) == 1 for codec in codecs) == singles
    assert {len(codec.names) for codec in codecs} == {1, 2, 3, 4}


def test_each_unseen_codec_makes_a_mistake_that_no_seen_one_makes() -> None:
    seen = {(family_of(codec.encoding, codec.names).name, name) for codec in listed(SEEN) for name in codec.names}
    for codec in listed(UNSEEN):
        assert not seen.issuperset((family_of(codec.encoding, codec.names).name, name) for name in codec.names), codec


def test_a_draw_gives_the_same_codecs_each_time() -> None:
    family = next(each for each in FAMILIES if each.name in SHARES)
    first, again = ([*islice(candidates(family, True), 20)] for _ in range(2))
    assert first == again


def test_a_mistake_that_a_codec_cannot_make_is_refused() -> None:
    with pytest.raises(ValueError, match="utf-8-31bit has no codec with 'surrogates-both'"):
        read("utf-8-31bit/surrogates-both")


@pytest.mark.slow
@of_each_family
def test_a_codec_without_mistakes_fails_nothing(family: Family) -> None:
    for encoding in family.encodings:
        assert [*failing_of(encoding, family.make(encoding, ()))] == []


@pytest.mark.slow
@of_each_family
def test_each_listed_mistake_alone_fails_a_vector(family: Family) -> None:
    listed_ones = {single for half in (SEEN, UNSEEN) for each in listed(half) for single in each.singles}
    singles = sorted(each for each in listed_ones if family_of(each.encoding, each.names) is family)
    found = {each: next(failing_of(each.encoding, family.make(each.encoding, each.names)), None) for each in singles}
    assert [str(each) for each, first in found.items() if first is None] == []


@pytest.mark.slow
def test_a_run_tells_the_failures_and_the_causes_of_a_codec() -> None:
    codec = read("iso-8859-7/unassigned-taken")
    run = ask([codec], 1, ("*/check/*",))[codec]
    assert run.failures["iso-8859-7/unassigned-ae"].got == "ok AE"
    assert sorted(id for cause in run.causes for id in cause.explains) == sorted(run.failures)
