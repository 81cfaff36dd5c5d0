"""Implementations that report another place than that of the fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from composed import codec, encoding_of
from composed.plain import IllFormed
from diagnosed import diagnosed, failures
from project import suite
from test_causes_adapter import Wrapped

from encoding_conformance.causes.cases.case import Evidence, case_of
from encoding_conformance.causes.mistakes.offset import place_told
from encoding_conformance.core.operation import Decode, Kind
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.models import permitted

SMALLEST = (b"\xc3\0", b"\xe2\x82A", b"\xed\xa0\x80", b"\xf0\x9f\x92A", b"a\xf4\x90\x80\x80", b"\xe2\x82")
"""A byte that cannot continue a value as the second, third and fourth one, and as one that only a surrogate or a value above
10FFFF would have; and a code that is cut."""

AT_FAULT = "the offset of the byte at fault, not of the beginning of its code"


def cases(reported: Sequence[int], inputs: Sequence[bytes] = SMALLEST, name: str = "utf-8") -> list[Evidence]:
    """Returns the cases of inputs that are rejected at these offsets."""
    encoding, found = suite().encodings[name], []
    for data, offset in zip(inputs, reported, strict=True):
        operation = Decode(name, data)
        case = case_of(encoding, operation, permitted(encoding, operation), Rejection(offset))
        assert case and case.signature
        found.append(case)
    return found


@pytest.mark.parametrize(
    ("reported", "told"),
    [
        ((1, 2, 1, 3, 2, 2), [AT_FAULT]),
        ((1, 2, 1, 3, 2, 1), [AT_FAULT]),  # the last byte before the end
        ((1, 2, 2, 3, 4, 2), [AT_FAULT]),  # the last byte of a whole code, whose value is then found to be wrong
        ((1, 1, 1, 1, 2, 1), ["an offset that is one too large"]),
        ((2, 3, 3, 4, 5, 2), ["the end of the input as the offset"]),
        ((2, 2, 2, 4, 5, 1), []),
    ],
)
def test_the_place_that_is_told_is_recognized(reported: Sequence[int], told: list[str]) -> None:
    assert place_told(suite().encodings["utf-8"], cases(reported), Kind.DECODE) == told


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("utf-8/offset-in-values", "decode reports the number of values before the fault as its offset ("),
        (
            "fed utf-16-be/offset-where-noticed",
            "decode reports the offset of the last byte that it has read, not of the beginning",
        ),
        ("utf-8/index-always-0", "encode reports the index 0 ("),
        ("fed utf-8/index-in-bytes", "encode reports the number of bytes before the fault as its index ("),
        ("fed utf-8/index-from-one", "encode reports an index that is one too large ("),
    ],
)
def test_a_place_that_is_always_told_is_in_the_title(name: str, title: str) -> None:
    (cause,) = diagnosed(encoding_of(name), codec(name))
    assert cause.title[: len(title)] == title


def test_no_byte_is_at_fault_if_all_inputs_only_end_too_early() -> None:
    assert AT_FAULT not in place_told(suite().encodings["utf-8"], cases((2, 3), (b"\xe2\x82", b"\xf0\x9f\x92")), Kind.DECODE)


@pytest.mark.parametrize(
    ("offset", "told"),
    [
        (2, "the offset of the code unit at fault, not of the beginning of its code"),
        (1, "an offset that is one too large"),
        (3, "the offset of the last byte that it has read, not of the beginning of the code"),
    ],
)
def test_a_code_unit_of_several_bytes_is_at_fault_as_a_whole(offset: int, told: str) -> None:
    found = cases((offset,), (b"\xd8\0\0A",), "utf-16-be")
    assert place_told(suite().encodings["utf-16-be"], found, Kind.DECODE) == [told]


@pytest.mark.parametrize(
    ("reported", "told"),
    [((0, 0), "the offset of the code before"), ((0, 1), "the offset of the code before"), ((0, 0, 0), "the offset 0")],
)
def test_the_code_before_is_told_unless_it_is_always_the_beginning(reported: Sequence[int], told: str) -> None:
    second = (b"a\x80", b"a\xc3\xa9\x80")[reported[1]]
    found = cases(reported, (b"\xc3\xa9\x80", second, b"aa\x80")[: len(reported)])
    assert place_told(suite().encodings["utf-8"], found, Kind.DECODE) == [told]


class Counting(Wrapped):
    """It reports an offset that it calculates from the first and the last byte that Python finds at fault."""

    def __init__(self, offset: Callable[[UnicodeDecodeError], int]) -> None:
        super().__init__("utf-8")
        self._offset = offset

    def decode(self, data: bytes) -> Sequence[int]:
        try:
            return list(map(ord, data.decode()))
        except UnicodeDecodeError as fault:
            raise IllFormed(self._offset(fault)) from None


def at_fault(fault: UnicodeDecodeError) -> int:
    return fault.start if fault.reason == "invalid start byte" else fault.end


def at_fault_unless_behind_ed(fault: UnicodeDecodeError) -> int:
    return fault.start if fault.object[fault.start] == 0xED else at_fault(fault)


TOLD = f"decode reports {AT_FAULT}"


@pytest.mark.parametrize(
    ("offset", "title"),
    [
        (at_fault, f"{TOLD} ("),
        (lambda fault: 0, "decode reports the offset 0 ("),
        (at_fault_unless_behind_ed, f"{TOLD}, for what is ill-formed in some inputs ("),
    ],
)
def test_the_offset_of_the_byte_at_fault_is_told(offset: Callable[[UnicodeDecodeError], int], title: str) -> None:
    counting = Counting(offset)
    (cause,) = diagnosed("utf-8", counting, failures("utf-8", counting, 300))
    assert cause.title[: len(title)] == title
    assert cause.requirement == "common/first-fault"
