"""An implementation that is given up: the operations that it does not get are skipped and counted apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from patience import FOREVER
from project import suite

from encoding_conformance.adapters import manifest, restarting_session
from encoding_conformance.adapters.manifest import Declaration, IdPattern
from encoding_conformance.core.identity import IdKind, Location
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Crash
from encoding_conformance.core.verdict import Deviation, DeviationKind, Ground, Status, Verdict
from encoding_conformance.report.sink import Summary
from encoding_conformance.runner import plan
from encoding_conformance.runner.plan import Selection, Unit
from encoding_conformance.runner.running import Running

CODEC = """
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


class Wrong(Ends):
    def encode(self, values):
        return super().encode(values).replace(b"AA\\x7FAA", b"AA AA")


ENDS, WRONG = Ends(), Wrong()
"""
CHECKS = ("layout", "damage", "unencodable-values", "order")
GIVEN_UP = "not asked: decode was given up after 3 crashes"


@pytest.fixture(scope="module")
def unit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Unit]:
    """A decoder that ends its process in place of rejecting, and of which a check is declared to fail."""
    folder = tmp_path_factory.mktemp("ends")
    (folder / "implementation.yaml").write_text(
        f'name: ends\ntitle: X\npython: "codec:ENDS"\nencodings: {{ascii: {{}}}}\nlimits: {{seconds: {FOREVER}}}\n'
    )
    (folder / "codec.py").write_text(CODEC)
    place = Location("x.yaml", 1)
    known = Deviation(DeviationKind.LIMIT, "it ends", ("ascii/one-byte",))
    declared = Declaration(known, (IdPattern("ascii/check/damage", place),), place, "ok 0")
    implementation = replace(manifest.read(folder), deviations=(declared,))
    selection = Selection(("ascii/[!c]*", *(f"ascii/check/{name}" for name in CHECKS)))
    (unit,) = plan.units(suite(), [implementation], ["ascii"], selection)
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(restarting_session._BOUNDS, Crash, restarting_session._BOUNDS[Crash]._replace(most=3))
        yield unit


@pytest.fixture(scope="module")
def verdicts(unit: Unit) -> list[Verdict]:
    return list(Running([unit]).verdicts())


def test_the_other_decodes_are_skipped_and_counted_apart(verdicts: list[Verdict]) -> None:
    failed = [verdict for verdict in verdicts if verdict.status == Status.FAIL]
    skipped = [verdict for verdict in verdicts if verdict.ground == Ground.NOT_RUN]
    assert [type(verdict.got) for verdict in failed] == [Crash] * 3
    assert {(verdict.status, verdict.reason, verdict.got) for verdict in skipped} == {(Status.SKIP, GIVEN_UP, None)}
    summary = Summary()
    for verdict in verdicts:
        summary.add(verdict)
    assert list(summary.not_run_lines()) == [f"ends, ascii: {len(skipped)} vectors and checks were {GIVEN_UP}"]
    assert summary.exit_status == 1


def test_all_other_vectors_have_an_outcome(unit: Unit, verdicts: list[Verdict]) -> None:
    vectors = [verdict for verdict in verdicts if verdict.id.kind != IdKind.CHECK]
    assert len(vectors) == len(unit.vectors)
    assert all((verdict.got is None) == (verdict.ground == Ground.NOT_RUN) for verdict in vectors)
    assert {each.status for each in vectors if each.operation and each.operation.kind == Kind.ENCODE} == {Status.PASS}


def test_a_check_passes_only_if_it_needs_no_skipped_operation(verdicts: list[Verdict]) -> None:
    checks = {verdict.id.name: verdict for verdict in verdicts if verdict.id.kind == IdKind.CHECK}
    assert checks["layout"].ground == checks["damage"].ground == Ground.NOT_RUN
    assert checks["unencodable-values"].status == Status.PASS
    assert checks["order"].ground == Ground.PROPERTY


def test_a_known_deviation_that_was_skipped_is_not_stale(verdicts: list[Verdict]) -> None:
    assert Ground.STALE not in {verdict.ground for verdict in verdicts}


def test_a_wrong_encoder_fails_a_check_that_also_needs_the_decoder(unit: Unit) -> None:
    implementation = replace(unit.implementation, python="codec:WRONG", deviations=())
    wrong = replace(unit, implementation=implementation, checks=("layout",))
    (layout,) = [verdict for verdict in Running([wrong]).verdicts() if verdict.id.kind == IdKind.CHECK]
    assert (layout.status, layout.operation and layout.operation.kind) == (Status.FAIL, Kind.ENCODE)
