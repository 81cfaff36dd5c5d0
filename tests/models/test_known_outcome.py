"""The outcome that a known deviation is known by, stated or calculated by a rule. The outcomes are worked out by hand."""

from __future__ import annotations

import pytest
from project import suite

from encoding_conformance.core.notation import read_operation, read_outcome
from encoding_conformance.core.operation import Decode, Encode, Kind
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Malformed, Rejection, Timeout, Unsupported
from encoding_conformance.models.known_outcome import IN_FILE, covers, is_outcome, known_of

NUL, CRASH = Decoded((0,)), Crash("ended with status 3", complaint="out of luck")
SKIPPED = "ok, skips what is ill-formed"
NUMBERS = "ok, each code unit that is ill-formed is its number"
LOW_BITS = "ok, each code unit that is ill-formed is its low bits"
THROUGH_PAIRS = "ok, as if through surrogate pairs without a check"
LONGER = "ok, the expected bytes and others after them"
RULES = (SKIPPED, NUMBERS, LOW_BITS, THROUGH_PAIRS, LONGER)


@pytest.mark.parametrize(
    ("got", "outcome", "is_covered"),
    [
        ("ok 0", NUL, True),
        ("ok 0", Decoded((0, 0)), False),
        ("ok 0", Rejection(0), False),
        ("ok 0", Encoded(b"\0"), False),
        ("ok 00", Encoded(b"\0"), True),
        ("reject", Rejection(3, "said"), True),
        ("reject 3", Rejection(3, "said"), True),
        ("reject 3 other", Rejection(3, "said"), True),
        ("reject 3", Rejection(2), False),
        ("reject 3", Rejection(None), False),
        ("reject", NUL, False),
        ("unsupported", Unsupported("too large"), True),
        ("unsupported", Rejection(0), False),
        ("crash: ended with status 3", CRASH, True),
        ("crash: ended with status 3; standard error says: out of luck", CRASH, True),
        ("crash: ended with signal", CRASH, False),
        ("crash: ended", Timeout("ended"), False),
        ("crash: ended", NUL, False),
        ("malformed: -1", Malformed("-1"), True),
        ("ok 0", CRASH, False),
        (LONGER, Encoded(b"A\xff"), True),
        (LONGER, Encoded(b"A"), False),
        (LONGER, Encoded(b"B\xff"), False),
        (LONGER, NUL, False),
    ],
)
def test_only_the_known_outcome_is_covered(got, outcome, is_covered) -> None:
    operation = Encode("ascii", (0x41,)) if isinstance(outcome, Encoded) else Decode("ascii", b"\x80")
    assert covers(got, suite().encodings["ascii"], operation, outcome) == is_covered


def test_an_outcome_is_one_in_the_notation_or_a_rule() -> None:
    sound = ["ok 0", "ok 00 FF", "ok 110000", "ok -", "reject", "reject 3 truncated", "unsupported", *RULES]
    for got in (*sound, "crash: ended", "time-out: 5 s", "malformed: -1"):
        assert is_outcome(got), got
    for got in (
        "ok, drops it",
        "crash: ",
        "crash",
        "time-out:",
        "broken protocol: x",
        "ok G",
        "OK 0",
        "0",
        "not asked: x",
        IN_FILE,
    ):
        assert not is_outcome(got), got


@pytest.mark.parametrize(
    ("outcomes", "got"),
    [
        ([Rejection(0), Rejection(3, "said")], "reject"),
        ([Unsupported("too large"), Unsupported()], "unsupported"),
        ([NUL, NUL], "ok 0"),
        ([Decoded((0x41, 0x80)), Decoded((0xFF,))], NUMBERS),
        ([Decoded((0x41,)), Decoded(())], SKIPPED),
        ([Decoded((0x41, 0x80)), Decoded((0xFE,))], IN_FILE),
        ([Rejection(0), NUL], IN_FILE),
    ],
)
def test_the_outcome_that_all_have_is_stated_or_a_rule_or_the_file(outcomes, got) -> None:
    operations = Decode("ascii", b"\x41\x80"), Decode("ascii", b"\xff")
    assert known_of([(suite().encodings["ascii"], *each) for each in zip(operations, outcomes)]) == got


@pytest.mark.parametrize(
    ("rule", "encoding", "kind", "input", "outcome"),
    [
        (SKIPPED, "utf-8", Kind.DECODE, "41 80 BF 42", "ok 41 42"),
        (SKIPPED, "utf-8", Kind.DECODE, "E2 82", "ok -"),
        (SKIPPED, "utf-8", Kind.ENCODE, "41 D800 42", "ok 41 42"),
        (SKIPPED, "utf-16-be", Kind.DECODE, "D8 00 00 41", "ok 41"),
        (SKIPPED, "kim-count", Kind.DECODE, "81 00 02 83 84", "ok 80 2"),
        (SKIPPED, "kim-count", Kind.DECODE, "80*70000", "ok -"),
        (NUMBERS, "utf-8", Kind.DECODE, "C3 A9 ED A0 80", "ok E9 ED A0 80"),
        (NUMBERS, "iso-8859-3", Kind.DECODE, "A1 A5", "ok 126 A5"),
        (NUMBERS, "utf-16-be", Kind.DECODE, "D8 00 00 41 DC", "ok D800 41"),
        (NUMBERS, "utf-16-le", Kind.ENCODE, "41 DC69 D83D", "ok 41 00 69 DC 3D D8"),
        (NUMBERS, "utf-32-be", Kind.DECODE, "80 10 FF FF", "ok 8010FFFF"),
        (LOW_BITS, "ascii", Kind.DECODE, "41 E9 FF", "ok 41 69 7F"),
        (LOW_BITS, "iso-8859-1", Kind.ENCODE, "E9 20AC 10041", "ok E9 AC 41"),
        (THROUGH_PAIRS, "utf-32-be", Kind.DECODE, "00 11 00 00", "ok DC00 DC00"),
        (THROUGH_PAIRS, "utf-32-be", Kind.DECODE, "61 00 00 00", "ok 17C0 DC00"),
        (THROUGH_PAIRS, "utf-32-le", Kind.DECODE, "FF FF FF FF", "ok D7BF DFFF"),
        (THROUGH_PAIRS, "utf-32-be", Kind.DECODE, "00 00 D8 3D 00 00 DC 69", "ok 1F469"),
    ],
)
def test_a_rule_covers_the_outcome_that_it_calculates_and_no_other(rule, encoding, kind, input, outcome) -> None:
    operation, known = read_operation(kind, encoding, input), suite().encodings[encoding]
    assert covers(rule, known, operation, read_outcome(kind, outcome))
    for other in (f"{outcome} 43".replace("- ", ""), "ok 41 42 43", "reject 0", "unsupported", "crash: ended"):
        assert not covers(rule, known, operation, read_outcome(kind, other)), other


@pytest.mark.parametrize(
    ("rule", "encoding", "kind", "input"),
    [
        (NUMBERS, "utf-16-be", Kind.ENCODE, "110000"),  # no code unit holds the value
        (NUMBERS, "iso-8859-2", Kind.ENCODE, "100"),
        (THROUGH_PAIRS, "utf-16-be", Kind.DECODE, "D8 00"),  # no code units of 32 bits
        (THROUGH_PAIRS, "utf-32-be", Kind.DECODE, "00"),
        (THROUGH_PAIRS, "utf-32-be", Kind.ENCODE, "110000"),
        (SKIPPED, "bocu-1", Kind.DECODE, "FF"),  # codes depend on others
        (LOW_BITS, "kim-text", Kind.DECODE, "FF"),
    ],
)
def test_a_rule_that_does_not_apply_covers_nothing(rule, encoding, kind, input) -> None:
    operation = read_operation(kind, encoding, input)
    for outcome in ("ok 00", "ok -", "ok FF", "reject 0"):
        assert not covers(rule, suite().encodings[encoding], operation, read_outcome(kind, outcome))
