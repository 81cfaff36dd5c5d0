"""Operations and outcomes on one line, however long they are."""

from __future__ import annotations

import pytest

from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Outcome, Rejection, Unsupported
from encoding_conformance.report.example import TEXT, operation_shortly, outcome_shortly

PRINTABLE = bytes(range(0x20, 0x7F))


@pytest.mark.parametrize(
    "operation, expected",
    [
        (Decode("kim", b"A" * 32_769 + b"\xc4\x80\x00"), "decode 41*32769 C4 80 00"),
        (Decode("kim", b"\x41\xc4\x80", (1, 2)), "decode 41 / C4 / 80"),
        (Decode("kim", b""), "decode -"),
        (Encode("kim", (0xE9, 0x1F468)), "encode E9 1F468"),
        (Encode("kim", ()), "encode -"),
    ],
)
def test_an_operation_is_in_the_notation_of_the_vectors(operation: Operation, expected: str) -> None:
    assert operation_shortly(operation) == expected


@pytest.mark.parametrize(
    "outcome, expected",
    [
        (Encoded(b"A" * 40), "ok 41*40"),
        (Decoded((0xE9, 0x41)), "ok E9 41"),
        (Decoded(()), "ok -"),
        (Rejection(3, "truncated"), "reject 3 truncated"),
        (Unsupported(), "unsupported"),
        (Crash("exited with status 3"), "crash: exited with status 3"),
    ],
)
def test_an_outcome_is_in_the_notation_of_the_vectors(outcome: Outcome, expected: str) -> None:
    assert outcome_shortly(outcome) == expected


def test_of_a_long_sequence_the_beginning_and_the_end_are_shown() -> None:
    shown = operation_shortly(Decode("kim", PRINTABLE * 700))
    assert shown.startswith("decode 20 21 22 ") and shown.endswith(" 7D 7E")
    assert " bytes … " in shown and len(shown) <= len("decode ") + TEXT
    assert " values … " in outcome_shortly(Decoded(tuple(PRINTABLE) * 700))


def test_a_long_text_of_a_failure_is_cut() -> None:
    assert 300 < len(outcome_shortly(Crash("x" * 9000))) <= 400
