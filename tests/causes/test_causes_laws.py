"""What holds for the causes of any failures, and which operations are run again to find them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from composed import codec
from diagnosed import diagnosed, failure, failures, reruns, vector, vectors
from project import suite
from quick_kim import CODEC

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Support, Way
from encoding_conformance.causes import reruns as reruns_module
from encoding_conformance.causes.effect import Effect
from encoding_conformance.causes.reruns import Reruns
from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Outcome, Rejection
from encoding_conformance.core.verdict import Judgement, Status, Verdict
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.runner import plan
from encoding_conformance.runner.unit import UnitRun


def test_each_missing_check_of_a_decoder_is_a_cause_of_vectors_and_checks():
    """The decoder of docs/reading-results.md lacks two checks, of which one concerns two requirements."""
    implementation = Implementation("quick-kim", "X", VECTORS, Way.PYTHON, (), "", (), {"kim": Support()})
    (unit,) = plan.units(suite(), [implementation], ["kim"], plan.Selection(("kim/check/layout",)))
    checked = [verdict for verdict in UnitRun(unit, InProcess(CODEC)).verdicts() if verdict.status == Status.FAIL]
    failed = [*checked, *failures("kim", CODEC)]
    assert checked
    found = diagnosed("kim", CODEC, failed)
    assert [cause.plain_title for cause in found] == [
        "decode accepts a value of too many bytes",
        "decode accepts input that ends inside a value, and ends there",
        "decode accepts a value above 10FFFF",
    ]
    assert sum(len(cause.explains) for cause in found) == len(failed)
    assert found[1].example.id == Id("kim", "vector", "truncated-after-one-byte")


def test_the_order_of_the_verdicts_makes_no_difference():
    name = "kim/cut-short-taken+offset-late"
    failed = failures("kim", codec(name))
    shuffled = random.Random(1).sample(failed, len(failed))
    assert diagnosed("kim", codec(name), shuffled) == diagnosed("kim", codec(name), failed)


def test_what_an_adapter_garbles_breaks_no_requirement_of_the_encoding():
    garbled = [failure(each, BrokenProtocol("?"), Judgement(Status.ERROR)) for each in vectors("kim")]
    found = diagnosed("kim", codec("kim"), garbled)
    assert found and {cause.requirement for cause in found} == {""}
    assert all(Effect.BREAKS_THE_PROTOCOL in cause.title for cause in found)


def test_a_start_and_crashes_come_first_and_wrong_offsets_last():
    accepted = failures("kim", codec("kim/cut-short-taken"))
    start = Id("kim", IdKind.START)
    dead = Verdict("my", "kim", start, (), *Judgement(Status.ERROR, "it does not start"), got=BrokenProtocol("gone"))
    crashed = failure(vector("kim", "last-two-bytes/encode"), Crash("it died"))
    late = failure(vector("kim", "encode-110000-after-text"), Rejection(17))
    first, second, *rest = diagnosed("kim", codec("kim/cut-short-taken"), [late, *accepted, crashed, dead])
    assert (first.title, first.explains) == ("it does not start", (start,))
    assert second.example == crashed and "crashes" in second.title
    assert rest[-1].example == late
    assert sum(len(cause.explains) for cause in rest) == len(accepted) + 1


def test_running_again_costs_few_crashes_and_a_title_counts_the_inputs_that_were_tried():
    name = "kim/cut-short-crashes"
    inner, crashes = reruns("kim", codec(name)), list[Outcome]()

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        for outcome in inner.perform(operations):
            crashes.extend([outcome] if isinstance(outcome, Crash) else [])
            yield outcome

    (cause,) = diagnosed("kim", None, failures("kim", codec(name)), replace(inner, perform=perform))
    assert re.match(r"decode crashes on input that ends inside a value \((\d+) of \1 tried\)", cause.title)
    assert 0 < len(crashes) <= 2 * 12


def test_nothing_is_run_again_once_the_time_is_over(monkeypatch: pytest.MonkeyPatch):
    performed: list[Operation] = []

    def perform(operations: Sequence[Operation]) -> Iterator[Outcome]:
        for operation in operations:
            performed.append(operation)
            yield Rejection()

    monkeypatch.setattr(reruns_module, "_SECONDS", -1)
    over = Reruns(suite().encodings["ascii"], perform)
    assert over.trials([Decode("ascii", b"A")]) == [] and over.alone(Decode("ascii", b"A")) == []
    assert performed == []
