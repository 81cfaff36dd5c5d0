"""Implementations that declare that they replace, behind a proxy that changes what they give for ill-formed input."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from proxy import CHANGES

from harness.adapters.manifest import PROCESS, Implementation
from harness.core.identity import Id
from harness.core.operation import DECODE, Decode
from harness.core.outcome import Rejection
from harness.core.verdict import FAIL, PASS, SKIP
from harness.places import IMPLEMENTATIONS, VECTORS
from harness.runner import libraries, plan
from harness.runner.registry import Registered, find, own
from harness.runner.run import run
from harness.specification.library import Library

PROXY = Path(__file__).with_name("proxy.py")


@cache
def library() -> Library:
    return libraries.load([VECTORS])


def replaced(implementation: Implementation) -> dict[str, set[Id]]:
    """The ids of the vectors of ill-formed bytes in each encoding in which decode is declared to replace, if there are any."""
    found = {
        id: {
            vector.id
            for vector in library().vectors_of(id)
            if isinstance(vector.operation, Decode) and isinstance(vector.permitted[0], Rejection)
        }
        for id, support in implementation.encodings.items()
        if support.limits.replacing.replaces(DECODE)
    }
    return {id: ids for id, ids in found.items() if ids}


REPLACING = [registered for registered in own() if replaced(registered.implementation)]


def behind(registered: Registered, change: str) -> Registered:
    """The implementation behind the proxy. One in Python is served, so that it speaks the protocol."""
    implementation = registered.implementation
    serve = (sys.executable, "-m", "harness", "serve", "-i", registered.selector)
    command = implementation.process if implementation.kind == PROCESS else serve
    process = (sys.executable, str(PROXY), change, *command)
    return replace(registered, implementation=replace(implementation, kind=PROCESS, process=process))


def test_some_implementations_replace() -> None:
    assert {"cpython-replace", "node-buffer"} <= {registered.selector for registered in REPLACING}


@cache
def judged(selector: str, change: str) -> dict[Id, str]:
    """The verdicts on vectors of ill-formed bytes behind the proxy."""
    registered = find(selector)
    encodings = replaced(registered.implementation)
    units = plan.vectors_alone(plan.units(library(), [behind(registered, change)], list(encodings)))
    ids = set().union(*encodings.values())
    with closing(run(library(), units, seed=0, jobs=2, exhaustive=False)) as found:
        return {verdict.id: verdict.judgement.verdict for verdict in found if verdict.id in ids}


# What its manifest declares as a deviation does not count: without its last value, it may even be what is due.
@pytest.mark.slow
@pytest.mark.parametrize("change", [change for change in CHANGES if change != "none"])
@pytest.mark.parametrize("registered", REPLACING, ids=lambda registered: registered.selector)
def test_what_it_gives_for_ill_formed_input_is_tested(there, registered: Registered, change: str) -> None:
    there(IMPLEMENTATIONS / registered.selector)
    as_it_is, changed = judged(registered.selector, "none"), judged(registered.selector, change)
    assert set(as_it_is.values()) <= {PASS, SKIP}
    assert {id.encoding for id, verdict in changed.items() if verdict == FAIL} == set(replaced(registered.implementation))
    assert [str(id) for id, verdict in as_it_is.items() if verdict == PASS and changed[id] != FAIL] == []
