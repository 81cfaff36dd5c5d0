"""Long units in slices: the verdicts are those of a unit in one piece, wherever and whenever its slices are asked."""

from __future__ import annotations

from contextlib import closing

import pytest

from encoding_conformance.core.operation import Decode
from encoding_conformance.core.verdict import Status, Verdict
from encoding_conformance.runner import laws, plan, registry, running, scheduler
from encoding_conformance.runner.plan import Selection, Unit
from encoding_conformance.runner.running import Running
from encoding_conformance.runner.slicing import Slice, Sliced
from encoding_conformance.runner.unit import Parameters

LONG = Parameters(exhaustive=True)
SLICES = 4
"""The number of slices of the pairs of bytes in these tests."""

CODEC = """
import os, sys, time
from pathlib import Path

class Codec:
    calls = 0

    def encode(self, values):
        return bytes(values)

    def decode(self, data):
        self.calls += 1
        if self.calls == 1:
            (Path(__file__).parent / "processes" / str(os.getpid())).touch()
        if {wrong}:
            {does}
        if any(byte > 0x7F for byte in data):
            raise ValueError("not ASCII")
        return list(data)

ascii = Codec()
"""

CODECS = {
    "right": ("False", "pass"),
    "wrong at one pair": (r"data == b'\x41\x42'", "return [0x3F]"),
    "crashes at pairs": (r"len(data) == 2 and data[1] == 0x42 and data[0] & 0x1F == 1", "os.abort()"),
    "counts": ("self.calls == 3000", "return [0x3F]"),
    "ends its job": ("True", "os.kill(os.getppid(), 9)"),
}
WHOLE = [name for name in CODECS if name != "ends its job"]


@pytest.fixture(autouse=True)
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "_OF_A_SLICE", 0x10000 // SLICES)
    monkeypatch.setattr(running, "_SHORT", 0)  # every unit is long


@pytest.fixture
def made(manifest, suite):
    def make(name: str) -> Unit:
        wrong, does = CODECS[name]
        folder = manifest("x", "python: 'x:ascii'", x=CODEC.format(wrong=wrong, does=does))
        (folder / "processes").mkdir()
        (unit,) = plan.units(suite, registry.selected([str(folder)], suite.encodings), ["ascii"], Selection(("check/layout",)))
        return unit

    return make


def verdicts(unit: Unit, jobs: int, **more: object) -> list[Verdict]:
    with closing(Running([unit], LONG, jobs, **more).verdicts()) as found:
        return list(found)


@pytest.mark.parametrize(
    "name", [name if name == "wrong at one pair" else pytest.param(name, marks=pytest.mark.slow) for name in WHOLE]
)
def test_jobs_and_one_process_give_the_same_verdicts(made, name: str) -> None:
    unit, noted = made(name), dict[Slice, Sliced]()
    one = verdicts(unit, 1, note=lambda unit, slice, given: noted.update({slice: given}))
    assert verdicts(unit, 2) == one
    assert one[0].status == (Status.PASS if name == "right" else Status.FAIL)
    if name == "wrong at one pair":  # the unit finds it again, and behind it, nothing more is asked
        assert one[0].operation == Decode("ascii", b"AB")
        assert [bool(given.text) for _, given in sorted(noted.items())] == [False, True]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["right", "wrong at one pair", "crashes at pairs"])
def test_slices_do_not_change_a_verdict(made, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    unit = made(name)
    sliced = verdicts(unit, 1)
    monkeypatch.setattr(laws, "_OF_A_SLICE", 1 << 30)
    assert verdicts(unit, 1) == sliced


def test_the_slices_have_each_case_once_and_none_is_asked_twice(made) -> None:
    unit, known = made("right"), dict[Slice, Sliced]()
    verdicts(unit, 1, note=lambda unit, slice, given: known.update({slice: given}))
    slices = sorted(known)
    assert [(each.first, each.last, each.cases) for each in slices] == [(0x40 * n, 0x40 * n + 0x40, 0x4000) for n in range(4)]
    processes = unit.implementation.folder / "processes"
    assert len(list(processes.iterdir())) == 1 + SLICES

    del known[slices[2]]
    noted: list[Slice] = []
    given = {"sliced": {("x", "ascii"): known}, "note": lambda unit, slice, given: noted.append(slice)}
    (verdict,) = verdicts(unit, 2, **given)
    assert (verdict.status, noted) == (Status.PASS, [slices[2]])
    assert len(list(processes.iterdir())) == 1 + SLICES + 3  # the unit is run twice

    known[slices[0]] = Sliced("a wrong result", (0,))
    (verdict,) = verdicts(unit, 1, **given)
    told = "a wrong result, in a process of its own, but not when it was asked again"
    assert (verdict.status, verdict.reason) == (Status.FAIL, told)


def test_units_that_were_not_asked_before_a_job_is_lost_are_lost_as_well(made, monkeypatch: pytest.MonkeyPatch) -> None:
    unit = made("ends its job")
    monkeypatch.setattr(scheduler, "_MOST", 1)
    with closing(Running([unit, unit], LONG, 2).verdicts()) as found:
        reasons = [verdict.reason for verdict in found]
    assert reasons == ["the harness failed: a job of the harness was ended from outside"] * 2


def test_a_short_unit_is_run_once_and_a_long_one_keeps_its_first_slices(made, monkeypatch: pytest.MonkeyPatch) -> None:
    unit, noted = made("right"), list[Slice]()
    processes = unit.implementation.folder / "processes"
    times = iter(range(100))  # each look at the clock is a second later
    monkeypatch.setattr(running, "perf_counter", lambda: next(times))
    monkeypatch.setattr(running, "_SHORT", 100)
    verdicts(unit, 2)
    assert len(list(processes.iterdir())) == 1 + SLICES

    monkeypatch.setattr(running, "_SHORT", 3)
    (verdict,) = verdicts(unit, 2, note=lambda unit, slice, given: noted.append(slice))
    assert (verdict.status, len(noted)) == (Status.PASS, SLICES)
    assert len(list(processes.iterdir())) == 1 + SLICES + 2 + SLICES  # the unit is run twice, and no slice
