"""Every implementation behind a proxy that changes what it gives for ill-formed input: a run must fail.

`make test-atlas` tests all that are installed. One of them is always tested, and a larger one with the slow tests.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Set
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from project import suite
from proxy import CHANGES

from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.core.identity import Id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.verdict import Ground, Status, Verdict
from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.runner import plan
from encoding_conformance.runner.deviations import declared
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.registry import own
from encoding_conformance.runner.running import Running

PROXY = Path(__file__).with_name("proxy.py")
SAMPLE = ("lua-codes",)
"""An implementation that starts quickly, and accepts most that is ill-formed."""

LARGER = ("go", "node-buffer", "perl", "ruby", "rust")
"""Implementations that CI has, some of which replace what is ill-formed."""


@cache
def ill_formed(encoding: str) -> Set[Id]:
    """The ids of the vectors that demand a rejection of bytes."""
    return {
        vector.id
        for vector in suite().vectors_of(encoding)
        if isinstance(vector.operation, Decode) and all(isinstance(each, Rejection) for each in vector.permitted)
    }


def units(implementation: Implementation) -> Iterator[Unit]:
    """The vectors of ill-formed bytes in each encoding that has any."""
    for unit in plan.units(suite(), [implementation], []):
        if found := tuple(vector for vector in unit.vectors if vector.id in ill_formed(unit.encoding.id)):
            yield replace(unit, vectors=found, checks=())


def behind(implementation: Implementation, change: str) -> Implementation:
    """The implementation behind the proxy. One in Python is served, so that it speaks the protocol."""
    serve = (sys.executable, "-m", "encoding_conformance", "serve", "-i", implementation.selector)
    command = implementation.process if implementation.kind == Way.PROCESS else serve
    process = (sys.executable, str(PROXY), change, *command)
    return replace(implementation, kind=Way.PROCESS, process=process)


def judged(implementation: Implementation) -> dict[Id, Verdict]:
    """The verdicts on the vectors of ill-formed bytes."""
    with closing(Running(list(units(implementation)), jobs=2).verdicts()) as found:
        return {verdict.id: verdict for verdict in found if verdict.id in ill_formed(verdict.encoding)}


def excused_anyway(before: dict[Id, Verdict], changed: dict[Id, Verdict]) -> Iterator[str]:
    """The vectors that known deviations excuse although the outcome is another one."""
    for id, verdict in changed.items():
        if verdict.ground == Ground.DEVIATION and verdict.got != before[id].got:
            yield f"{id}: {verdict.deviation}"


def encodings_of(implementation: Implementation) -> Set[str]:
    return {id for id in implementation.encodings if ill_formed(id)}


def parameters() -> Iterator[object]:
    for implementation in own():
        name = implementation.selector
        marks = () if name in SAMPLE else pytest.mark.slow if name in LARGER else pytest.mark.atlas
        yield pytest.param(implementation, marks=marks, id=implementation.selector)


@pytest.mark.parametrize("implementation", list(parameters()))
def test_a_run_fails_if_ill_formed_input_gets_another_answer(there, implementation: Implementation) -> None:
    there(IMPLEMENTATIONS / implementation.selector)
    if not any(map(ill_formed, implementation.encodings)):
        pytest.skip("no input of its encodings is ill-formed")
    deviations = implementation.deviations
    before = judged(implementation)
    passing = [id for id, verdict in before.items() if verdict.status == Status.PASS and not declared(deviations, id)]
    for change in CHANGES:
        changed = judged(behind(implementation, change))
        failing = {id for id, verdict in changed.items() if verdict.status == Status.FAIL}
        assert {id.encoding for id in failing} == encodings_of(implementation)
        assert [str(id) for id in passing if id not in failing] == [], change
        assert list(excused_anyway(before, changed)) == [], change
