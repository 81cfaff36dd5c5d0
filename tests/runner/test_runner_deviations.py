"""Failures that are declared, and declarations that no longer come true."""

import tracemalloc
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from encoding_conformance.adapters.manifest import Declaration, IdPattern, Implementation, Support, Way
from encoding_conformance.core.encoding import Encoding, Tables
from encoding_conformance.core.identity import NOWHERE, Id, IdKind, Location, check_id, vector_id
from encoding_conformance.core.operation import Decode, Kind
from encoding_conformance.core.outcome import Crash, Decoded, Outcome, Rejection, Timeout
from encoding_conformance.core.ranges import EVERY_NATURAL
from encoding_conformance.core.verdict import Deviation, DeviationKind, Ground, Judgement, Status, Verdict
from encoding_conformance.models.known_outcome import IN_FILE
from encoding_conformance.runner import deviations
from encoding_conformance.runner.deviations import Declared, excusing, to_record, with_deviation

FILE = "x.yaml"
ENCODINGS = {id: Encoding(id, "", "", "naturals", EVERY_NATURAL, Tables()) for id in ("ascii", "ascii-parity")}
SEVERAL = "ascii/a", "ascii/check/*", "ascii/none"

IDS = [vector_id("ascii", "a"), vector_id("ascii", "b"), check_id("ascii", "order"), vector_id("ascii-parity", "a")]
A, B, ORDER, PARITY = IDS


def implementation(*patterns: str) -> Implementation:
    """An implementation with one declaration, in line 7, whose patterns stand in the lines below it."""
    ids = tuple(IdPattern(text, Location(FILE, line)) for line, text in enumerate(patterns, 8))
    declaration = Declaration(Deviation(DeviationKind.BUG, "so it is"), ids, Location(FILE, 7), "ok 0")
    offered = {"ascii": Support(), "ascii-parity": Support()}
    return Implementation("one", "One", Path(), Way.PYTHON, (), "x:y", (), offered, deviations=(declaration,))


def stale(one: Implementation, seen: Collection[Id], failed: Mapping[Id, Sequence[Declaration]]) -> list[Verdict]:
    return list(deviations.stale(one, deviations.stale_patterns(one.deviations, IDS, seen, failed)))


@pytest.mark.parametrize(
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
    (verdict,) = stale(implementation(pattern), IDS, {})
    assert (verdict.encoding, verdict.id) == (encoding, Id(encoding, IdKind.DECLARATION, pattern))
    assert (str(verdict.id), verdict.ground) == (pattern, Ground.STALE)


def test_of_what_declares_nothing_no_verdict_is_kept(suite) -> None:
    declares_nothing = replace(implementation("ascii/*"), deviations=())
    declared = Declared(declares_nothing, suite)
    tracemalloc.start()
    try:
        for number in range(1000):
            declared.remember(Verdict("one", "ascii", vector_id("ascii", f"a-{number}"), (), Status.PASS))
        assert tracemalloc.get_traced_memory()[0] < 50_000
    finally:
        tracemalloc.stop()


def entry(kind: DeviationKind, *patterns: str) -> Declaration:
    return Declaration(
        Deviation(kind, "so it is"), tuple(IdPattern(text, Location(FILE, 7)) for text in patterns), Location(FILE, 7), "ok 0"
    )


DECLARED = [
    entry(DeviationKind.BUG, "ascii/a", "ascii/check/*"),
    entry(DeviationKind.CHOICE, "ascii/b"),
    entry(DeviationKind.LIMIT, "ascii/*"),
]


@pytest.mark.parametrize(
    ("id", "kind", "excused_by"),
    [
        (A, Status.FAIL, DeviationKind.BUG),
        (ORDER, Status.FAIL, DeviationKind.BUG),
        (B, Status.FAIL, DeviationKind.CHOICE),
        (vector_id("ascii", "c"), Status.FAIL, DeviationKind.LIMIT),
        (PARITY, Status.FAIL, None),
    ]
    + [(A, kind, None) for kind in (Status.PASS, Status.SKIP, Status.ERROR)],
)
def test_a_failure_is_excused_by_the_first_entry_with_a_pattern_that_matches_it(id: Id, kind: str, excused_by) -> None:
    asked = Decode(id.encoding, b"\x80"), (Rejection(0),), Decoded((0,))
    told = Verdict("one", id.encoding, id, (), *Judgement(kind, "why"), *asked)
    found = with_deviation(DECLARED, ENCODINGS, told)
    if excused_by is None:
        assert found == told
    else:
        deviation = Deviation(excused_by, "so it is")
        assert found == told._replace(status=Status.SKIP, reason=str(deviation), ground=Ground.DEVIATION, deviation=deviation)
        assert found.told == f"known deviation: {excused_by}: so it is"


WHOLE, PART = "known deviation", "pattern of a known deviation"
GONE, NONE = "no longer fails", "matches the id of no vector or check"


@pytest.mark.parametrize(
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
    one = implementation(*patterns)
    verdicts = stale(one, seen, dict.fromkeys(failed, one.deviations))
    found = [(str(verdict.id), verdict.pointers.location, verdict.reason) for verdict in verdicts]
    assert found == [(id, Location(FILE, line), f"stale: this {what} {how}; remove it") for id, line, what, how in told]


def failed(outcome: Outcome) -> Verdict:
    return Verdict("one", "ascii", A, (), *Judgement(Status.FAIL, "why"), Decode("ascii", b"\x80"), (Rejection(0),), outcome)


def known(got: str) -> Declaration:
    return Declaration(Deviation(DeviationKind.BUG, got), (IdPattern("ascii/a", NOWHERE),), Location(FILE, 7), got=got)


@pytest.mark.parametrize(
    ("cames", "outcome", "excused_by", "declared"),
    [
        (["ok 0"], Decoded((0,)), "ok 0", ""),
        (["ok 0"], Decoded((1,)), None, "the known deviation is: ok 0"),
        (["ok 0", "ok 1"], Decoded((1,)), "ok 1", ""),
        (["ok 0"], Crash("ended"), None, "the known deviation is: ok 0"),
        (["ok 0"], Timeout("5 s"), None, "the known deviation is: ok 0"),
        (["ok 0", "crash: end"], Crash("ended"), "crash: end", ""),
        ([], Decoded((1,)), None, ""),
    ],
)
def test_an_entry_excuses_only_the_outcome_that_is_known(cames, outcome, excused_by, declared) -> None:
    found = with_deviation([known(got) for got in cames], ENCODINGS, failed(outcome))
    if excused_by is None:
        assert found == failed(outcome)._replace(declared=declared)
        assert found.told == (f"why; {declared}" if declared else "why")
    else:
        assert found.deviation == Deviation(DeviationKind.BUG, excused_by)


IN_FILE_A, NOTHING = (
    {"ascii/a": "ok 1"},
    "outcomes.jsonl beside the manifest has no outcome of this test; --write-deviations records it",
)


@pytest.mark.parametrize(
    ("in_file", "outcome", "declared"),
    [
        (IN_FILE_A, Decoded((1,)), None),
        (IN_FILE_A, Decoded((2,)), "the known deviation is: ok 1"),
        ({"ascii/b": "ok 1"}, Decoded((2,)), None),
        ({"ascii/b": "ok 1"}, Decoded((1,)), "the known deviation is: ok 2"),
    ],
)
def test_a_recorded_outcome_is_the_only_one_that_is_known(in_file, outcome, declared) -> None:
    entries = [known("ok 2"), replace(known(IN_FILE), outcomes=lambda: in_file)]
    found = with_deviation(entries, ENCODINGS, failed(outcome))
    assert (found.status, found.declared) == ((Status.SKIP, "") if declared is None else (Status.FAIL, declared))


@pytest.mark.parametrize(
    ("in_file", "outcome", "declared"),
    [
        (IN_FILE_A, Decoded((1,)), None),
        (IN_FILE_A, Decoded((2,)), "the known deviation is: ok 1"),
        (IN_FILE_A, Crash("ended"), "the known deviation is: ok 1"),
        ({"ascii/b": "ok 1"}, Decoded((1,)), NOTHING),
        ({}, Decoded((1,)), NOTHING),
    ],
)
def test_an_entry_excuses_the_outcome_that_the_file_has_of_a_vector(in_file, outcome, declared) -> None:
    entry = replace(known(IN_FILE), outcomes=lambda: in_file)
    found = with_deviation([entry], ENCODINGS, failed(outcome))
    assert (found.status, found.declared) == ((Status.SKIP, "") if declared is None else (Status.FAIL, declared))


@pytest.mark.parametrize(
    ("varies", "outcome", "declared"),
    [
        ((Kind.DECODE,), Decoded((1,)), None),
        ((Kind.DECODE, Kind.ENCODE), Decoded((1,)), None),
        ((Kind.DECODE,), Crash("ended"), "the known deviation is: any answer to decode"),
        ((Kind.DECODE,), Timeout("5 s"), "the known deviation is: any answer to decode"),
        ((Kind.ENCODE,), Decoded((1,)), "the known deviation is: any answer to encode"),
        ((), Decoded((1,)), "the entry of the manifest does not say what varies"),
    ],
)
def test_an_entry_that_refers_to_the_file_excuses_answers_of_a_check_that_may_vary(varies, outcome, declared) -> None:
    entry = replace(known(IN_FILE), ids=(IdPattern("ascii/*", NOWHERE),), varies=varies)
    found = with_deviation([entry], ENCODINGS, failed(outcome)._replace(id=ORDER))
    assert (found.status, found.declared) == ((Status.SKIP, "") if declared is None else (Status.FAIL, declared))


def test_what_the_file_is_of_is_recorded_if_it_is_excused_or_fails() -> None:
    recording, other = replace(known(IN_FILE), outcomes=lambda: IN_FILE_A), known("ok 2")
    entries = [other, recording]
    told = {
        failed(Decoded((1,))): Decoded((1,)),
        failed(Decoded((2,))): Decoded((2,)),
        failed(Decoded((3,))): Decoded((3,)),
        failed(Crash("ended")): None,
        failed(Decoded((1,)))._replace(status=Status.PASS): None,
        failed(Decoded((1,)))._replace(id=B): None,
    }
    assert {verdict: to_record(entries, with_deviation(entries, ENCODINGS, verdict)) for verdict in told} == told
    later = [recording, known("ok 2")]
    assert to_record(later, with_deviation(later, ENCODINGS, failed(Decoded((2,))))) == Decoded((2,))
    checked = replace(recording, ids=(IdPattern("ascii/*", NOWHERE),))
    assert to_record([checked], failed(Decoded((1,)))._replace(id=ORDER)) is None


def test_an_entry_with_another_outcome_is_stale_beside_the_one_that_is_right() -> None:
    right, wrong = known("ok 1"), known("ok 0")
    one = replace(implementation(), deviations=(wrong, right))
    (verdict,) = stale(one, IDS, {A: excusing(one.deviations, ENCODINGS, failed(Decoded((1,))))})
    assert verdict.reason == "stale: this known deviation fails otherwise than it says; remove it"


def test_an_entry_that_refers_to_the_file_is_not_stale_where_the_file_lacks_an_outcome() -> None:
    one = replace(implementation(), deviations=(known(IN_FILE),))
    assert stale(one, IDS, {A: []}) == []
    assert [verdict.ground for verdict in stale(one, IDS, {})] == [Ground.STALE]
