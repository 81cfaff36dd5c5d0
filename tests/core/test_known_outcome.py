"""The outcome that a known deviation is known by."""

import pytest

from encoding_conformance.core.known_outcome import RULES, covers, is_outcome
from encoding_conformance.core.operation import DECODE, ENCODE
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Malformed, Rejection, Timeout, Unsupported

NUL, CRASH = Decoded((0,)), Crash("ended with status 3", complaint="out of luck")


@pytest.mark.parametrize(
    ("got", "kind", "outcome", "is_covered"),
    [
        ("ok 0", DECODE, NUL, True),
        ("ok 0", DECODE, Decoded((0, 0)), False),
        ("ok 0", DECODE, Rejection(0), False),
        ("ok 0", ENCODE, Encoded(b"\0"), False),
        ("ok 00", ENCODE, Encoded(b"\0"), True),
        ("ok -", DECODE, Decoded(()), True),
        ("reject", DECODE, Rejection(3, "said"), True),
        ("reject 3", DECODE, Rejection(3, "said"), True),
        ("reject 3 other", DECODE, Rejection(3, "said"), True),
        ("reject 3", DECODE, Rejection(2), False),
        ("reject 3", DECODE, Rejection(None), False),
        ("reject", DECODE, NUL, False),
        ("unsupported", DECODE, Unsupported("too large"), True),
        ("unsupported", DECODE, Rejection(0), False),
        ("crash: ended with status 3", DECODE, CRASH, True),
        ("crash: ended with status 3; standard error says: out of luck", DECODE, CRASH, True),
        ("crash: ended with signal", DECODE, CRASH, False),
        ("crash: ended", DECODE, Timeout("ended"), False),
        ("crash: ended", DECODE, NUL, False),
        ("time-out: 5 s", DECODE, Timeout("5 s"), True),
        ("malformed: -1", DECODE, Malformed("-1"), True),
        ("ok 0", DECODE, CRASH, False),
        ("", DECODE, NUL, True),
        ("", DECODE, Rejection(0), True),
        ("", DECODE, Unsupported(), True),
        ("", DECODE, Malformed("-1"), True),
        ("", DECODE, CRASH, False),
        ("", DECODE, Timeout("5 s"), False),
    ],
)
def test_only_the_known_outcome_is_covered(got, kind, outcome, is_covered) -> None:
    assert covers(got, kind, outcome) == is_covered


@pytest.mark.parametrize(
    ("got", "holds"),
    [(text, True) for text in ("ok 0", "ok 00 FF", "ok 110000", "ok -", "reject", "reject 3 truncated", "unsupported")]
    + [(text, True) for text in ("crash: ended", "time-out: 5 s", "malformed: -1")]
    + [(rule, True) for rule in RULES]
    + [
        (text, False)
        for text in (
            "ok, drops it",
            "crash: ",
            "crash",
            "time-out:",
            "broken protocol: x",
            "ok G",
            "OK 0",
            "0",
            "not asked: x",
            "outcomes.jsonl",
        )
    ],
)
def test_an_outcome_is_one_in_the_notation(got: str, holds: bool) -> None:
    assert is_outcome(got) == holds
