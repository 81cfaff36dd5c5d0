"""A reply that a plug-in may word in its own way counts as the expected reply, and nothing else does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoding_conformance.adapters.process_session import Habits, habits_of
from encoding_conformance.adapters.protocol_lines import ProtocolError, numbered, parse_reply
from encoding_conformance.adapters.question import Question
from encoding_conformance.core.operation import Decode, Encode, Kind
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection

BLOCK = [
    Question(Decode("kim", b"\x81\x69"), Decoded((0xE9,))),
    Question(Decode("kim", b"\x80"), Rejection(0)),
    Question(Encode("kim", (0xAB,)), Encoded(b"\x81\x2b")),
    Question(Encode("kim", (0x110000,)), Rejection(0)),
]
LINES = b"7 ok E9\n8 reject 0\n9 ok 812B\n10 reject 0\n"


def test_the_due_lines() -> None:
    requests = numbered(7, [question.request for question in BLOCK])
    assert requests == b"7 decode kim 8169\n8 decode kim 80\n9 encode kim AB\n10 encode kim 110000\n"
    assert Habits().replies(7, BLOCK) == LINES
    assert Habits(offsets=False, lower_case=True).replies(7, BLOCK) == b"7 ok e9\n8 reject\n9 ok 812b\n10 reject\n"


@pytest.mark.parametrize(
    ("got", "habits"),
    [
        (LINES, Habits()),
        (LINES.lower(), Habits(lower_case=True)),
        (b"7 ok E9\n8 reject\n9 ok 812B\n10 reject\n", Habits(offsets=False)),
        (b"7 ok E9\n8 reject -\n9 ok 812B\n10 reject - too large\n", Habits(offsets=False, remarks=True)),
        (b"7 ok e9\n8 reject 0 cut off\n9 ok 812b\n10 reject 0\n", Habits(lower_case=True, remarks=True)),
    ],
)
def test_habits_are_learned_and_explain_every_line(got: bytes, habits: Habits) -> None:
    assert habits_of(got, Habits()) == habits
    assert habits.comparable(got) == habits.replies(7, BLOCK)


ODD = [b"0", b"00", b"3", b"-", b"", b"x", b"-1", b"1x", b"\r", b"reject", b"9" * 19, b"9" * 20]
lines = st.lists(st.sampled_from(ODD), max_size=4)


@given(lines.map(b" ".join))
def test_a_line_that_is_no_rejection_does_not_become_one(rest: bytes) -> None:
    line = b"8 reject" + (b" " + rest if rest else b"")
    comparable = Habits(remarks=True).comparable(line + b"\n")
    try:
        got = parse_reply(line, 8, Kind.DECODE)
    except ProtocolError:
        got = None
    if not isinstance(got, Rejection):
        assert comparable == line + b"\n" and comparable not in (b"8 reject\n", b"8 reject 0\n")
        return
    if comparable == b"8 reject\n":
        assert got.offset is None
    if comparable == b"8 reject 0\n":
        assert got.offset == 0
