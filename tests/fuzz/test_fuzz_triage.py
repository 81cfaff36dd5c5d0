"""Findings that have one cause."""

from __future__ import annotations

from dataclasses import replace

import made
import pytest

from encoding_conformance.checks.catalogue import LEAKS
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Outcome, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Deviation, DeviationKind
from encoding_conformance.fuzz.finding import Finding, Reproducer, bucket_of
from encoding_conformance.fuzz.triage import FindingCauses


def found(
    operation: Operation,
    outcome: Outcome,
    check: str = "order",
    reason: str = "wrong",
    claimed: tuple[Permitted, ...] = (),
    before: tuple[bytes, ...] = (),
    **more,
) -> Finding:
    """A finding that a law breaks because an operation had this outcome."""
    case = Reproducer(LawId(check, "a-law"), b"A", before)
    key = bucket_of("x", check, operation, outcome, reason, claimed)
    return Finding(key, case, operation, claimed, outcome, reason, **more)


def explained(*findings: Finding) -> list[int]:
    """For each finding, the place of the one that explains it, which may be itself."""
    causes = FindingCauses(made.suite().encodings)
    return [findings.index(causes.add(each)) for each in findings]


SURROGATE = found(Decode("utf-8", b"\xed\xa0\x80"), Decoded((0xD800,)))
"""Accepts what is ill-formed."""
OVERLONG = found(Decode("utf-8", b"\xc0\x80"), Decoded((0,)), reason="another")
REFUSED = found(Decode("utf-8", b"\xc3\xa9"), Rejection(0), reason="refused")
"""Refuses what is well-formed."""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SURROGATE, found(SURROGATE.operation, SURROGATE.outcome, "layout")),
        (SURROGATE, found(Decode("utf-8", b"A\xed\xbf\xbf"), Decoded((0x41, 0xDFFF)), "damage", "accepted")),
        (REFUSED, found(Decode("utf-8", b"AB\xc3\xaa"), Rejection(2), "truncation")),
        (found(Encode("utf-8", (0xE9,)), Encoded(b"?"), "a"), found(Encode("utf-8", (0xEA, 0x41)), Encoded(b"?A"), "b")),
    ],
)
def test_the_same_symptom_is_the_same_cause_whatever_law_it_breaks(one: Finding, other: Finding) -> None:
    assert one.bucket != other.bucket
    assert explained(one, other) == [0, 0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SURROGATE, OVERLONG),
        (SURROGATE, REFUSED),
        (REFUSED, found(Decode("utf-8", b"\xc3\xaa"), Decoded((0xE8,)), "another")),
        (REFUSED, found(Encode("utf-8", (0xEA,)), Rejection(0), "another")),
    ],
)
def test_another_symptom_is_another_cause(one: Finding, other: Finding) -> None:
    assert explained(one, other) == [0, 1]


@pytest.mark.parametrize(
    ("encode", "decode"),
    [
        (found(Encode("utf-8", (0xE9,)), Rejection(0)), REFUSED),
        (found(Encode("utf-8", (0xD800,)), Encoded(b"\xed\xa0\x80")), SURROGATE),
        (found(Encode("utf-8", (0xE9,)), Encoded(b"\xc3\xa8")), found(Decode("utf-8", b"\xc3\xa8"), Decoded((0xE9,)))),
    ],
)
def test_a_code_that_is_wrong_both_ways_is_one_cause(encode: Finding, decode: Finding) -> None:
    assert explained(encode, decode) == explained(decode, encode) == [0, 0]


def test_what_joined_a_cause_explains_as_well() -> None:
    encode = found(Encode("utf-8", (0xE9,)), Rejection(0))
    later = found(Decode("utf-8", b"\xc3\xaa"), Rejection(0), "damage")
    assert explained(encode, REFUSED, later) == [0, 0, 0]


def crash(text: str, frame: str, input: bytes = b"A") -> Finding:
    return found(Decode("utf-8", input), Crash(text, frame))


@pytest.mark.parametrize(
    "other",
    [
        crash("TypeError: odd", "x.py:other"),
        crash("KeyError: odd", "x.py:decode"),
        found(Decode("utf-8", b"A"), Crash("TypeError: odd"), before=(b"B",)),
        found(Decode("utf-8", b"A"), Rejection(0)),
    ],
)
def test_a_crash_explains_only_what_has_its_bucket(other: Finding) -> None:
    one = crash("TypeError: odd", "x.py:decode")
    assert explained(one, other) == [0, 1]
    assert explained(other, one) == [0, 1]
    assert explained(one, crash("TypeError: even", "x.py:decode", b"ABC")) == [0, 0]


@pytest.mark.parametrize(
    "other",
    [
        replace(REFUSED, bucket=REFUSED.bucket._replace(implementation="y")),
        found(Decode("utf-16-be", b"\x00\xe9"), Rejection(0)),
        found(Decode("utf-8", b"\xc3\xa9", (1,)), Rejection(0), "chunks"),
        found(Decode("utf-8", b"\xc3\xa9"), Rejection(0), "leak", before=(b"A",)),
        found(Decode("utf-8", b"\xc3\xa9"), Rejection(0), LEAKS, claimed=(Decoded((0xE9,)),)),
        found(Decode("utf-8", b"\xc3\xa9"), Rejection(0), "known", known=Deviation(DeviationKind.BUG, "slow", ("utf-8/x",))),
        found(Decode("utf-8", b"\xc3\xa9"), Rejection(0), "rare", repeats=False),
    ],
)
def test_what_is_found_elsewhere_is_another_cause(other: Finding) -> None:
    assert explained(REFUSED, other) == [0, 1]
    assert explained(other, REFUSED) == [0, 1]


def test_a_law_against_leaks_that_is_refused_an_input_shows_no_leak() -> None:
    assert explained(REFUSED, found(Decode("utf-8", b"\xc3\xaa"), Rejection(0), LEAKS)) == [0, 0]


def test_a_law_that_breaks_where_the_outcome_is_right_has_a_cause_of_its_own() -> None:
    """Another operation of the law is at fault, and nothing tells which."""
    right = found(Decode("utf-8", b"\xc3\xa9"), Decoded((0xE9,)), "damage", claimed=(Rejection(0),))
    another = found(Decode("utf-8", b"\xc3\xaa"), Decoded((0xEA,)), "order", claimed=(Rejection(0),))
    assert explained(right, another) == [0, 1]


def test_without_tables_the_law_says_what_is_due() -> None:
    suite = made.suite().encodings
    bare = {"utf-8": replace(suite["utf-8"], tables=None)}
    causes = FindingCauses(bare)
    one = found(Decode("utf-8", b"\xc3\xa9"), Rejection(0), claimed=(Decoded((0xE9,)),))
    other = found(Decode("utf-8", b"\xc3\xaa"), Rejection(0), "damage", claimed=(Decoded((0xEA,)),))
    unknown = found(Decode("utf-8", b"\xc3\xab"), Rejection(0), "truncation")
    assert [causes.add(each) for each in (one, other, unknown)] == [one, one, unknown]


def test_a_rejection_that_a_law_claims_may_have_a_text_of_the_implementation() -> None:
    leak = found(Decode("ascii", b"A\xdb"), Rejection(0), LEAKS, claimed=(Rejection(1, "'ascii' codec can't decode byte 0xdb"),))
    assert ("decode", "41 DB") in leak.lines(made.encoding("ascii"))
