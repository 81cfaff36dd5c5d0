"""Causes are found while a run goes on, when the verdicts of an implementation in an encoding are complete."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from composed import codec
from diagnosed import failures
from project import suite

from encoding_conformance.causes import reruns
from encoding_conformance.causes.collecting import Collector
from encoding_conformance.causes.reruns import Reruns
from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import BrokenProtocol, Outcome, Rejection
from encoding_conformance.core.verdict import Cause, Judgement, Status, Verdict


@cache
def failed() -> list[Verdict]:
    return failures("kim", codec("kim/above-limit-decoded"))


def collector() -> Collector:
    return Collector(suite())


def explained(collected: Collector) -> int:
    return sum(len(cause.explains) for cause in collected.found)


def test_causes_are_told_when_another_implementation_comes() -> None:
    collected = collector()

    while_it_goes_on = [collected.add(verdict) for verdict in failed()]
    told = collected.add(failed()[0]._replace(implementation="another"))

    assert not any(while_it_goes_on)
    assert {cause.implementation for cause in told} == {"my"}
    assert sum(len(cause.explains) for cause in told) == len(failed())


def test_the_last_causes_are_told_at_the_end() -> None:
    collected = collector()
    for verdict in failed():
        collected.add(verdict)
    collected.add(failed()[0]._replace(implementation="another"))

    last = collected.rest()

    assert [cause.implementation for cause in last] == ["another"]
    assert explained(collected) == len(failed()) + 1
    assert not collected.rest()


def test_what_passes_has_no_cause() -> None:
    collected = collector()
    for verdict in failed():
        collected.add(verdict._replace(status=Status.PASS))

    assert not collected.rest()
    assert not collected.found


def test_each_failure_in_an_unknown_encoding_stands_by_itself() -> None:
    collected = collector()
    verdict = Verdict(
        "my",
        "nobodys",
        Id("nobodys", IdKind.START),
        (),
        *Judgement(Status.ERROR, "it does not start"),
        got=BrokenProtocol("gone"),
    )
    collected.add(verdict)

    (cause,) = collected.rest()

    assert (cause.title, cause.example, cause.explains) == ("it does not start", verdict, (verdict.id,))


def test_the_rest_of_an_interrupted_run_is_told_without_asking() -> None:
    collected = Collector(suite(), ask=lambda *unit: pytest.fail("it asks"))
    for verdict in failed():
        collected.add(verdict)

    told = collected.rest(asks=False)

    assert sum(len(cause.explains) for cause in told) == len(failed())


def known_to_be_told(verdicts: list[Verdict]) -> list[Cause]:
    """The causes of these verdicts, if a cause is known that explains all failures of the codec."""
    known = Cause("my", "kim", "found elsewhere", "", tuple(verdict.id for verdict in failed()), failed()[0])
    collected = Collector(suite(), known=[known, known._replace(implementation="another")])
    for verdict in verdicts:
        collected.add(verdict)
    return list(collected.rest())


def test_causes_that_were_found_elsewhere_are_not_looked_for_again() -> None:
    assert [cause.title for cause in known_to_be_told(failed())] == ["found elsewhere"]


def test_causes_of_other_failures_are_looked_for() -> None:
    assert "found elsewhere" not in [cause.title for cause in known_to_be_told(failed()[1:])]


def test_nothing_is_run_again_once_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    performed: list[Operation] = []

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        for operation in operations:
            performed.append(operation)
            yield Rejection()

    monkeypatch.setattr(reruns, "_SECONDS", -1)
    over = Reruns(suite().encodings["ascii"], perform)
    assert over.trials([Decode("ascii", b"A")]) == [] and over.alone(Decode("ascii", b"A")) == []
    assert performed == []
