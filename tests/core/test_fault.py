"""What an implementation did, in a few words."""

from __future__ import annotations

import pytest

from encoding_conformance.core.judge import fault_of, manner
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    NotAsked,
    Rejection,
    Timeout,
    Unsupported,
)

RESULT, REJECTION = (Decoded((0x41,)),), (Rejection(3, "truncated"),)
SILENCE = (*RESULT, *REJECTION)


@pytest.mark.parametrize(
    ("permitted", "outcome", "told"),
    [
        (RESULT, Decoded((0x41,)), "accepts"),
        (RESULT, Decoded((0x42,)), "gives another result"),
        (RESULT, Rejection(3), "rejects well-formed input"),
        (REJECTION, Decoded((0x41,)), "accepts ill-formed input"),
        (REJECTION, Rejection(3), "rejects"),
        (REJECTION, Rejection(), "rejects"),
        (REJECTION, Rejection(2), "rejects at another offset"),
        (SILENCE, Decoded((0x41,)), "accepts"),
        (SILENCE, Decoded((0x42,)), "gives another result"),
        (SILENCE, Rejection(3), "rejects"),
        (SILENCE, Rejection(2), "rejects at another offset"),
        ((), Encoded(b"A"), "gives another result"),
        (RESULT, Unsupported(), "says unsupported"),
        (RESULT, Crash("x"), "crashes"),
        (REJECTION, Timeout("x"), "times out"),
        (REJECTION, Malformed("x"), "gives a malformed reply"),
        (REJECTION, BrokenProtocol("x"), "breaks the protocol"),
        (REJECTION, NotAsked("x"), "is not asked"),
    ],
)
def test_what_was_done(permitted, outcome, told: str) -> None:
    assert manner(permitted, outcome) == told


@pytest.mark.parametrize(
    ("expected", "outcome", "how"),
    [
        (Rejection(2, "truncated"), Decoded((1,)), "accepted"),
        (Rejection(2, "truncated"), Rejection(1), "offset too small"),
        (Rejection(2, "truncated"), Rejection(3), "offset too large"),
        (Decoded((1, 2)), Rejection(0), "refused"),
        (Decoded((1, 2)), Decoded((1, 3)), "wrong"),
        (Decoded((1, 2)), Decoded((1,)), "too short"),
        (Encoded(b"a"), Encoded(b"ab"), "too long"),
        (Encoded(b"a"), Unsupported(), "unsupported"),
        (Encoded(b"a"), Crash("it died"), "crash"),
        (Rejection(0), Timeout("late"), "time-out"),
    ],
)
def test_how_an_outcome_is_wrong(expected, outcome, how) -> None:
    assert fault_of([expected], outcome) == how
