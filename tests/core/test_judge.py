"""The judge: each kind of outcome against each kind of what is permitted, with and without limits."""

from __future__ import annotations

import pytest

from encoding_conformance.core.encoding import Encoding, Optional, Tables
from encoding_conformance.core.judge import judge
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    NotAsked,
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


@pytest.mark.parametrize("permitted", PERMITTED.values())
@pytest.mark.parametrize("outcome", FAILURES)
@pytest.mark.parametrize("limits", [NO_LIMITS, Limits(max_value=0), Limits(0, b"\x00", True)])
def test_a_failure_is_never_an_answer(permitted: tuple[Permitted, ...], outcome: Outcome, limits: Limits) -> None:
    everything_may_be_refused = Optional(EVERY_NATURAL, ("reject", "unsupported"))

    judged = judge(encoding(everything_may_be_refused), Decode(ID, DATA), permitted, outcome, limits)

    expected = (Status.ERROR, Blame.ADAPTER) if isinstance(outcome, BrokenProtocol) else (Status.FAIL, None)
    assert (judged.status, judged.blame) == expected
    assert outcome.text in judged.reason


@pytest.mark.parametrize(
    ("permitted", "outcome", "expected"),
    [
        ("result", DECODED, Status.PASS),
        ("result", OTHER_DECODED, Status.FAIL),
        ("result", Decoded(()), Status.FAIL),
        ("result", ENCODED, Status.FAIL),
        ("result", REJECTED_SOMEWHERE, Status.FAIL),
        ("result", REJECTED_AT_2, Status.FAIL),
        ("result", Unsupported(), Status.FAIL),
        ("rejection", DECODED, Status.FAIL),
        ("rejection", REJECTED_SOMEWHERE, Status.PASS),
        ("rejection", REJECTED_AT_2, Status.PASS),
        ("rejection", Unsupported(), Status.FAIL),
        ("rejection-at-2", DECODED, Status.FAIL),
        ("rejection-at-2", REJECTED_SOMEWHERE, Status.PASS),
        ("rejection-at-2", REJECTED_AT_2, Status.PASS),
        ("rejection-at-2", Rejection(2, "another reason"), Status.PASS),
        ("rejection-at-2", REJECTED_AT_3, Status.FAIL),
        ("rejection-at-2", Rejection(0), Status.FAIL),
        ("rejection-at-2", Unsupported(), Status.FAIL),
        ("silence", DECODED, Status.PASS),
        ("silence", OTHER_DECODED, Status.FAIL),
        ("silence", REJECTED_SOMEWHERE, Status.PASS),
        ("silence", REJECTED_AT_2, Status.PASS),
        ("silence", REJECTED_AT_3, Status.FAIL),
        ("silence", Unsupported(), Status.FAIL),
    ],
)
def test_an_answer_is_held_against_what_is_permitted(permitted: str, outcome: Outcome, expected: str) -> None:
    assert verdict(PERMITTED[permitted], outcome) == expected


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (ENCODED, Status.PASS),
        (OTHER_ENCODED, Status.FAIL),
        (DECODED, Status.FAIL),
        (REJECTED_SOMEWHERE, Status.FAIL),
        (Unsupported(), Status.FAIL),
    ],
)
def test_an_encode_is_judged_by_its_bytes(outcome: Outcome, expected: str) -> None:
    assert verdict((ENCODED,), outcome, Encode(ID, VALUES)) == expected


@pytest.mark.parametrize(
    ("operation", "permitted", "outcome", "ground"),
    [
        (Decode(ID, DATA), (DECODED,), DECODED, None),
        (Decode(ID, DATA), (DECODED,), OTHER_DECODED, None),
        (Decode(ID, DATA), (DECODED,), Crash("known deviation: not at all"), None),
        (Decode(ID, DATA), SILENCE, DECODED, Ground.SILENCE),
        (Decode(ID, DATA), (DECODED,), Unsupported(), Ground.LIMIT),
    ],
)
def test_a_judgement_says_on_what_ground_it_is_made(operation, permitted, outcome: Outcome, ground: str | None) -> None:
    assert judge(encoding(), operation, permitted, outcome, Limits(0x40)).ground == ground


def test_what_was_not_asked_is_skipped_and_never_passes() -> None:
    judged = judge(encoding(), Decode(ID, DATA), SILENCE, NotAsked("decode was given up after 20 time-outs"), NO_LIMITS)
    assert (judged.status, judged.ground, judged.blame) == (Status.SKIP, Ground.NOT_ASKED, None)
    assert judged.reason == "not asked: decode was given up after 20 time-outs"


def test_of_a_silence_the_judgement_says_what_was_seen() -> None:
    def reason(outcome: Outcome) -> str:
        return judge(encoding(), Decode(ID, DATA), SILENCE, outcome, NO_LIMITS).reason

    assert "silent" in reason(DECODED) and "result" in reason(DECODED)
    assert "silent" in reason(REJECTED_AT_2) and "rejection" in reason(REJECTED_AT_2)


@pytest.mark.parametrize(
    ("operation", "permitted", "max_value", "expected"),
    [
        (Encode(ID, (0x41,)), ENCODED, 0x41, Status.FAIL),
        (Encode(ID, (0x41,)), ENCODED, 0x40, Status.SKIP),
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


@pytest.mark.parametrize("outcome", [REJECTED_SOMEWHERE, OTHER_DECODED, Decoded((0x40,))])
def test_beyond_the_limits_nothing_but_unsupported_is_excused(outcome: Outcome) -> None:
    assert verdict((DECODED,), outcome, limits=Limits(0x40)) == Status.FAIL


def test_beyond_the_limits_the_right_result_is_right() -> None:
    assert verdict((DECODED,), DECODED, limits=Limits(0x40)) == Status.PASS


@pytest.mark.parametrize(
    ("data", "ordered", "expected"),
    [
        (b"\x90\x20", True, Status.SKIP),
        (b"\x7f\x90\x20", True, Status.SKIP),
        (b"\x80\x01\x00", True, Status.SKIP),
        (b"\x80\x01", True, Status.FAIL),
        (b"\x7f\x20", True, Status.FAIL),
        (b"\x90\x20", False, Status.FAIL),
        (b"\x10\x20\x30", False, Status.SKIP),
    ],
)
def test_ill_formed_input_in_which_a_larger_value_may_begin(data: bytes, ordered: bool, expected: str) -> None:
    limits = Limits(0x81, largest=b"\x80\x01", ordered=ordered)

    assert verdict((REJECTED_AT_2,), Unsupported(), Decode(ID, data), limits) == expected


def test_well_formed_input_within_the_limits_is_not_excused_by_its_bytes() -> None:
    limits = Limits(0x81, largest=b"\x80\x01", ordered=True)

    assert verdict((DECODED,), Unsupported(), Decode(ID, b"\x90\x20"), limits) == Status.FAIL


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


def test_other_values_may_not_be_refused() -> None:
    assert verdict((DECODED,), REJECTED_SOMEWHERE, optional=Optional(SURROGATES, ("reject",))) == Status.FAIL
    assert (
        verdict(
            (ENCODED,),
            REJECTED_SOMEWHERE,
            Encode(ID, (0xD7FF, 0xE000)),
            optional=Optional(SURROGATES, ("reject",)),
        )
        == Status.FAIL
    )


def test_a_value_that_may_be_refused_excuses_an_encode() -> None:
    assert (
        verdict((ENCODED,), REJECTED_AT_3, Encode(ID, (0x41, 0xDFFF)), optional=Optional(SURROGATES, ("reject",))) == Status.SKIP
    )


@pytest.mark.parametrize(
    ("permitted", "outcome", "reason"),
    [
        ((DECODED,), OTHER_DECODED, "a different result than the permitted one"),
        ((DECODED,), REJECTED_AT_2, "rejected what must be accepted"),
        ((REJECTED_AT_2,), DECODED, "accepted what must be rejected (truncated)"),
        ((REJECTED_SOMEWHERE,), DECODED, "accepted what must be rejected"),
        ((REJECTED_AT_2,), REJECTED_AT_3, "rejected at 3, but the first fault is at 2"),
        (
            (DECODED,),
            Unsupported(),
            "unsupported, but within what the implementation declares that it supports",
        ),
    ],
)
def test_a_reason_tells_what_is_wrong(permitted: tuple[Permitted, ...], outcome: Outcome, reason: str) -> None:
    assert judge(encoding(), Decode(ID, DATA), permitted, outcome, NO_LIMITS).reason == reason
