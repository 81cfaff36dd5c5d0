"""What a cause is called."""

from __future__ import annotations

import pytest
from project import suite

from encoding_conformance.causes.examined import examined
from encoding_conformance.causes.naming import Seen, title
from encoding_conformance.causes.symptom import symptom
from encoding_conformance.causes.vector_index import reason_of
from encoding_conformance.core.fault import fault_of
from encoding_conformance.core.limits import AS_UNICODE_RECOMMENDS, Replacing
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    Outcome,
    Rejection,
    Timeout,
    Unsupported,
)
from encoding_conformance.models import permitted
from encoding_conformance.models.replacement import instead

CUT = Decode("kim", b"\x80")
TOO_LARGE = Decode("kim", b"\xc4\x80\x00")
FOUR_BYTES = Decode("kim", b"\x80\x80\x80A")
LETTER = Decode("kim", b"A")


def seen(operation: Operation, outcome: Outcome) -> Seen:
    encoding = suite().encodings[operation.encoding]
    due = permitted(encoding, operation)
    return Seen(
        operation,
        due[0],
        outcome,
        fault_of(due, outcome),
        reason_of(encoding, operation, due),
    )


def told(*failures: tuple[Operation, Outcome]) -> str:
    """The title of failures, of which the first has the symptom of most."""
    found = [seen(*failure) for failure in failures]
    first = found[0]
    encoding = suite().encodings[first.operation.encoding]
    return title(encoding, symptom(first.operation, first.reason, first.how), found)


@pytest.mark.parametrize(
    "operation, outcome, expected",
    [
        (CUT, Crash("it died"), "decode crashes on input that ends inside a value"),
        (LETTER, Crash("it died"), "decode crashes on well-formed input"),
        (CUT, Timeout("late"), "decode does not answer in time on input that ends inside a value"),
        (
            CUT,
            BrokenProtocol("what?"),
            "decode breaks the protocol on input that ends inside a value, for which the adapter is at fault",
        ),
        (CUT, Malformed("-1"), "decode answers with what is neither bytes nor values on input that ends inside a value"),
        (CUT, Decoded((0xFFFD,)), "decode puts U+FFFD for input that ends inside a value instead of rejecting it"),
        (
            Encode("kim", (0x110000,)),
            Encoded(b"?"),
            "encode puts a question mark for a value above 10FFFF instead of rejecting it",
        ),
        (CUT, Decoded(()), "decode accepts input that ends inside a value"),
        (TOO_LARGE, Decoded((0x110000,)), "decode accepts a value above 10FFFF"),
        (FOUR_BYTES, Decoded((0x41,)), "decode accepts a value of too many bytes"),
        (Decode("utf-32-be", b"\0\x20\0\0"), Decoded((0x200000,)), "decode accepts a value above 10FFFF"),
        (Decode("utf-8", b"\xf8\x88\x80\x80\x80"), Decoded((0x200000,)), "decode accepts a value above 10FFFF"),
        (Encode("utf-8-31bit", (1 << 31,)), Encoded(b"\xff"), "encode accepts a value above 7FFFFFFF"),
        (Decode("bocu-1", b"\x4f\xff"), Decoded((0x41,)), "decode accepts a value outside 0..10FFFF"),
        (Encode("bocu-1", (0x110000,)), Encoded(b"\xff"), "encode accepts a value above 10FFFF"),
        (Encode("utf-8", (0xD800,)), Encoded(b"\xed\xa0\x80"), "encode accepts a surrogate"),
        (Decode("kim", b"A\xc4\x80\x00"), Rejection(3), "decode reports a value above 10FFFF at a wrong offset"),
        (Decode("kim", b"A\x80"), Rejection(0), "decode reports a fault at an offset before it"),
        (LETTER, Rejection(0), "decode refuses what is well-formed"),
        (LETTER, Unsupported(), "decode says that it does not support what it declares, on well-formed input"),
        (LETTER, Decoded((0x42,)), "decode gives wrong values"),
        (Decode("kim", b"AB"), Decoded((0x41,)), "decode gives too few values"),
        (LETTER, Decoded((0x41, 0x41)), "decode gives too many values"),
        (Encode("kim", (0x41,)), Encoded(b"B"), "encode writes wrong bytes"),
        (Encode("kim", (0x41, 0x42)), Encoded(b"A"), "encode writes too few bytes"),
        (Decode("kim", b"AB", (1,)), Decoded((0x41,)), "decode gives too few values when the input comes in pieces"),
    ],
)
def test_an_effect_has_a_name(operation: Operation, outcome: Outcome, expected: str) -> None:
    assert told((operation, outcome)) == expected


@pytest.mark.parametrize(
    "operation, outcome, expected",
    [
        (
            Decode("utf-8", b"\xc3"),
            Decoded((0xFFFD, 0xFFFD)),
            "decode does not replace input that ends inside a value as declared",
        ),
        (Decode("utf-8", b"\xc0\xaf"), Decoded((0x2F,)), "decode accepts a longer form than needed"),
        (Decode("utf-8", b"\xc3"), Rejection(0), "decode rejects what it is declared to replace"),
        (
            Decode("utf-8", b"\xc3"),
            Unsupported(),
            "decode says that it does not support what it declares, on input that ends inside a value",
        ),
        (Decode("utf-8", b"A"), Rejection(0), "decode refuses what is well-formed"),
    ],
)
def test_where_a_replacement_was_due_the_reason_tells_what_is_wrong(operation: Decode, outcome: Outcome, expected: str) -> None:
    encoding = suite().encodings[operation.encoding]
    replaced = instead(encoding, operation, permitted(encoding, operation), Replacing(AS_UNICODE_RECOMMENDS))
    found = examined(encoding, operation, outcome, replaced)
    assert title(encoding, found.symptom, [found.seen]) == expected


@pytest.mark.parametrize(
    "operation, outcome, expected",
    [
        (
            Encode("utf-8", (0x1F600,)),
            Encoded(b"\xed\xa0\xbd\xed\xb8\x80"),
            "encode writes surrogate pairs instead of the values",
        ),
        (
            Encode("kim", (0x1F600,)),
            Encoded(b"\x83\xb0\x3d\x83\xbc\x00"),
            "encode writes surrogate pairs instead of the values",
        ),
        (Encode("kim", (0xD800,)), Rejection(0), "encode refuses surrogates, which the encoding has"),
        (Decode("kim", b"\x83\xb0\x00"), Rejection(0), "decode refuses surrogates, which the encoding has"),
        (CUT, Rejection(1), "decode reports the offset of the missing byte"),
        (Encode("kim", (0x41,)), Encoded(b"\x80\x41"), "encode writes a longer form than needed"),
    ],
)
def test_a_usual_mistake_has_a_name_of_its_own(operation: Operation, outcome: Outcome, expected: str) -> None:
    assert told((operation, outcome)) == expected


def test_what_holds_for_one_failure_of_several_is_not_the_name() -> None:
    longer = Encode("kim", (0x41,)), Encoded(b"\x80\x41")
    shorter = Encode("kim", (0x41, 0x42)), Encoded(b"A")

    assert told(longer, shorter) == "encode writes wrong bytes"


def test_what_is_ill_formed_in_several_ways_has_no_reason() -> None:
    assert told((CUT, Crash("it died")), (TOO_LARGE, Crash("it died"))) == "decode crashes"
    assert (
        told((CUT, Decoded((0xFFFD,))), (TOO_LARGE, Decoded((0xFFFD,))))
        == "decode puts U+FFFD for what is ill-formed instead of rejecting it"
    )


def test_a_value_that_may_be_longer_and_larger_than_any_has_no_upper_limit() -> None:
    both = (FOUR_BYTES, Decoded((0x41,))), (TOO_LARGE, Decoded((0x110000,)))

    assert told(*both) == "decode has no upper limit: it accepts values above 10FFFF"
    cut = "decode accepts input that ends inside a value"
    assert told((CUT, Decoded(())), *both) == f"{cut}, a value of too many bytes and more"
    assert told(*[(CUT, Decoded(()))] * 20, both[0]) == cut


def test_what_is_accepted_both_ways_is_told_of_both() -> None:
    written = Encode("utf-8", (0xD800,)), Encoded(b"\xed\xa0\x80")
    read = Decode("utf-8", b"\xed\xa0\x80"), Decoded((0xD800,))

    assert told(read, written) == "decode accepts a surrogate, and so does encode"
    assert told(read, (Encode("utf-8", (0x41,)), Encoded(b"B"))) == "decode accepts a surrogate"
