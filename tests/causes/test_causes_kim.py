"""A Kim decoder of docs/running.md without two checks, of which one concerns two requirements."""

from __future__ import annotations

from diagnosed import asking
from project import suite
from quick_kim import CODEC

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Support, Way
from encoding_conformance.causes.causes import causes
from encoding_conformance.core.identity import Id
from encoding_conformance.core.verdict import Status
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.runner import plan
from encoding_conformance.runner.unit import UnitRun


def test_each_requirement_that_is_not_checked_is_a_cause() -> None:
    known = suite()
    implementation = Implementation("quick-kim", "X", VECTORS, Way.PYTHON, (), "", (), {"kim": Support()})
    (unit,) = plan.units(known, [implementation], ["kim"])
    failed = [verdict for verdict in UnitRun(unit, InProcess(CODEC)).verdicts() if verdict.status == Status.FAIL]
    found = causes(asking("kim", CODEC), [*known.encodings.values()], known.vectors_of("kim"), known.requirements, failed)
    assert [cause.title.partition(" (")[0] for cause in found] == [
        "decode accepts a value of too many bytes",
        "decode accepts input that ends inside a value, and ends there",
        "decode accepts a value above 10FFFF",
    ]
    assert sum(len(cause.explains) for cause in found) == len(failed)
    assert found[1].example.id == Id("kim", "vector", "truncated-after-one-byte")
