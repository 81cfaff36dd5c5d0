"""An implementation that is given up: what it was not asked is skipped, counted apart, and no known deviation is stale by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from patience import FOREVER
from project import suite

from encoding_conformance.adapters import manifest, testee
from encoding_conformance.adapters.manifest import Declaration, IdPattern
from encoding_conformance.core.identity import IdKind, Location
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Crash
from encoding_conformance.core.verdict import Deviation, Ground, Status, Verdict
from encoding_conformance.report.sink import Summary
from encoding_conformance.runner import plan
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.running import Running

ENDS = """
import os


class Ends:
    def encode(self, values):
        if max(values, default=0) > 0x7F:
            raise ValueError("beyond ASCII")
        return bytes(values)

    def decode(self, data):
        if max(data, default=0) > 0x7F:
            os._exit(3)
        return list(data)


CODEC = Ends()
"""

GIVEN_UP = "not asked: decode was given up after 3 crashes"


@pytest.fixture(scope="module")
def unit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Unit]:
    """A decoder that ends its process in place of rejecting, and of which a check is declared to fail."""
    folder = tmp_path_factory.mktemp("ends")
    (folder / "implementation.yaml").write_text(
        'name: ends\ntitle: Ends at what is ill-formed\npython: "ends:CODEC"\nencodings: {ascii: {}}\n'
        f"limits: {{seconds: {FOREVER}}}\n"
    )
    (folder / "ends.py").write_text(ENDS)
    place = Location("x.yaml", 1)
    known = Deviation("limit", "it ends", ("ascii/one-byte",))
    declared = Declaration(known, (IdPattern("ascii/check/damage", place),), place, "ok 0")
    implementation = replace(manifest.read(folder), deviations=(declared,))
    (unit,) = plan.units(suite(), [implementation], ["ascii"])
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(testee._BOUNDS, Crash, testee._BOUNDS[Crash]._replace(most=3))
        yield unit


@pytest.fixture(scope="module")
def verdicts(unit: Unit) -> list[Verdict]:
    return list(Running([unit]).verdicts())


def test_what_was_not_asked_is_skipped_and_counted_apart(verdicts: list[Verdict]) -> None:
    failed = [verdict for verdict in verdicts if verdict.status == Status.FAIL]
    not_asked = [verdict for verdict in verdicts if verdict.ground == Ground.NOT_ASKED]
    assert [type(verdict.got) for verdict in failed] == [Crash] * 3
    assert {verdict.reason for verdict in not_asked} == {GIVEN_UP}
    assert {(verdict.status, verdict.got) for verdict in not_asked} == {(Status.SKIP, None)}
    summary = Summary()
    for verdict in verdicts:
        summary.add(verdict)
    assert list(summary.not_asked_lines()) == [f"ends, ascii: {len(not_asked)} vectors and checks were {GIVEN_UP}"]
    assert summary.exit_status == 1


def test_the_encoder_is_asked_everything(verdicts: list[Verdict]) -> None:
    vectors = [verdict for verdict in verdicts if verdict.operation and verdict.id.kind != IdKind.CHECK]
    encodes = {verdict.status for verdict in vectors if verdict.operation and verdict.operation.kind == Kind.ENCODE}
    decodes = {verdict.ground for verdict in vectors if verdict.operation and verdict.operation.kind == Kind.DECODE}
    assert encodes == {Status.PASS}
    assert Ground.NOT_ASKED in decodes


def test_a_check_passes_only_if_all_of_it_was_asked(verdicts: list[Verdict]) -> None:
    checks = {verdict.id.name: verdict for verdict in verdicts if verdict.id.kind == IdKind.CHECK}
    for name in ("decode-undoes-encode", "encode-undoes-decode", "layout", "damage", "no-state-leaks"):
        assert checks[name].ground == Ground.NOT_ASKED
    assert checks["unencodable-values"].status == Status.PASS
    assert checks["order"].ground == Ground.PROPERTY


def test_a_wrong_encoder_fails_a_check_that_cannot_ask_the_decoder(unit: Unit) -> None:
    folder = unit.implementation.folder
    wrong = ENDS.replace("return bytes(values)", 'return bytes(values).replace(b"AA\\x7FAA", b"AA AA")')
    (folder / "wrong.py").write_text(wrong)
    implementation = replace(unit.implementation, python="wrong:CODEC", deviations=())
    (other,) = plan.units(suite(), [implementation], ["ascii"])
    found = {verdict.id.name: verdict for verdict in Running([other]).verdicts() if verdict.id.kind == IdKind.CHECK}
    layout = found["layout"]
    assert layout.status == Status.FAIL
    assert layout.operation and layout.operation.kind == Kind.ENCODE


def test_a_known_deviation_that_was_not_asked_is_not_stale(verdicts: list[Verdict]) -> None:
    assert Ground.STALE not in {verdict.ground for verdict in verdicts}


def test_what_was_not_asked_has_no_answer(unit: Unit) -> None:
    found = list(Running(plan.vectors_alone([unit])).verdicts())
    not_asked = {verdict.id for verdict in found if verdict.ground == Ground.NOT_ASKED}
    answered = {verdict.id for verdict in found if verdict.got is not None}
    assert not_asked and not_asked.isdisjoint(answered)
    assert len(not_asked) + len(answered) == len(found) == len(unit.vectors)
