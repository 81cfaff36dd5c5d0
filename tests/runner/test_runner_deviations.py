"""Failures that are declared, and declarations that no longer come true."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import pytest

from encoding_conformance.adapters.manifest import Declaration, IdPattern, Implementation, Support, Way
from encoding_conformance.core.encoding import Encoding, Tables
from encoding_conformance.core.identity import Id, IdKind, Location, check_id, vector_id
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


def entry(*patterns: str, got: str = "ok 0", kind: DeviationKind = DeviationKind.BUG, **more) -> Declaration:
    """An entry in line 7, whose patterns stand in the lines below it. Its text is its outcome."""
    ids = tuple(IdPattern(text, Location(FILE, line)) for line, text in enumerate(patterns, 8))
    return Declaration(Deviation(kind, got), ids, Location(FILE, 7), got, **more)


def recorded(outcomes: Mapping[str, str], *patterns: str, **more) -> Declaration:
    """An entry that refers to the file with outcomes."""
    return entry(*(patterns or ["ascii/a"]), got=IN_FILE, outcomes=lambda: outcomes, **more)


def implementation(*declared: Declaration) -> Implementation:
    offered = {"ascii": Support(), "ascii-parity": Support()}
    return Implementation("one", "One", Path(), Way.PYTHON, python="x:y", encodings=offered, deviations=declared)


def stale(entries: Sequence[Declaration], seen: Collection[Id], failed: Mapping[Id, Sequence[Declaration]]) -> list[Verdict]:
    return list(deviations.stale(implementation(*entries), deviations.stale_patterns(entries, IDS, seen, failed)))


@pytest.mark.parametrize(
    ("pattern", "encoding"),
    [
        ("ascii/*", "ascii"),
        ("[ab]scii/check/*", "ascii"),
        ("ascii-*", "ascii-parity"),
        ("ascii*", ""),
        ("ascii-parity/matches-nothing", "ascii-parity"),
        ("kim/a", ""),
    ],
)
def test_a_stale_declaration_has_the_encoding_of_its_pattern(pattern: str, encoding: str) -> None:
    (verdict,) = stale([entry(pattern)], IDS, {})
    assert (verdict.encoding, verdict.id) == (encoding, Id(encoding, IdKind.DECLARATION, pattern))
    assert (str(verdict.id), verdict.ground) == (pattern, Ground.STALE)


def test_nothing_is_kept_if_nothing_is_declared(suite) -> None:
    """There may be millions of verdicts."""
    declared = Declared(implementation(), suite)
    empty = {name: len(each) for name, each in vars(declared).items() if isinstance(each, set | dict)}
    declared.remember(Verdict("one", "ascii", A, (), Status.PASS))
    assert empty and {name: len(vars(declared)[name]) for name in empty} == empty


WHOLE, PART = "known deviation", "pattern of a known deviation"
GONE, NONE = "no longer fails", "matches no vector or check"


@pytest.mark.parametrize(
    ("patterns", "seen", "failed", "expected"),
    [
        (SEVERAL, IDS, [A, ORDER], [("ascii/none", 10, PART, NONE)]),
        (SEVERAL, IDS, [A], [("ascii/check/*", 9, PART, GONE), ("ascii/none", 10, PART, NONE)]),
        (SEVERAL, IDS, [], [("ascii/a", 7, WHOLE, GONE)]),
        (SEVERAL[:2], [A], [], [("ascii/a", 8, PART, GONE)]),
        (SEVERAL[2:], [], [], [("ascii/none", 7, WHOLE, NONE)]),
        (["ascii/*"], IDS, [B], []),
        (["ascii/*"], [A, ORDER], [], []),
    ],
)
def test_each_stale_pattern_is_reported_once_or_all_of_them_as_a_whole(patterns, seen, failed, expected) -> None:
    one = entry(*patterns)
    verdicts = stale([one], seen, dict.fromkeys(failed, [one]))
    found = [(str(verdict.id), verdict.pointers.location, verdict.reason) for verdict in verdicts]
    assert found == [(id, Location(FILE, line), f"stale: this {what} {how}; remove it") for id, line, what, how in expected]


def failed(outcome: Outcome, id: Id = A, status: Status = Status.FAIL) -> Verdict:
    about = Decode(id.encoding, b"\x80"), (Rejection(0),), outcome
    return Verdict("one", id.encoding, id, (), *Judgement(status, "why"), *about)


OF_ANY_KIND = [
    entry("ascii/a", "ascii/check/*"),
    entry("ascii/b", kind=DeviationKind.CHOICE),
    entry("ascii/*", kind=DeviationKind.LIMIT),
]


@pytest.mark.parametrize(
    ("id", "status", "excused_by"),
    [
        (A, Status.FAIL, DeviationKind.BUG),
        (ORDER, Status.FAIL, DeviationKind.BUG),
        (B, Status.FAIL, DeviationKind.CHOICE),
        (vector_id("ascii", "c"), Status.FAIL, DeviationKind.LIMIT),
        (PARITY, Status.FAIL, None),
        *((A, status, None) for status in (Status.PASS, Status.SKIP, Status.ERROR)),
    ],
)
def test_a_failure_is_excused_by_the_first_entry_with_a_matching_pattern(id: Id, status: Status, excused_by) -> None:
    verdict = failed(Decoded((0,)), id, status)
    found = with_deviation(OF_ANY_KIND, ENCODINGS, verdict)
    if excused_by is None:
        assert found == verdict
    else:
        deviation = Deviation(excused_by, "ok 0")
        assert found == verdict._replace(status=Status.SKIP, reason=str(deviation), ground=Ground.DEVIATION, deviation=deviation)
        assert found.message == f"known deviation: {excused_by}: ok 0"


OK_0, OK_1, OK_2 = (entry("ascii/a", got=f"ok {value}") for value in range(3))
KNOWS_1, KNOWS_OTHERS = recorded({"ascii/a": "ok 1"}), recorded({"ascii/b": "ok 1"})
MISSING = "outcomes.jsonl beside the manifest has no outcome for this test; --write-deviations records it"


@pytest.mark.parametrize(
    ("entries", "outcome", "excused_by", "declared"),
    [
        ([OK_0], Decoded((0,)), "ok 0", ""),
        ([OK_0], Decoded((1,)), None, "the known deviation is: ok 0"),
        ([OK_0, OK_1], Decoded((1,)), "ok 1", ""),
        ([OK_0], Crash("ended"), None, "the known deviation is: ok 0"),
        ([OK_0, entry("ascii/a", got="crash: end")], Crash("ended"), "crash: end", ""),
        ([], Decoded((1,)), None, ""),
        ([KNOWS_1], Decoded((1,)), IN_FILE, ""),
        ([KNOWS_1], Decoded((2,)), None, "the known deviation is: ok 1"),
        ([KNOWS_1], Crash("ended"), None, "the known deviation is: ok 1"),
        ([KNOWS_OTHERS], Decoded((1,)), None, MISSING),
        ([OK_2, KNOWS_1], Decoded((1,)), IN_FILE, ""),
        ([OK_2, KNOWS_1], Decoded((2,)), None, "the known deviation is: ok 1"),
        ([OK_2, KNOWS_OTHERS], Decoded((2,)), "ok 2", ""),
        ([OK_2, KNOWS_OTHERS], Decoded((1,)), None, "the known deviation is: ok 2"),
    ],
)
def test_an_entry_excuses_only_its_outcome_or_the_recorded_one(entries, outcome, excused_by, declared) -> None:
    found = with_deviation(entries, ENCODINGS, failed(outcome))
    if excused_by is None:
        assert found == failed(outcome)._replace(declared=declared)
        assert found.message == (f"why; {declared}" if declared else "why")
    else:
        assert found.deviation == Deviation(DeviationKind.BUG, excused_by)


@pytest.mark.parametrize(
    ("varies", "outcome", "declared"),
    [
        ((Kind.DECODE,), Decoded((1,)), None),
        ((Kind.DECODE,), Crash("ended"), "the known deviation is: any answer to decode"),
        ((Kind.DECODE,), Timeout("5 s"), "the known deviation is: any answer to decode"),
        ((Kind.ENCODE,), Decoded((1,)), "the known deviation is: any answer to encode"),
        ((), Decoded((1,)), "the entry in the manifest lacks `varies`"),
    ],
)
def test_an_entry_that_refers_to_the_file_excuses_outcomes_of_a_check_that_may_vary(varies, outcome, declared) -> None:
    found = with_deviation([recorded({}, "ascii/*", varies=varies)], ENCODINGS, failed(outcome, ORDER))
    assert (found.status, found.declared) == ((Status.SKIP, "") if declared is None else (Status.FAIL, declared))


@pytest.mark.parametrize(
    ("entries", "verdict", "outcome"),
    [
        ([OK_2, KNOWS_1], failed(Decoded((1,))), Decoded((1,))),
        ([OK_2, KNOWS_1], failed(Decoded((3,))), Decoded((3,))),
        ([OK_2, KNOWS_OTHERS], failed(Decoded((2,))), None),
        ([KNOWS_OTHERS, OK_2], failed(Decoded((2,))), Decoded((2,))),
        ([KNOWS_1], failed(Crash("ended")), None),
        ([KNOWS_1], failed(Decoded((1,)), status=Status.PASS), None),
        ([KNOWS_1], failed(Decoded((1,)), B), None),
        ([recorded({}, "ascii/*")], failed(Decoded((1,)), ORDER), None),
    ],
)
def test_an_outcome_is_recorded_if_no_earlier_entry_excuses_it(entries, verdict, outcome) -> None:
    assert to_record(entries, with_deviation(entries, ENCODINGS, verdict)) == outcome


def test_an_entry_with_another_outcome_is_stale_beside_the_right_one() -> None:
    (verdict,) = stale([OK_0, OK_1], IDS, {A: excusing([OK_0, OK_1], ENCODINGS, failed(Decoded((1,))))})
    assert verdict.reason == "stale: this known deviation fails with another outcome; remove it"


def test_an_entry_that_refers_to_the_file_is_not_stale_where_the_file_lacks_an_outcome() -> None:
    assert stale([KNOWS_OTHERS], IDS, {A: []}) == []
    assert [verdict.ground for verdict in stale([KNOWS_OTHERS], IDS, {})] == [Ground.STALE]
