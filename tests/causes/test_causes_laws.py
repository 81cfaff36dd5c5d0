"""What holds for the causes of any failures."""

from __future__ import annotations

import random
from collections import Counter

import failing
import measured
from hypothesis import given, settings
from hypothesis import strategies as some

from encoding_conformance.causes.causes import causes
from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Rejection
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import Cause, Judgement, Status, Verdict, judged
from workshop.mutation.selection import named

KIM = [place for place, mutant in enumerate(named()) if mutant.of == "kim"]
MISTAKES = some.lists(some.sampled_from(KIM), min_size=1, max_size=3)


def vector(local: str) -> Vector:
    return next(each for each in measured.indexed("kim")[0].vectors if each.id.local == local)


def found(failed: list[Verdict]) -> list[Cause]:
    return causes(measured.indexed("kim")[0].encoding, measured.indexed("kim")[0].vectors, failed)


def test_what_an_adapter_garbles_breaks_no_requirement_of_the_encoding() -> None:
    failed = [
        judged(
            "my", "kim", each.id, each.requirements, Judgement(Status.ERROR), each.operation, each.permitted, BrokenProtocol("?")
        )
        for each in measured.indexed("kim")[0].vectors
    ]
    told = found(failed)
    assert told and {(cause.requirement, cause.looks_like) for cause in told} == {("", None)}
    assert all("breaks the protocol" in cause.title and "the adapter is at fault" in cause.title for cause in told)


@settings(max_examples=25, deadline=None)
@given(MISTAKES)
def test_each_failure_is_explained_by_exactly_one_cause(mistakes: list[int]) -> None:
    failed = failing.verdicts(mistakes)

    explained = Counter(id for cause in found(failed) for id in cause.explains)

    assert explained == Counter(verdict.id for verdict in failed)


@settings(max_examples=25, deadline=None)
@given(MISTAKES)
def test_the_example_is_the_smallest_failure_of_its_cause(mistakes: list[int]) -> None:
    failed = failing.verdicts(mistakes)
    sizes = {verdict.id: len(verdict.operation.input) for verdict in failed if verdict.operation}

    for cause in found(failed):
        assert cause.explains[0] == cause.example.id
        assert sizes[cause.example.id] == min(sizes[id] for id in cause.explains)


@settings(max_examples=25, deadline=None)
@given(MISTAKES, some.randoms(use_true_random=False))
def test_the_order_of_the_verdicts_makes_no_difference(mistakes: list[int], chance: random.Random) -> None:
    failed = failing.verdicts(mistakes)
    shuffled = [*failed]
    chance.shuffle(shuffled)

    assert found(shuffled) == found(failed)


def test_a_crash_comes_first_and_wrong_offsets_last() -> None:
    accepted = failing.verdicts([failing.place_of("kim/no-limit-when-read")])
    crashed = failing.verdict(vector("last-two-bytes/encode"), Crash("it died"))
    late = failing.verdict(vector("encode-110000-after-text"), Rejection(17))

    told = found([late, *accepted, crashed])

    assert [told[0].example, told[-1].example] == [crashed, late]
    assert "crashes" in told[0].title


def test_an_implementation_that_does_not_start_is_a_cause_by_itself() -> None:
    accepted = failing.verdicts([failing.place_of("kim/no-limit-when-read")])
    dead = judged(
        "my", "kim", Id("kim", IdKind.START), (), Judgement(Status.ERROR, "it does not start"), got=BrokenProtocol("gone")
    )

    told = found([*accepted, dead])

    assert [(told[0].title, told[0].explains)] == [("it does not start", (dead.id,))]
    assert sum(len(cause.explains) for cause in told) == len(accepted) + 1
