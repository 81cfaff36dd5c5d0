"""What is known of implementations that accept what is ill-formed by a rule. The outcomes are worked out by hand."""

from __future__ import annotations

import pytest
from project import suite

from encoding_conformance.core.notation import read_operation, read_outcome
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.models.known_outcome import covers

SKIPPED = "ok, skips what is ill-formed"
NUMBERS = "ok, each code unit that is ill-formed is its number"
LOW_BITS = "ok, each code unit that is ill-formed is its low bits"
THROUGH_PAIRS = "ok, as if through surrogate pairs without a check"
RULES = (SKIPPED, NUMBERS, LOW_BITS, THROUGH_PAIRS)


@pytest.mark.parametrize(
    ("rule", "encoding", "kind", "input", "outcome"),
    [
        (SKIPPED, "utf-8", Kind.DECODE, "80", "ok -"),
        (SKIPPED, "utf-8", Kind.DECODE, "41 80 BF 42", "ok 41 42"),
        (SKIPPED, "utf-8", Kind.DECODE, "E2 82", "ok -"),
        (SKIPPED, "utf-8", Kind.DECODE, "E2 82 41", "ok 41"),
        (SKIPPED, "utf-8", Kind.ENCODE, "41 D800 42", "ok 41 42"),
        (SKIPPED, "utf-16-le", Kind.DECODE, "41 00 42", "ok 41"),
        (SKIPPED, "utf-16-be", Kind.DECODE, "D8 00 00 41", "ok 41"),
        (SKIPPED, "kim-count", Kind.DECODE, "81 00 02 83 84", "ok 80 2"),
        (SKIPPED, "kim-count", Kind.DECODE, "80*70000", "ok -"),
        (NUMBERS, "ascii", Kind.DECODE, "41 E9", "ok 41 E9"),
        (NUMBERS, "utf-8", Kind.DECODE, "C3 A9 ED A0 80", "ok E9 ED A0 80"),
        (NUMBERS, "iso-8859-3", Kind.DECODE, "A1 A5", "ok 126 A5"),
        (NUMBERS, "utf-16-be", Kind.DECODE, "D8 00 00 41 DC", "ok D800 41"),
        (NUMBERS, "utf-16-le", Kind.DECODE, "3D D8 69 DC 69 DC", "ok 1F469 DC69"),
        (NUMBERS, "utf-16-le", Kind.ENCODE, "41 DC69 D83D", "ok 41 00 69 DC 3D D8"),
        (NUMBERS, "utf-32-be", Kind.DECODE, "80 10 FF FF", "ok 8010FFFF"),
        (NUMBERS, "utf-32-be", Kind.ENCODE, "D800 110000", "ok 00 00 D8 00 00 11 00 00"),
        (NUMBERS, "iso-8859-2", Kind.ENCODE, "41 E6", "ok 41 E6"),
        (LOW_BITS, "ascii", Kind.DECODE, "41 E9 FF", "ok 41 69 7F"),
        (LOW_BITS, "iso-8859-1", Kind.ENCODE, "E9 20AC 10041", "ok E9 AC 41"),
        (LOW_BITS, "utf-16-be", Kind.DECODE, "D8 00 00", "ok D800"),
        (LOW_BITS, "utf-16-le", Kind.ENCODE, "41 DC69", "ok 41 00 69 DC"),
        (THROUGH_PAIRS, "utf-32-be", Kind.DECODE, "00 11 00 00", "ok DC00 DC00"),
        (THROUGH_PAIRS, "utf-32-be", Kind.DECODE, "61 00 00 00", "ok 17C0 DC00"),
        (THROUGH_PAIRS, "utf-32-le", Kind.DECODE, "FF FF FF FF", "ok D7BF DFFF"),
        (THROUGH_PAIRS, "utf-32-be", Kind.DECODE, "00 00 D8 3D 00 00 DC 69", "ok 1F469"),
        (THROUGH_PAIRS, "utf-32-le", Kind.DECODE, "00 DC 00 00 41 00 00 00", "ok DC00 41"),
        (THROUGH_PAIRS, "utf-32-be", Kind.DECODE, "00 01 F4 69 00 11 00 00", "ok 1F469 DC00 DC00"),
    ],
)
def test_a_rule_covers_the_outcome_that_it_calculates_and_no_other(rule, encoding, kind, input, outcome) -> None:
    operation, known = read_operation(kind, encoding, input), suite().encodings[encoding]
    assert covers(rule, known, operation, read_outcome(kind, outcome))
    for other in (f"{outcome} 43".replace("- ", ""), "ok 41 42 43", "reject 0", "unsupported", "crash: ended"):
        assert not covers(rule, known, operation, read_outcome(kind, other)), other


@pytest.mark.parametrize(("encoding", "input"), [("utf-16-be", "110000"), ("iso-8859-2", "100")])
def test_no_outcome_is_known_of_a_value_that_no_code_unit_holds(encoding, input) -> None:
    operation = read_operation(Kind.ENCODE, encoding, input)
    for outcome in ("ok 00", "ok -", "reject 0"):
        assert not covers(NUMBERS, suite().encodings[encoding], operation, read_outcome(Kind.ENCODE, outcome))


@pytest.mark.parametrize(
    ("encoding", "kind", "input"),
    [
        ("utf-16-be", Kind.DECODE, "D8 00"),
        ("utf-8", Kind.DECODE, "80"),
        ("utf-32-be", Kind.DECODE, "00"),
        ("utf-32-be", Kind.ENCODE, "110000"),
    ],
)
def test_only_whole_units_of_32_bits_are_read_as_if_through_pairs(encoding, kind, input) -> None:
    for outcome in ("ok -", "ok 80", "ok 00", "reject 0"):
        known, operation = suite().encodings[encoding], read_operation(kind, encoding, input)
        assert not covers(THROUGH_PAIRS, known, operation, read_outcome(kind, outcome))


@pytest.mark.parametrize(("rule", "encoding"), [(rule, encoding) for rule in RULES for encoding in ("bocu-1", "kim-text")])
def test_a_rule_covers_nothing_in_an_encoding_in_which_codes_depend_on_others(rule, encoding) -> None:
    operation = read_operation(Kind.DECODE, encoding, "FF")
    for outcome in (Decoded(()), Decoded((0xFF,)), Rejection(0)):
        assert not covers(rule, suite().encodings[encoding], operation, outcome)
