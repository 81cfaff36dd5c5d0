"""Every implementation runs through a proxy that changes its replies to ill-formed input, and the run must fail.

One encoding of glibc is tested with each change, and all implementations that are installed once a week.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Set
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from conversation import installed
from proxy import CHANGES

from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.core.identity import Id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.verdict import Ground, Status, Verdict
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.runner import plan
from encoding_conformance.runner.deviations import declared
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.registry import names
from encoding_conformance.runner.running import Running

SAMPLE = "glibc"
PROXY = Path(__file__).with_name("proxy.py")


def units_of_ill_formed(suite: Suite, implementation: Implementation) -> Iterator[Unit]:
    """Yields the vectors that demand a rejection of bytes, of each encoding that has any."""
    for unit in plan.units(suite, [implementation], []):
        found = tuple(
            vector
            for vector in unit.vectors
            if isinstance(vector.operation, Decode) and all(isinstance(each, Rejection) for each in vector.permitted)
        )
        if found:
            yield replace(unit, vectors=found, checks=())


def through_proxy(implementation: Implementation, change: str) -> Implementation:
    """Returns the implementation with the proxy in between. One in Python is served, so that it speaks the protocol."""
    serve = (sys.executable, "-m", "encoding_conformance", "serve", "-i", implementation.selector)
    command = implementation.process if implementation.kind == Way.PROCESS else serve
    return replace(implementation, kind=Way.PROCESS, process=(sys.executable, str(PROXY), change, *command))


def judged(units: list[Unit]) -> dict[Id, Verdict]:
    """Returns the verdicts on the vectors of the units."""
    ids = {vector.id for unit in units for vector in unit.vectors}
    with closing(Running(units, jobs=2).verdicts()) as found:
        return {verdict.id: verdict for verdict in found if verdict.id in ids}


def unexpected(
    implementation: Implementation, before: dict[Id, Verdict], changed: dict[Id, Verdict], failing: Set[Id]
) -> Iterator[str]:
    """Yields the vectors that do not fail although they passed before, or although the outcome is not the known deviation."""
    for id, verdict in changed.items():
        if before[id].status == Status.PASS and id not in failing and not declared(implementation.deviations, id):
            yield f"{id} does not fail"
        if verdict.ground == Ground.DEVIATION and verdict.got != before[id].got:
            yield f"{id}: {verdict.deviation}"


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name == SAMPLE else pytest.mark.slow) for name in names()])
def test_a_run_fails_if_replies_to_ill_formed_input_change(suite: Suite, name: str) -> None:
    implementation = installed(name)
    if name == SAMPLE:
        implementation = replace(implementation, encodings={"ascii": implementation.encodings["ascii"]})
    own_units = list(units_of_ill_formed(suite, implementation))
    before = judged(own_units)
    for change in CHANGES:
        changed = judged(list(units_of_ill_formed(suite, through_proxy(implementation, change))))
        failing = {id for id, verdict in changed.items() if verdict.status == Status.FAIL}
        assert {id.encoding for id in failing} == {unit.encoding.id for unit in own_units}
        assert list(unexpected(implementation, before, changed, failing)) == [], change
