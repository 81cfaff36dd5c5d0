"""The outcome that a known deviation is known by."""

import pytest
from project import suite

from encoding_conformance.core.operation import Decode, Encode, Kind
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Malformed, Rejection, Timeout, Unsupported
from encoding_conformance.models.known_outcome import IN_FILE, covers, is_outcome, known_of

NUL, CRASH = Decoded((0,)), Crash("ended with status 3", complaint="out of luck")


@pytest.mark.parametrize(
    ("got", "kind", "outcome", "is_covered"),
    [
        ("ok 0", Kind.DECODE, NUL, True),
        ("ok 0", Kind.DECODE, Decoded((0, 0)), False),
        ("ok 0", Kind.DECODE, Rejection(0), False),
        ("ok 0", Kind.ENCODE, Encoded(b"\0"), False),
        ("ok 00", Kind.ENCODE, Encoded(b"\0"), True),
        ("ok -", Kind.DECODE, Decoded(()), True),
        ("reject", Kind.DECODE, Rejection(3, "said"), True),
        ("reject 3", Kind.DECODE, Rejection(3, "said"), True),
        ("reject 3 other", Kind.DECODE, Rejection(3, "said"), True),
        ("reject 3", Kind.DECODE, Rejection(2), False),
        ("reject 3", Kind.DECODE, Rejection(None), False),
        ("reject", Kind.DECODE, NUL, False),
        ("unsupported", Kind.DECODE, Unsupported("too large"), True),
        ("unsupported", Kind.DECODE, Rejection(0), False),
        ("crash: ended with status 3", Kind.DECODE, CRASH, True),
        ("crash: ended with status 3; standard error says: out of luck", Kind.DECODE, CRASH, True),
        ("crash: ended with signal", Kind.DECODE, CRASH, False),
        ("crash: ended", Kind.DECODE, Timeout("ended"), False),
        ("crash: ended", Kind.DECODE, NUL, False),
        ("time-out: 5 s", Kind.DECODE, Timeout("5 s"), True),
        ("malformed: -1", Kind.DECODE, Malformed("-1"), True),
        ("ok 0", Kind.DECODE, CRASH, False),
        ("ok, what is expected and bytes behind it", Kind.ENCODE, Encoded(b"?"), False),
    ],
)
def test_only_the_known_outcome_is_covered(got, kind, outcome, is_covered) -> None:
    operation = Encode("ascii", (0x80,)) if kind == Kind.ENCODE else Decode("ascii", b"\x80")
    assert covers(got, suite().encodings["ascii"], operation, outcome) == is_covered


@pytest.mark.parametrize(("data", "is_covered"), [(b"A\xff", True), (b"A", False), (b"B\xff", False), (b"", False)])
def test_bytes_behind_what_is_expected_may_be_any(data, is_covered) -> None:
    operation = Encode("ascii", (0x41,))
    assert covers("ok, what is expected and bytes behind it", suite().encodings["ascii"], operation, Encoded(data)) == is_covered


@pytest.mark.parametrize(
    ("got", "holds"),
    [(text, True) for text in ("ok 0", "ok 00 FF", "ok 110000", "ok -", "reject", "reject 3 truncated", "unsupported")]
    + [(text, True) for text in ("crash: ended", "time-out: 5 s", "malformed: -1")]
    + [
        ("ok, skips what is ill-formed", True),
        ("ok, each code unit that is ill-formed is its number", True),
        ("ok, each code unit that is ill-formed is its low bits", True),
        ("ok, as if through surrogate pairs without a check", True),
        ("ok, what is expected and bytes behind it", True),
    ]
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


LATIN = Decode("ascii", b"\x41\x80"), Decode("ascii", b"\xff")


@pytest.mark.parametrize(
    ("outcomes", "got"),
    [
        ([Rejection(0), Rejection(3, "said")], "reject"),
        ([Unsupported("too large"), Unsupported()], "unsupported"),
        ([NUL, NUL], "ok 0"),
        ([Malformed("-1"), Malformed("-1")], "malformed: -1"),
        ([Decoded((0x41, 0x80)), Decoded((0xFF,))], "ok, each code unit that is ill-formed is its number"),
        ([Decoded((0x41,)), Decoded(())], "ok, skips what is ill-formed"),
        ([Decoded((0x41, 0x80)), Decoded((0xFE,))], IN_FILE),
        ([Rejection(0), NUL], IN_FILE),
    ],
)
def test_the_outcome_that_all_have_is_stated_or_a_rule_or_the_file(outcomes, got) -> None:
    found = [(suite().encodings["ascii"], operation, outcome) for operation, outcome in zip(LATIN, outcomes)]
    assert known_of(found) == got
