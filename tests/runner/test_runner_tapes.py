"""Tapes make a run faster and never greener: with them and without, the same verdicts on whoever is asked."""

from dataclasses import replace
from pathlib import Path

import pytest

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.checks.catalogue import CHECKS
from encoding_conformance.core.verdict import Status, Verdict
from encoding_conformance.runner import plan
from encoding_conformance.runner.registry import find
from encoding_conformance.runner.unit import Parameters, UnitRun
from mutants.mutant import Mutant
from mutants.named import mutants
from mutants.plug_in import write

LIARS = Path(__file__).parents[1] / "liars"
RARE = """
class Rare:
    def encode(self, values):
        if max(values, default=0) > 0x10FFFF:
            raise ValueError("beyond Unicode")
        return "".join(map(chr, values)).encode()

    def decode(self, data):
        return [value ^ (value == 0xA4321) for value in map(ord, data.decode())]

RARE = Rare()
"""
"""UTF-8 with one wrong code point, far from every edge."""


def verdicts(suite, implementation: Implementation, encoding: str, taped: bool, swept: bool) -> list[Verdict]:
    (unit,) = plan.units(suite, [implementation], [encoding])
    with Testee(implementation) as testee:
        run = UnitRun(unit, testee, Parameters(taped=taped))
        if not swept:
            run.unit = replace(unit, checks=tuple(name for name in unit.checks if not CHECKS[name].swept(unit.encoding)))
        return list(run.verdicts())


def same(suite, implementation: Implementation, encoding: str, swept: bool = True) -> list[Verdict]:
    """The verdicts with tapes and without, which are the same. Unless `swept`, the checks that are swept are left out, because
    they take most of the time."""
    with_tapes, without = (verdicts(suite, implementation, encoding, taped, swept) for taped in (True, False))
    assert with_tapes == without
    return with_tapes


def lying(name: str) -> Implementation:
    return manifest.read(LIARS / name)


@pytest.mark.parametrize(
    ("name", "encoding"), [("cpython", "ascii"), pytest.param("reference", "iso-8859-3", marks=pytest.mark.slow)]
)
def test_who_keeps_all_laws_passes_either_way(suite, name: str, encoding: str) -> None:
    assert Status.FAIL not in {verdict.status for verdict in same(suite, find(name), encoding)}


MORE_LIARS = (
    "always-wrong",
    "object-odd-text",
    "accepts-everything",
    "rejects-everything",
    "replaces",
    "lower-case",
    "object-unprintable",
    "object-absurd-offset",
    "supports-nothing",
    "object-returns-memoryview",
)


@pytest.mark.parametrize(
    "name",
    ["object-wrong", *(pytest.param(name, marks=pytest.mark.slow) for name in MORE_LIARS)],
)
def test_liars_are_told_the_same_either_way(suite, name: str) -> None:
    liar = lying(name)
    for encoding in liar.encodings:
        same(suite, liar, encoding, swept=False)


def test_an_answer_that_changes_is_not_taken_for_the_due_one(suite) -> None:
    liar = lying("object-leaks-after-rejection")
    for encoding in liar.encodings:
        assert Status.FAIL in {verdict.status for verdict in same(suite, liar, encoding, swept=False)}


SMALL = [mutant for mutant in mutants() if not {*mutant.encodings} - {"ascii", "ascii-parity", "cp437", "iso-8859-6"}]
"""Mutants of encodings whose laws take moments without a tape: in others, these sweep every code point."""


@pytest.mark.slow
@pytest.mark.parametrize("mutant", SMALL[::12], ids=lambda mutant: mutant.id)
def test_planted_mutants_are_told_the_same_either_way(suite, tmp_path: Path, mutant: Mutant) -> None:
    folder = write(mutant, tmp_path / "faulty", "faulty")
    for encoding in mutant.encodings:
        same(suite, manifest.read(folder), encoding)


@pytest.mark.slow
def test_one_wrong_code_point_of_all_is_found_in_every_run(suite, tmp_path: Path) -> None:
    (tmp_path / "rare.py").write_text(RARE, encoding="utf-8")
    (tmp_path / manifest.FILE).write_text("name: rare\ntitle: X\npython: rare:RARE\nencodings: {utf-8: {}}\n")
    rare = manifest.read(tmp_path)
    failed = [verdict for verdict in same(suite, rare, "utf-8") if verdict.status == Status.FAIL]
    assert [str(verdict.id) for verdict in failed] == ["utf-8/check/layout"]
    assert failed[0].operation.input == "\U000a4321".encode()
