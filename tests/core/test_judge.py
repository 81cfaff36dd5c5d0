"""The judge: each kind of outcome against each kind of permitted ones, with and without limits; and words for what is wrong."""

from __future__ import annotations

import pytest

from encoding_conformance.core.encoding import Encoding, Optional, Tables
from encoding_conformance.core.judge import fault_of, judge, manner
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    NotRun,
    Outcome,
    Rejection,
    Timeout,
    Unsupported,
)
from encoding_conformance.core.ranges import EVERY_NATURAL, RangeSet
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Blame, Ground, Status

SURROGATES = RangeSet(((0xD800, 0xDFFF),))
ID = "some-encoding"

DATA, VALUES = b"\x41", (0x41,)
DECODED, OTHER_DECODED = Decoded(VALUES), Decoded((0x42,))
ENCODED, OTHER_ENCODED = Encoded(DATA), Encoded(b"\x42")
REJECTED_SOMEWHERE, REJECTED_AT_2, REJECTED_AT_3 = Rejection(), Rejection(2, "truncated"), Rejection(3)
SILENCE = (DECODED, REJECTED_AT_2)

FAILURES = [Crash("signal 11"), Timeout("5 s"), BrokenProtocol("no reply"), Malformed("'-41': expected VALUES")]
PERMITTED = {
    "result": (DECODED,),
    "bytes": (ENCODED,),
    "rejection": (REJECTED_SOMEWHERE,),
    "rejection-at-2": (REJECTED_AT_2,),
    "silence": SILENCE,
}


def encoding(optional: Optional = Optional()) -> Encoding:
    return Encoding(ID, "", "", "naturals", EVERY_NATURAL, Tables(), optional=optional)


def verdict(
    permitted: tuple[Permitted, ...],
    outcome: Outcome,
    operation: Operation = Decode(ID, DATA),
    limits: Limits = NO_LIMITS,
    optional: Optional = Optional(),
) -> str:
    return judge(encoding(optional), operation, permitted, outcome, limits).status


@pytest.mark.parametrize("outcome", FAILURES)
@pytest.mark.parametrize("limits", [NO_LIMITS, Limits(0, b"\x00", True)])
def test_a_failure_is_never_an_answer(outcome: Outcome, limits: Limits) -> None:
    everything_may_be_refused = Optional(EVERY_NATURAL, ("reject", "unsupported"))
    for permitted in PERMITTED.values():
        judged = judge(encoding(everything_may_be_refused), Decode(ID, DATA), permitted, outcome, limits)

        expected = (Status.ERROR, Blame.ADAPTER) if isinstance(outcome, BrokenProtocol) else (Status.FAIL, None)
        assert (judged.status, judged.blame) == expected
        assert outcome.text in judged.reason


@pytest.mark.parametrize(
    ("permitted", "passing", "failing"),
    [
        ("result", [DECODED], [OTHER_DECODED, Decoded(()), ENCODED, REJECTED_SOMEWHERE, REJECTED_AT_2, Unsupported()]),
        ("bytes", [ENCODED], [OTHER_ENCODED, DECODED, REJECTED_SOMEWHERE, Unsupported()]),
        ("rejection", [REJECTED_SOMEWHERE, REJECTED_AT_2], [DECODED, Unsupported()]),
        (
            "rejection-at-2",
            [REJECTED_SOMEWHERE, REJECTED_AT_2, Rejection(2, "another reason")],
            [DECODED, REJECTED_AT_3, Rejection(0), Unsupported()],
        ),
        ("silence", [DECODED, REJECTED_SOMEWHERE, REJECTED_AT_2], [OTHER_DECODED, REJECTED_AT_3, Unsupported()]),
    ],
)
def test_an_answer_is_compared_with_the_permitted_outcomes(permitted: str, passing, failing) -> None:
    operation = Encode(ID, VALUES) if permitted == "bytes" else Decode(ID, DATA)
    for outcomes, status in ((passing, Status.PASS), (failing, Status.FAIL)):
        assert {outcome: verdict(PERMITTED[permitted], outcome, operation) for outcome in outcomes} == dict.fromkeys(
            outcomes, status
        )


@pytest.mark.parametrize(
    ("permitted", "outcome", "ground"),
    [
        ((DECODED,), DECODED, None),
        ((DECODED,), OTHER_DECODED, None),
        ((DECODED,), Crash("known deviation: not at all"), None),
        (SILENCE, DECODED, Ground.SILENCE),
        ((DECODED,), Unsupported(), Ground.LIMIT),
    ],
)
def test_a_judgement_has_its_ground(permitted, outcome: Outcome, ground: str | None) -> None:
    assert judge(encoding(), Decode(ID, DATA), permitted, outcome, Limits(0x40)).ground == ground


def test_an_operation_that_was_not_asked_is_skipped_and_never_passes() -> None:
    judged = judge(encoding(), Decode(ID, DATA), SILENCE, NotRun("decode was given up after 20 time-outs"), NO_LIMITS)
    assert (judged.status, judged.ground, judged.blame) == (Status.SKIP, Ground.NOT_RUN, None)
    assert judged.reason == "not asked: decode was given up after 20 time-outs"


@pytest.mark.parametrize(
    ("operation", "permitted", "max_value", "expected"),
    [
        (Encode(ID, (0x41,)), ENCODED, 0x41, Status.FAIL),
        (Encode(ID, (0x41, 0x20)), ENCODED, 0x40, Status.SKIP),
        (Encode(ID, (0x41,)), ENCODED, None, Status.FAIL),
        (Encode(ID, (0x41,)), REJECTED_SOMEWHERE, 0x40, Status.SKIP),
        (Decode(ID, DATA), DECODED, 0x41, Status.FAIL),
        (Decode(ID, DATA), DECODED, 0x40, Status.SKIP),
        (Decode(ID, DATA), REJECTED_SOMEWHERE, 0x40, Status.FAIL),
    ],
)
def test_unsupported_is_excused_beyond_the_limits_only(operation, permitted, max_value, expected: str) -> None:
    assert verdict((permitted,), Unsupported(), operation, Limits(max_value)) == expected


@pytest.mark.parametrize(
    ("outcome", "status"),
    [(DECODED, Status.PASS), (REJECTED_SOMEWHERE, Status.FAIL), (OTHER_DECODED, Status.FAIL), (Decoded((0x40,)), Status.FAIL)],
)
def test_beyond_the_limits_nothing_but_unsupported_is_excused(outcome: Outcome, status: str) -> None:
    assert verdict((DECODED,), outcome, limits=Limits(0x40)) == status


@pytest.mark.parametrize(
    ("permitted", "data", "ordered", "expected"),
    [
        (REJECTED_AT_2, b"\x90\x20", True, Status.SKIP),
        (REJECTED_AT_2, b"\x7f\x90\x20", True, Status.SKIP),
        (REJECTED_AT_2, b"\x80\x01\x00", True, Status.SKIP),
        (REJECTED_AT_2, b"\x80\x01", True, Status.FAIL),
        (REJECTED_AT_2, b"\x7f\x20", True, Status.FAIL),
        (REJECTED_AT_2, b"\x90\x20", False, Status.FAIL),
        (REJECTED_AT_2, b"\x10\x20\x30", False, Status.SKIP),
        (DECODED, b"\x90\x20", True, Status.FAIL),  # well-formed input is not excused by its bytes
    ],
)
def test_ill_formed_input_in_which_a_larger_value_may_begin(permitted, data: bytes, ordered: bool, expected: str) -> None:
    limits = Limits(0x81, largest=b"\x80\x01", ordered=ordered)

    assert verdict((permitted,), Unsupported(), Decode(ID, data), limits) == expected


@pytest.mark.parametrize(
    ("outcomes", "outcome", "expected"),
    [
        (("reject",), REJECTED_SOMEWHERE, Status.SKIP),
        (("reject",), Unsupported(), Status.FAIL),
        (("unsupported",), Unsupported(), Status.SKIP),
        (("unsupported",), REJECTED_SOMEWHERE, Status.FAIL),
        (("reject", "unsupported"), Unsupported(), Status.SKIP),
        (("reject",), Decoded((0xFFFD,)), Status.FAIL),
        (("reject",), Decoded((0xD800,)), Status.PASS),
        ((), REJECTED_SOMEWHERE, Status.FAIL),
    ],
)
def test_values_that_may_be_refused(outcomes: tuple[str, ...], outcome: Outcome, expected: str) -> None:
    optional = Optional(SURROGATES, outcomes)

    assert verdict((Decoded((0xD800,)),), outcome, Decode(ID, b"\xed\xa0\x80"), optional=optional) == expected


def test_only_a_value_that_may_be_refused_excuses_a_rejection() -> None:
    optional = Optional(SURROGATES, ("reject",))
    assert verdict((DECODED,), REJECTED_SOMEWHERE, optional=optional) == Status.FAIL
    assert verdict((ENCODED,), REJECTED_SOMEWHERE, Encode(ID, (0xD7FF, 0xE000)), optional=optional) == Status.FAIL
    assert verdict((ENCODED,), REJECTED_AT_3, Encode(ID, (0x41, 0xDFFF)), optional=optional) == Status.SKIP


@pytest.mark.parametrize(
    ("permitted", "outcome", "reason"),
    [
        ((DECODED,), OTHER_DECODED, "a different result than the permitted one"),
        ((DECODED,), REJECTED_AT_2, "rejected input that must be accepted"),
        ((REJECTED_AT_2,), DECODED, "accepted input that must be rejected (truncated)"),
        ((REJECTED_SOMEWHERE,), DECODED, "accepted input that must be rejected"),
        ((REJECTED_AT_2,), REJECTED_AT_3, "rejected at 3, but the first fault is at 2"),
        ((DECODED,), Unsupported(), "unsupported, but within the limits that the implementation declares"),
    ],
)
def test_a_reason_says_why_an_outcome_is_wrong(permitted: tuple[Permitted, ...], outcome: Outcome, reason: str) -> None:
    assert judge(encoding(), Decode(ID, DATA), permitted, outcome, NO_LIMITS).reason == reason


@pytest.mark.parametrize(("outcome", "word"), [(DECODED, "result"), (REJECTED_AT_2, "rejection")])
def test_the_reason_for_a_silence_says_which_outcome_was_seen(outcome: Outcome, word: str) -> None:
    reason = judge(encoding(), Decode(ID, DATA), SILENCE, outcome, NO_LIMITS).reason
    assert "silent" in reason and word in reason


RESULT, REJECTION = (Decoded((0x41, 0x42)),), (Rejection(3, "truncated"),)


@pytest.mark.parametrize(
    ("permitted", "outcome", "fault", "words"),
    [
        (RESULT, Decoded((0x41, 0x42)), None, "accepts"),
        (RESULT, Decoded((0x41, 0x43)), "wrong", "gives another result"),
        (RESULT, Decoded((0x41,)), "too short", "gives another result"),
        (RESULT, Decoded((0x41, 0x42, 0x43)), "too long", "gives another result"),
        (RESULT, Rejection(3), "refused", "rejects well-formed input"),
        (RESULT, Unsupported(), "unsupported", "says unsupported"),
        (RESULT, Crash("x"), "crash", "crashes"),
        (REJECTION, Decoded((0x41,)), "accepted", "accepts ill-formed input"),
        (REJECTION, Decoded((0x41, 0xFFFD)), "replaced", "accepts ill-formed input"),
        (REJECTION, Rejection(), None, "rejects"),
        (REJECTION, Rejection(2), "offset too small", "rejects at another offset"),
        (REJECTION, Rejection(4), "offset too large", "rejects at another offset"),
        (REJECTION, Timeout("x"), "time-out", "times out"),
        (REJECTION, Malformed("x"), "malformed", "gives a malformed reply"),
        (REJECTION, BrokenProtocol("x"), "broken reply", "breaks the protocol"),
        (REJECTION, NotRun("x"), None, "is not asked"),
        ((*RESULT, *REJECTION), Decoded((0x42,)), "too short", "gives another result"),
        ((*RESULT, *REJECTION), Rejection(3), None, "rejects"),
        ((), Encoded(b"A"), "wrong", "gives another result"),
    ],
)
def test_the_words_for_an_outcome(permitted, outcome: Outcome, fault: str | None, words: str) -> None:
    assert manner(permitted, outcome) == words
    assert fault is None or fault_of(permitted, outcome) == fault
