"""The page of the machines of decoders: which are the specification's, and what is said of the others."""

from __future__ import annotations

from pathlib import Path

from project import suite

from encoding_conformance.runner import plan, registry
from workshop.machines.decoder import CannotLearn
from workshop.machines.learn import learn
from workshop.machines.page import Learned, page

LIARS = Path(__file__).parents[2] / "liars"


def test_a_machine_that_differs_has_a_section_and_a_picture() -> None:
    selectors = ["reference", str(LIARS / "accepts-everything"), str(LIARS / "rejects-everything")]
    same, other, unsteady = plan.units(suite(), [registry.find(each) for each in selectors], ["ascii"])
    cannot = CannotLearn(b"\x00", "its answers differ")
    text = page([Learned(same, learn(same)), Learned(other, learn(other)), Learned(unsteady, cannot)], "machines")
    links = "[accepts-everything](#accepts-everything-ascii), [rejects-everything](#rejects-everything-ascii)"
    assert "The decoders of 3 implementations, all that were installed, were learned" in text
    assert f"| ascii | 1 | {links} |" in text
    assert "reference" not in text
    assert "![Both machines](machines/accepts-everything-ascii.svg)" in text
    assert "   80..FF        expected ill-formed, got complete\n" in text
    assert "The machine cannot be learned: decode 00: its answers differ" in text
    assert "rejects-everything-ascii.svg" not in text
