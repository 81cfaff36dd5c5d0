"""What holds for the causes of any failures."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from composed import codec, encoding_of
from diagnosed import diagnosed, failure, failures, vector, vectors

from encoding_conformance.causes.cases.effect import FAILURES, Effect
from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Rejection
from encoding_conformance.core.verdict import Cause, Judgement, Status, Verdict

CODECS = [
    "utf-8/trail-unchecked+surrogates-both",
    "kim/groups-reversed+cut-short-taken",
    "utf-16-le/lone-high-taken+odd-byte-crashes+last-lost",
]


@cache
def failures_and_causes(name: str) -> tuple[list[Verdict], list[Cause]]:
    """Returns the failures of a codec with some mistakes, and their causes. They are read only, because tests share them."""
    failed = failures(encoding_of(name), codec(name))
    return failed, diagnosed(encoding_of(name), codec(name), failed)


@pytest.mark.parametrize("name", CODECS)
def test_each_failure_is_explained_by_exactly_one_cause(name: str) -> None:
    failed, causes = failures_and_causes(name)
    assert Counter(id for cause in causes for id in cause.explains) == Counter(verdict.id for verdict in failed)


@pytest.mark.parametrize("name", CODECS)
def test_the_example_comes_first_and_is_of_the_operation_of_the_title(name: str) -> None:
    for cause in failures_and_causes(name)[1]:
        assert cause.explains[0] == cause.example.id
        assert cause.example.operation is not None and cause.title.startswith(cause.example.operation.kind)


def test_the_order_of_the_verdicts_makes_no_difference():
    name = CODECS[0]
    failed, causes = failures_and_causes(name)
    shuffled = random.Random(1).sample(failed, len(failed))
    assert diagnosed(encoding_of(name), codec(name), shuffled) == causes


def test_what_an_adapter_garbles_breaks_no_requirement_of_the_encoding():
    garbled = [failure(each, BrokenProtocol("?"), Judgement(Status.ERROR)) for each in vectors("kim")]
    told = diagnosed("kim", codec("kim"), garbled)
    assert told and {cause.requirement for cause in told} == {""}
    assert all(Effect.BREAKS_THE_PROTOCOL in cause.title for cause in told)


def test_a_crash_comes_first_and_wrong_offsets_last():
    accepted = failures("kim", codec("kim/cut-short-taken"))
    crashed = failure(vector("kim", "last-two-bytes/encode"), Crash("it died"))
    late = failure(vector("kim", "encode-110000-after-text"), Rejection(17))
    told = diagnosed("kim", codec("kim/cut-short-taken"), [late, *accepted, crashed])
    assert [told[0].example, told[-1].example] == [crashed, late]
    assert "crashes" in told[0].title


def test_an_implementation_that_does_not_start_is_a_cause_by_itself():
    accepted = failures("kim", codec("kim/cut-short-taken"))
    start = Id("kim", IdKind.START)
    dead = Verdict("my", "kim", start, (), *Judgement(Status.ERROR, "it does not start"), got=BrokenProtocol("gone"))
    told = diagnosed("kim", codec("kim/cut-short-taken"), [*accepted, dead])
    assert [(told[0].title, told[0].explains)] == [("it does not start", (dead.id,))]
    assert sum(len(cause.explains) for cause in told) == len(accepted) + 1


def test_what_is_no_answer_comes_before_answers():
    assert list(Effect)[: len(FAILURES)] == list(FAILURES)
