"""Mistakes that are usually those of an adapter, and places that public codecs showed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from composed import codec
from diagnosed import LONGEST, asking, diagnosed, failures, vectors
from project import suite

from encoding_conformance.causes.causes import causes
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash, Malformed, Outcome
from encoding_conformance.models import bytes_of


class Wrapped:
    """A right codec behind an adapter that changes what it is given and what it gives."""

    def __init__(self, encoding: str) -> None:
        self.right: Any = codec(encoding)

    def encode(self, values: Sequence[int]) -> bytes:
        return self.right.encode(values)

    def decode(self, data: bytes) -> Sequence[int]:
        return self.right.decode(data)


class OfStrings(Wrapped):
    """Its texts are strings of UTF-16, which join surrogates."""

    def encode(self, values: Sequence[int]) -> bytes:
        return super().encode(self._joined(values))

    def decode(self, data: bytes) -> Sequence[int]:
        return self._joined(super().decode(data))

    def _joined(self, values: Sequence[int]) -> list[int]:
        if any(value > 0x10FFFF for value in values):
            raise ValueError("no string has this value")
        text = "".join(map(chr, values))
        return [ord(each) for each in text.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")]


class Narrow(Wrapped):
    """It keeps 32 bits of each value."""

    def encode(self, values: Sequence[int]) -> bytes:
        return super().encode([value & 0xFFFF_FFFF for value in values])


class Short(Wrapped):
    """It refuses long texts."""

    def decode(self, data: bytes) -> Sequence[int]:
        if len(data) > 100_000:
            raise ValueError("too long")
        return super().decode(data)


class UpToNul(Wrapped):
    """It checks its input up to the first NUL."""

    def decode(self, data: bytes) -> Sequence[int]:
        checked, nul, rest = data.partition(b"\0")
        return [*super().decode(checked), *nul, *rest]


class Late(Wrapped):
    """It answers each request with the answer to the request before."""

    def __init__(self, encoding: str) -> None:
        super().__init__(encoding)
        self.last: Callable[[], Any] = tuple

    def encode(self, values: Sequence[int]) -> Any:
        last, self.last = self.last, lambda: self.right.encode(values)
        return last()

    def decode(self, data: bytes) -> Any:
        last, self.last = self.last, lambda: self.right.decode(data)
        return last()


class WithoutEncoder(Wrapped):
    """It has only a decoder."""

    def encode(self, values: Sequence[int]) -> bytes:
        raise ValueError("not implemented")


class Own(Exception):
    """What a codec raises to reject."""


class RaisesOwn(Wrapped):
    """It rejects by an exception of its own."""

    def decode(self, data: bytes) -> Sequence[int]:
        try:
            return super().decode(data)
        except ValueError:
            raise Own from None


class OfText(Wrapped):
    """Its results are texts, and it takes surrogates."""

    def decode(self, data: bytes) -> Any:
        if len(data) == 1 and data > b"\x7f":
            raise IndexError
        return "".join(map(chr, super().decode(data)))


class Lengths(Wrapped):
    """It raises an exception for inputs of some lengths."""

    def __init__(self, fails: Callable[[int], bool]) -> None:
        super().__init__("utf-8")
        self.fails = fails

    def decode(self, data: bytes) -> Sequence[int]:
        if self.fails(len(data)):
            raise IndexError
        return super().decode(data)


class ReadsDecimal(Wrapped):
    """It reads the hexadecimal digits of values as decimal numbers."""

    def encode(self, values: Sequence[int]) -> bytes:
        return super().encode([int(f"{value:X}") for value in values])


class Decimal(Wrapped):
    """It prints the digits of values in decimal, which are then read as hexadecimal ones."""

    def decode(self, data: bytes) -> Sequence[int]:
        return [int(str(value), 16) for value in super().decode(data)]


def titles(encoding: str, wrong: Any, longest: int = LONGEST) -> list[str]:
    return [cause.title for cause in diagnosed(encoding, wrong, longest=longest)]


def test_strings_of_utf_16_are_one_cause_for_both_operations() -> None:
    (told,) = (title for title in titles("kim", OfStrings("kim")) if "surrogates" in title)
    assert told.startswith("encode makes one character of two surrogates, and so does decode")
    assert told.endswith(": are the plug-in's texts UTF-16?")


class HighOnes(Wrapped):
    """It takes high surrogates."""

    def decode(self, data: bytes) -> Sequence[int]:
        values = data.decode("utf-8", "surrogatepass")
        if any("\udc00" <= value <= "\udfff" for value in values):
            raise ValueError("a low surrogate")
        return list(map(ord, values))


@pytest.mark.parametrize(
    ("right", "title"), [(codec("utf-8/surrogates-decoded"), "a surrogate"), (HighOnes("utf-8"), "a high surrogate")]
)
def test_a_missing_check_of_surrogates_is_one_cause_behind_strings_that_join_them(right: Any, title: str) -> None:
    wrong = OfStrings("utf-8")
    wrong.right = right
    decoded = [each for each in failures("utf-8", wrong) if isinstance(each.operation, Decode)]
    (cause,) = diagnosed("utf-8", wrong, decoded)
    assert cause.title.partition(" (")[0] == f"decode accepts {title}"


class OfAscii(Wrapped):
    """It returns an iterator, and knows half of the encoding."""

    def encode(self, values: Sequence[int]) -> bytes:
        return bytes(values).decode("ascii").encode()

    def decode(self, data: bytes) -> Any:
        return map(ord, data.decode("ascii"))


def test_results_that_are_always_malformed_are_one_cause_whatever_is_rejected() -> None:
    assert [title.partition(" (")[0] for title in titles("iso-8859-7", OfAscii("iso-8859-7"))] == [
        "this is ascii, not iso-8859-7",
        "decode gives a malformed reply to any input",
    ]


def test_values_that_are_cut_are_told_with_their_bits() -> None:
    assert [title.rpartition(": ")[2] for title in titles("utf-8", Narrow("utf-8"))] == [
        "does the plug-in cut values to 32 bits?"
    ]


def test_the_length_from_which_texts_fail_is_told() -> None:
    (told,) = (cause.title for cause in diagnosed("kim", Short("kim"), longest=1 << 20))
    letters = int(told.removeprefix("decode refuses a text of ").removesuffix(" values or more").replace(",", ""))
    assert 100_000 < letters < 105_000


def test_the_length_is_told_if_inputs_crash_that_are_shorter_than_all_that_failed() -> None:
    (told,) = titles("utf-8", codec("fed utf-8/buffer-overrun"))
    assert told == "encode crashes on a text of 201 values or more, and so does decode"


@pytest.mark.parametrize(
    ("encoding", "title", "other"),
    [
        ("utf-16-le", "decode goes wrong on a text of 2,048 values or more", "decode refuses U+FFFD"),
        ("utf-8", "decode goes wrong on a text of 4,097 values or more", "decode refuses U+FFFD"),
    ],
)
def test_a_byte_lost_between_two_reads_is_one_cause_and_no_long_text_is_of_a_value_that_it_lacks(
    encoding: str, title: str, other: str
) -> None:
    told = titles(encoding, codec(f"fed {encoding}/byte-lost-at-4096+fffd-as-a-fault"), 10_000)
    assert sorted(each.partition(" (")[0] for each in told) == sorted([title, other])


def test_what_is_accepted_at_one_place_for_any_reason_is_one_cause() -> None:
    told = [title for title in titles("utf-8", UpToNul("utf-8")) if "accepts" in title]
    assert [title.partition(" (")[0] for title in told] == [
        "decode accepts what is ill-formed behind a NUL, each byte as the value of its number"
    ]


def test_answers_to_the_request_before_are_one_cause() -> None:
    for encoding in ("utf-8", "kim"):
        (told,) = titles(encoding, Late(encoding))
        assert told == "each answer is that to the request before: does the plug-in read ahead?"


def test_an_operation_that_refuses_everything_is_one_cause() -> None:
    (told,) = titles("utf-8", WithoutEncoder("utf-8"))
    advice = "does the plug-in have an encoder? If not, say operations: [decode] in the manifest"
    assert re.fullmatch(rf"encode refuses any input \(\d+ asked\): {re.escape(advice)}", told)


def test_an_exception_of_the_codec_to_reject_is_told_with_what_to_raise() -> None:
    (told,) = titles("utf-8", RaisesOwn("utf-8"))
    assert told.startswith("decode crashes on what is ill-formed (")
    assert told.endswith(": does the codec reject by this exception? If so, raise a ValueError instead")


def test_a_crash_that_a_sanitizer_reports_is_no_exception_to_reject() -> None:
    def reported(outcome: Outcome) -> Outcome:
        return replace(outcome, raised=False) if isinstance(outcome, Crash) else outcome

    inner = asking("utf-8", RaisesOwn("utf-8"))
    asked = replace(inner, perform=lambda operations: map(reported, inner.perform(operations)))
    failed = [each._replace(got=each.got and reported(each.got)) for each in failures("utf-8", RaisesOwn("utf-8"))]
    (told,) = causes(asked, [*suite().encodings.values()], vectors("utf-8"), suite().requirements, failed)
    assert re.fullmatch(r"decode crashes on what is ill-formed \(\d+ asked\)", told.title)


@pytest.mark.parametrize(
    ("fails", "lengths"),
    [(lambda size: size >= 7, "of 7 bytes or more"), (lambda size: size % 4 > 0, "whose length is no multiple of 4")],
)
def test_a_crash_that_depends_on_the_length_alone_is_told_with_the_lengths(fails: Callable[[int], bool], lengths: str) -> None:
    (told,) = titles("utf-8", Lengths(fails))
    assert told.startswith(f"decode crashes on any input {lengths} (")
    assert told.endswith(" asked)")


def test_malformed_replies_come_before_a_crash_and_are_told_with_the_cure() -> None:
    malformed, crash = diagnosed("utf-8", OfText("utf-8"))
    assert malformed.title.startswith("decode gives a malformed reply to any input")
    assert isinstance(malformed.example.got, Malformed)
    assert "expected a sequence of integers, such as list(map(ord, text))" in malformed.example.got.text
    assert crash.title.startswith("decode crashes")


def test_digits_that_are_read_as_decimal_ones_come_first() -> None:
    told = titles("utf-8", ReadsDecimal("utf-8"))
    assert told[0].startswith("encode seems to read decimal numbers, not hexadecimal ones, for ")


def test_decimal_digits_are_one_cause() -> None:
    for encoding in ("utf-8", "utf-16-be"):
        (cause,) = diagnosed(encoding, Decimal(encoding))
        assert cause.title.startswith("decode seems to print decimal numbers, not hexadecimal ones, for any value")
        code = bytes_of(suite().encodings[encoding], (0x41,))
        assert cause.example.operation and len(cause.example.operation.input) == len(code)
        assert cause.requirement == "common/map-both-ways"
