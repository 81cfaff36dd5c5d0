"""What holds for the causes of any failures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest
from composed import codec, encoding_of
from diagnosed import asking, diagnosed, failure, failures, vector, vectors
from project import suite

from encoding_conformance.causes.causes import causes as causes_of
from encoding_conformance.causes.effect import Effect
from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Outcome, Rejection
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


def test_the_order_of_the_verdicts_makes_no_difference() -> None:
    name = CODECS[0]
    failed, causes = failures_and_causes(name)
    shuffled = random.Random(1).sample(failed, len(failed))
    assert diagnosed(encoding_of(name), codec(name), shuffled) == causes


def test_what_an_adapter_garbles_breaks_no_requirement_of_the_encoding() -> None:
    garbled = [failure(each, BrokenProtocol("?"), Judgement(Status.ERROR)) for each in vectors("kim")]
    told = diagnosed("kim", codec("kim"), garbled)
    assert told and {cause.requirement for cause in told} == {""}
    assert all(Effect.BREAKS_THE_PROTOCOL in cause.title for cause in told)


def test_a_crash_comes_first_and_wrong_offsets_last() -> None:
    accepted = failures("kim", codec("kim/cut-short-taken"))
    crashed = failure(vector("kim", "last-two-bytes/encode"), Crash("it died"))
    late = failure(vector("kim", "encode-110000-after-text"), Rejection(17))
    told = diagnosed("kim", codec("kim/cut-short-taken"), [late, *accepted, crashed])
    assert [told[0].example, told[-1].example] == [crashed, late]
    assert "crashes" in told[0].title


def test_an_implementation_that_does_not_start_is_a_cause_by_itself() -> None:
    accepted = failures("kim", codec("kim/cut-short-taken"))
    start = Id("kim", IdKind.START)
    dead = Verdict("my", "kim", start, (), *Judgement(Status.ERROR, "it does not start"), got=BrokenProtocol("gone"))
    told = diagnosed("kim", codec("kim/cut-short-taken"), [*accepted, dead])
    assert [(told[0].title, told[0].explains)] == [("it does not start", (dead.id,))]
    assert sum(len(cause.explains) for cause in told) == len(accepted) + 1


def test_no_cause_hides_a_crash() -> None:
    name = "utf-8/cut-short-crashes+surrogates-decoded+trail-unchecked"
    by_id = {verdict.id: verdict for verdict in failures("utf-8", codec(name))}
    for cause in diagnosed("utf-8", codec(name), list(by_id.values())):
        (is_crash,) = {isinstance(by_id[id].got, Crash) for id in cause.explains}
        assert is_crash == ("crashes" in cause.title)


def test_running_again_costs_few_crashes() -> None:
    rerun, crashes = asking("utf-8", codec("utf-8/cut-short-crashes")), list[Outcome]()

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        for outcome in rerun.perform(operations):
            crashes.extend([outcome] if isinstance(outcome, Crash) else [])
            yield outcome

    failed = failures("utf-8", codec("utf-8/cut-short-crashes"))
    known = suite()
    (cause,) = causes_of(replace(rerun, perform=perform), [], vectors("utf-8"), known.requirements, failed)
    assert cause.title.startswith("decode crashes on input that ends inside a value")
    assert 0 < len(crashes) <= 2 * 12


def test_a_mistake_anywhere_is_not_put_down_to_the_place_where_it_was_seen() -> None:
    (cause,) = diagnosed("utf-8", codec("utf-8/surrogates-decoded"), [failures("utf-8", codec("utf-8/surrogates-decoded"))[-1]])
    assert cause.title.startswith("decode accepts a surrogate (")


def test_values_that_are_masked_do_not_end_the_search() -> None:
    failed = failures("utf-32-be", codec("utf-32-be/21-bits-kept"))
    causes = diagnosed("utf-32-be", codec("utf-32-be/21-bits-kept"), failed)
    assert sum(len(cause.explains) for cause in causes) == len(failed)
