"""Declarations that no longer come true: which encoding the verdict on one is of."""

from pathlib import Path

from tables import each

from harness.adapters.manifest import PYTHON, Deviation, Implementation, Support
from harness.core.identity import DECLARATION, Id, check_id, vector_id
from harness.core.location import Location
from harness.core.verdict import STALE
from harness.runner.deviations import stale

IDS = [vector_id("ascii", "a"), vector_id("ascii", "b"), check_id("ascii", "order"), vector_id("ascii-parity", "a")]


@each(
    ("pattern", "encoding"),
    [
        ("ascii/a", "ascii"),
        ("ascii/*", "ascii"),
        ("[ab]scii/check/*", "ascii"),
        ("ascii-*", "ascii-parity"),
        ("ascii*", ""),
        ("*/a", ""),
        ("ascii/nothing-is-called-so", "ascii"),
        ("ascii-parity/nothing-is-called-so", "ascii-parity"),
        ("kim/a", ""),
    ],
)
def test_a_stale_declaration_is_of_the_encoding_that_its_pattern_is_of(pattern: str, encoding: str) -> None:
    deviation = Deviation(pattern, "so it is", Location("x.yaml", 7))
    offered = {"ascii": Support(), "ascii-parity": Support()}
    implementation = Implementation("one", "One", Path(), PYTHON, (), "x:y", (), offered, deviations=(deviation,))
    (verdict,) = stale(implementation, IDS, IDS, ())
    assert (verdict.encoding, verdict.id) == (encoding, Id(encoding, DECLARATION, pattern))
    assert (str(verdict.id), verdict.judgement.ground) == (pattern, STALE)
