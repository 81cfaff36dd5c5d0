"""Declarations that no longer come true: what is said of one, where, and which encoding it is of."""

from pathlib import Path

from tables import each

from harness.adapters.manifest import PYTHON, Declaration, Implementation, Pattern, Support
from harness.core.deviation import BUG, Deviation
from harness.core.identity import DECLARATION, Id, check_id, vector_id
from harness.core.location import Location
from harness.core.verdict import STALE
from harness.runner.deviations import stale

FILE = "x.yaml"
SEVERAL = "ascii/a", "ascii/check/*", "ascii/none"

IDS = [vector_id("ascii", "a"), vector_id("ascii", "b"), check_id("ascii", "order"), vector_id("ascii-parity", "a")]


def implementation(*patterns: str) -> Implementation:
    """An implementation with one declaration, in line 7, whose patterns stand in the lines below it."""
    ids = tuple(Pattern(text, Location(FILE, line)) for line, text in enumerate(patterns, 8))
    declaration = Declaration(Deviation(BUG, "so it is"), ids, Location(FILE, 7))
    offered = {"ascii": Support(), "ascii-parity": Support()}
    return Implementation("one", "One", Path(), PYTHON, (), "x:y", (), offered, deviations=(declaration,))


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
    (verdict,) = stale(implementation(pattern), IDS, IDS, ())
    assert (verdict.encoding, verdict.id) == (encoding, Id(encoding, DECLARATION, pattern))
    assert (str(verdict.id), verdict.judgement.ground) == (pattern, STALE)


WHOLE, PART = "known deviation", "pattern of a known deviation"
GONE, NONE = "no longer fails", "matches the id of no vector or check"
A, B, ORDER, PARITY = IDS


@each(
    ("patterns", "seen", "failed", "told"),
    [
        (SEVERAL, IDS, [A, ORDER], [("ascii/none", 10, PART, NONE)]),
        (SEVERAL, IDS, [A], [("ascii/check/*", 9, PART, GONE), ("ascii/none", 10, PART, NONE)]),
        (SEVERAL, IDS, [], [("ascii/a", 7, WHOLE, GONE)]),
        (SEVERAL[:2], [A], [], [("ascii/a", 8, PART, GONE)]),
        (SEVERAL[:2], [], [], []),
        (SEVERAL[2:], [], [], [("ascii/none", 7, WHOLE, NONE)]),
        (["ascii/*"], IDS, [B], []),
        (["ascii/*"], [A, ORDER], [], []),
    ],
)
def test_each_stale_pattern_is_told_once_or_all_of_them_as_a_whole(patterns, seen, failed, told) -> None:
    found = [
        (str(verdict.id), verdict.pointers.place, verdict.judgement.reason)
        for verdict in stale(implementation(*patterns), IDS, seen, failed)
    ]
    assert found == [(id, Location(FILE, line), f"stale: this {what} {how}; remove it") for id, line, what, how in told]
