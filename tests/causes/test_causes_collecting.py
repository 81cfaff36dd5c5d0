"""Causes are found while a run goes on, when the verdicts of an implementation in an encoding are complete."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import cache

import pytest
from composed import codec
from diagnosed import failures
from project import suite

from encoding_conformance.causes.collecting import Collector, is_seeking
from encoding_conformance.causes.reruns import Reruns
from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.outcome import BrokenProtocol
from encoding_conformance.core.verdict import Cause, Judgement, Status, Verdict


@cache
def failed() -> list[Verdict]:
    return failures("kim", codec("kim/above-limit-decoded"))


def explained(causes: Iterable[Cause]) -> int:
    return sum(len(cause.explains) for cause in causes)


def test_causes_are_given_when_another_implementation_comes_and_the_last_at_the_end():
    collector = Collector(suite())

    while_it_goes_on = [collector.add(verdict) for verdict in failed()]
    found = collector.add(failed()[0]._replace(implementation="another"))
    last = collector.rest()

    assert not any(while_it_goes_on)
    assert {cause.implementation for cause in found} == {"my"}
    assert explained(found) == len(failed())
    assert [cause.implementation for cause in last] == ["another"]
    assert explained(collector.found) == len(failed()) + 1
    assert not collector.rest()


def test_a_process_is_seeking_only_while_it_looks_for_causes():
    seen = []

    def start(*names: str) -> AbstractContextManager[Reruns]:
        seen.append(is_seeking())
        return nullcontext(Reruns(suite().encodings["kim"]))

    collector = Collector(suite(), start)
    for verdict in failed():
        collector.add(verdict)
    assert not is_seeking()
    collector.rest()
    assert (seen, is_seeking()) == ([True], False)


def test_what_passes_has_no_cause():
    collector = Collector(suite())
    for verdict in failed():
        collector.add(verdict._replace(status=Status.PASS))

    assert not collector.rest()
    assert not collector.found


def test_each_failure_in_an_unknown_encoding_is_a_cause_of_its_own():
    id, judgement = Id("nobodys", IdKind.START), Judgement(Status.ERROR, "it does not start")
    verdict = Verdict("my", "nobodys", id, (), *judgement, got=BrokenProtocol("gone"))
    collector = Collector(suite())
    collector.add(verdict)

    (cause,) = collector.rest()

    assert (cause.title, cause.example, cause.explains) == ("it does not start", verdict, (verdict.id,))


def test_an_interrupted_run_gives_the_other_causes_without_running_anything_again():
    collector = Collector(suite(), start_reruns=lambda *unit: pytest.fail("it runs something"))
    for verdict in failed():
        collector.add(verdict)

    assert explained(collector.rest(reruns=False)) == len(failed())


@pytest.mark.parametrize("skipped", [0, 1])
def test_only_causes_of_exactly_these_failures_are_taken_from_elsewhere(skipped):
    known = Cause("my", "kim", "found elsewhere", "", tuple(verdict.id for verdict in failed()), failed()[0])
    collector = Collector(suite(), known=[known, known._replace(implementation="another")])
    for verdict in failed()[skipped:]:
        collector.add(verdict)

    titles = [cause.title for cause in collector.rest()]

    assert (titles == ["found elsewhere"]) == (skipped == 0)
