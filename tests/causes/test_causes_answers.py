"""Mistakes that public codecs made, which are told by what was answered."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import chain, repeat
from typing import Any

import pytest
from diagnosed import asking, diagnosed, failure, failures, vector, vectors
from project import suite
from test_causes_adapter import Narrow, Wrapped

from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.cases.declaration import fitting_declaration, replaced
from encoding_conformance.causes.causes import causes
from encoding_conformance.checks.judging import judge_replacing
from encoding_conformance.core.limits import Limits, Per, Replacing, Substitute
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, NotAsked, Outcome, Timeout
from encoding_conformance.core.verdict import Cause
from encoding_conformance.models import permitted
from encoding_conformance.models.replacement import instead
from encoding_conformance.report.failure import cause_lines


def titles(found: Sequence[Cause]) -> list[str]:
    return [re.sub(r" \(\d+ asked\)", "", cause.title) for cause in found]


class Unchecked(Wrapped):
    """It decodes UTF-8 without any check, and takes a lone trail byte for its lower bits."""

    def decode(self, data: bytes) -> Sequence[int]:
        values, at = [], 0
        while at < len(data):
            size = 1 + sum(data[at] >= lead for lead in (0xC0, 0xE0, 0xF0))
            value = data[at] & (0x7F, 0x1F, 0x0F, 0x07)[size - 1]
            for byte in data[at + 1 : at + size]:
                value = value << 6 | byte & 0x3F
            values.append(value)
            at += size
        return values


def test_bytes_that_are_answered_in_other_ways_are_two_causes() -> None:
    found = diagnosed("utf-8", Unchecked("utf-8"))
    about_leads = [cause for cause in found if "cannot begin" in cause.title]
    assert titles(about_leads) == [
        "decode accepts a byte that cannot begin a value (80..BF)",
        "decode accepts a byte that cannot begin a value (F8..FF)",
    ]
    assert [cause.requirement for cause in about_leads] == ["utf-8/trail-byte-not-first", "utf-8/no-other-lead"]


def test_the_example_breaks_the_requirement_of_most_failures() -> None:
    (cut,) = (cause for cause in diagnosed("utf-8", Unchecked("utf-8")) if "ends inside" in cause.title)
    assert (cut.requirement, cut.example.operation and cut.example.operation.input) == ("utf-8/lead-tells-length", b"\xf0")


class OffByOne(Wrapped):
    """It looks whether values are in ranges without their last one, and replaces all others."""

    def encode(self, values: Sequence[int]) -> bytes:
        lacking = [value >= 0x10FFFF or 0xD800 <= value < 0xDFFF for value in values]
        texts = "".join("\ufffd" if each else chr(value) for value, each in zip(values, lacking))
        return texts.encode("utf-8", "surrogatepass")

    def decode(self, data: bytes) -> Sequence[int]:
        text = data.replace(b"\xed\xbf\xbf", b"\xff").decode("utf-8", "test-off-by-one")
        return [0xFFFD if ord(each) in (0x7F, 0x7FF, 0xFFFF, 0x10FFFF) else ord(each) for each in text]


def _off_by_one(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return (chr(0xDFFF) if error.object[error.start] == 0xFF else "\ufffd"), error.start + 1


def test_what_is_replaced_is_told_apart_from_what_is_accepted() -> None:
    codecs.register_error("test-off-by-one", _off_by_one)
    told = titles(diagnosed("utf-8", OffByOne("utf-8")))
    assert "encode replaces a value that the encoding lacks by U+FFFD instead of rejecting it" in told
    assert "decode accepts a surrogate: ED BF BF, and so does encode" in told
    assert not any("above 10FFFF" in each for each in told)  # what stands behind a value that is replaced is not accepted
    assert "decode replaces the last value of each length by U+FFFD" in told
    assert "encode replaces the value 10FFFF" in told


class ByByte(Wrapped):
    """It replaces each ill-formed byte."""

    def decode(self, data: bytes) -> Sequence[int]:
        return list(map(ord, data.decode("utf-8", "test-each-byte")))


def _each_byte(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "\ufffd" * (error.end - error.start), error.end


def test_what_replaces_without_saying_so_is_told_the_line_of_the_manifest() -> None:
    codecs.register_error("test-each-byte", _each_byte)
    (cause,) = diagnosed("utf-8", ByByte("utf-8"))
    assert cause.declaration == 'replaces: {decode: {value: "FFFD", per: byte}}'
    shown = [line.text for line in cause_lines(cause, suite().requirements, None)]
    index = shown.index("if it replaces on purpose, say in the manifest:")
    assert shown[index + 1] == cause.declaration


@pytest.mark.parametrize(
    ("replacing", "line"),
    [
        (Replacing(), 'replaces: {encode: {value: "3F"}}'),
        (Replacing(Substitute(0x3F, Per.BYTE)), 'replaces: {decode: {value: "3F", per: byte}, encode: {value: "3F"}}'),
    ],
)
def test_an_encoder_that_replaces_is_told_the_line_beside_what_the_manifest_declares(replacing: Replacing, line: str) -> None:
    asked = asking("iso-8859-2", QuestionMarks("iso-8859-2"))
    asked.limits = Limits(replacing=replacing)
    encoded = [each for each in failures("iso-8859-2", QuestionMarks("iso-8859-2")) if isinstance(each.operation, Encode)]
    encodings, requirements = suite().encodings, suite().requirements
    (cause,) = causes(asked, [*encodings.values()], vectors("iso-8859-2"), requirements, encoded)
    assert cause.declaration == line


class QuestionMarks(Wrapped):
    """It writes a question mark for each value that the encoding lacks."""

    def encode(self, values: Sequence[int]) -> bytes:
        return "".join(chr(min(value, 0x10FFFF)) for value in values).encode("iso-8859-2", "replace")


class Pictures(Wrapped):
    """It writes the pictures of some control characters as these, and replaces what else the code page lacks."""

    def encode(self, values: Sequence[int]) -> bytes:
        known = {picture: code for code, picture in enumerate((0x263A, 0x263B, 0x2665, 0x2666, 0x2663, 0x2660, 0x2022), 1)}
        texts = (chr(known.get(value, value if value < 0x110000 else 0x3F)) for value in values)
        return "".join(texts).encode("cp437", "replace")


def test_values_that_are_accepted_are_told_apart_from_those_that_are_replaced() -> None:
    replaced, accepted = diagnosed("cp437", Pictures("cp437"))
    assert titles([replaced, accepted]) == [
        "encode replaces a value that the encoding lacks by a question mark instead of rejecting it",
        "encode accepts the values 2022, 263A..263B, 263F, 2660, 2663 and 2665..2666",
    ]
    assert "cp437/encode-black-smiling-face" in map(str, accepted.explains)


class OneByte(Wrapped):
    """It writes the same byte for each character that the code page lacks."""

    def encode(self, values: Sequence[int]) -> bytes:
        return b"".join(self._one(value) for value in values)

    def _one(self, value: int) -> bytes:
        try:
            return super().encode([value])
        except ValueError:
            return b"\xfd"


def test_the_same_byte_for_all_that_is_lacking_is_told() -> None:
    assert titles(diagnosed("iso-8859-7", OneByte("iso-8859-7"))) == [
        "encode replaces a value that the encoding lacks by FD instead of rejecting it"
    ]


class PerCodePoint(Wrapped):
    """It replaces each run of bytes that has the form of a code, whatever it stands for."""

    def decode(self, data: bytes) -> Sequence[int]:
        operation, replacing = Decode("utf-8", data), Replacing(Substitute(0xFFFD, Per.CODE_POINT))
        (given,) = instead(suite().encodings["utf-8"], operation, permitted(suite().encodings["utf-8"], operation), replacing)
        assert isinstance(given, Decoded)
        return given.value


def declared(codec: Wrapped, encoding: str, replacing: Replacing) -> list[str]:
    """The titles of the causes of a codec that declares what it replaces."""
    return titles(causes_declared(codec, encoding, replacing))


def causes_declared(codec: Wrapped, encoding: str, replacing: Replacing) -> list[Cause]:
    asked, failed = asking(encoding, codec), []
    asked.limits = Limits(replacing=replacing)
    for each in vectors(encoding):
        (got,) = asked.perform([each.operation])
        judgement = judge_replacing(asked.encoding, each.operation, each.permitted, got, asked.limits)
        if judgement.status.is_bad:
            expected = instead(asked.encoding, each.operation, each.permitted, replacing)
            failed.append(failure(each, got, judgement)._replace(expected=expected))
    return causes(asked, [], vectors(encoding), suite().requirements, failed)


COUNTED = "decode replaces what is ill-formed in some inputs by another number of replacements than declared, as if for each "


def test_another_number_of_replacements_than_declared_is_one_cause() -> None:
    assert declared(PerCodePoint("utf-8"), "utf-8", Replacing(Substitute(0xFFFD, Per.MAXIMAL_SUBPART))) == [
        f"{COUNTED}code-point"
    ]


class ByByteButSurrogates(Wrapped):
    """It replaces each ill-formed byte, and takes surrogates."""

    def decode(self, data: bytes) -> Sequence[int]:
        return list(map(ord, data.decode("utf-8", "test-surrogates-taken")))


def _surrogates_taken(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    start = error.start
    with suppress(UnicodeDecodeError):
        return error.object[start : start + 3].decode("utf-8", "surrogatepass"), start + 3
    return "\ufffd", start + 1


@pytest.mark.parametrize(
    ("per", "told"),
    [
        (Per.BYTE, []),
        (Per.MAXIMAL_SUBPART, [f"{COUNTED}byte"]),
    ],
)
def test_what_is_accepted_behind_what_is_replaced_as_declared_is_no_number_of_replacements(per: Per, told: list[str]) -> None:
    codecs.register_error("test-surrogates-taken", _surrogates_taken)
    found = declared(ByByteButSurrogates("utf-8"), "utf-8", Replacing(Substitute(0xFFFD, per)))
    assert found == [*told, "decode accepts a surrogate"]


class EndsAtNulAndReplaces(Wrapped):
    """Its input ends at a NUL, and each ill-formed byte becomes a question mark, but a longer form than needed is read."""

    def decode(self, data: bytes) -> Sequence[int]:
        text = data.split(b"\0")[0].replace(b"\xc0\xaf", b"/").decode("utf-8", "test-each-byte-as-a-question-mark")
        return list(map(ord, text))


def _each_byte_as_a_question_mark(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "?", error.start + 1


def test_what_is_wrong_behind_what_is_replaced_as_declared_is_told_by_itself() -> None:
    codecs.register_error("test-each-byte-as-a-question-mark", _each_byte_as_a_question_mark)
    found = declared(EndsAtNulAndReplaces("utf-8"), "utf-8", Replacing(Substitute(0x3F, Per.BYTE)))
    assert found == [
        "decode accepts a longer form than needed: C0 AF",
        "decode ends at the first NUL: does the plug-in use strlen?",
    ]


class WithoutDelete(Wrapped):
    """It replaces what is ill-formed as declared, and the character 7F as well."""

    def decode(self, data: bytes) -> Sequence[int]:
        return [0xFFFD if char == "\x7f" else ord(char) for char in data.decode("utf-8", "replace")]


def test_a_value_that_is_wrong_inside_of_what_is_ill_formed_is_no_number_of_replacements() -> None:
    """In C3 7F, the byte 7F is the one that cannot continue the value, and stands behind what is replaced."""
    told = declared(WithoutDelete("utf-8"), "utf-8", Replacing(Substitute(0xFFFD, Per.MAXIMAL_SUBPART)))
    assert told == ["decode replaces the value 7F"]


def test_no_declaration_is_advised_under_which_more_is_wrong() -> None:
    replacing = Replacing(Substitute(0xFFFD, Per.MAXIMAL_SUBPART))
    (cause,) = causes_declared(PerCodePoint("utf-8"), "utf-8", replacing)
    assert cause.declaration == 'replaces: {decode: {value: "FFFD", per: code-point}}'
    encoding, operations = suite().encodings["utf-8"], [Decode("utf-8", data) for data in (b"\xed\xa0\x80", b"\xf0\x80\x80\x80")]
    failed = [(each, replaced(encoding, each, Replacing(Substitute(0xFFFD, Per.CODE_POINT)))) for each in operations]
    passed = [(each, replaced(encoding, each, replacing)) for each in operations]
    assert fitting_declaration(encoding, replacing, failed, passed[:1]) == cause.declaration
    assert fitting_declaration(encoding, replacing, failed, passed) == ""


def test_another_replacement_than_declared_is_not_told_as_one_instead_of_a_rejection() -> None:
    first, *_ = declared(OneByte("iso-8859-7"), "iso-8859-7", Replacing(encode=0x3F))
    assert first == "encode replaces a value that the encoding lacks by FD otherwise than declared"


class Units(Wrapped):
    """Its texts are code units, of which only pairs are looked at."""

    def encode(self, values: Sequence[int]) -> bytes:
        if any(value > 0x10FFFF for value in values):
            raise ValueError("no string has this value")
        return "".join(map(chr, values)).encode("utf-16-le", "surrogatepass")

    def decode(self, data: bytes) -> Sequence[int]:
        return [ord(each) for each in data[: len(data) // 2 * 2].decode("utf-16-le", "surrogatepass")]


def test_a_lone_surrogate_is_one_cause_whatever_follows() -> None:
    found = diagnosed("utf-16-le", Units("utf-16-le"))
    assert titles(found) == ["decode accepts a surrogate, and so does encode", "decode accepts input that ends inside a value"]
    assert found[0].requirement == "utf-16/unpaired-surrogates"


class Given(Wrapped):
    """It decodes some values as others."""

    def __init__(self, encoding: str, other: Callable[[int], int]) -> None:
        super().__init__(encoding)
        self.other = other

    def decode(self, data: bytes) -> Sequence[int]:
        return list(map(self.other, super().decode(data)))


@pytest.mark.parametrize(
    ("encoding", "other", "title"),
    [
        (
            "kim-count",
            lambda value: int(float(value)) if value < 1 << 1000 else value,
            "a value above 20000000000000 that no floating-point number holds",
        ),
        (
            "iso-8859-7",
            lambda value: value + (0 < value < 0x20 or value == 0x7F) * 0x2200,
            "a control character but NUL (1..1F, 7F)",
        ),
    ],
)
def test_plain_sets_of_values_are_told(encoding: str, other: Callable[[int], int], title: str) -> None:
    assert titles(diagnosed(encoding, Given(encoding, other)))[0].endswith(f"a wrong result for {title}")


class DecodesOnly(Wrapped):
    """It says that it has no encoder, and accepts surrogates."""

    def encode(self, values: Sequence[int]) -> Any:
        return NotImplemented

    def decode(self, data: bytes) -> Sequence[int]:
        return [ord(each) for each in data.decode("utf-8", "surrogatepass")]


def test_a_missing_operation_is_the_last_cause() -> None:
    advice = "if the codec does not encode, say operations: [decode] in the manifest"
    found = titles(diagnosed("utf-8", DecodesOnly("utf-8")))
    assert found == ["decode accepts a surrogate", f"encode is not supported; {advice}"]


def test_the_threshold_of_values_that_are_cut_is_told() -> None:
    (told,) = titles(diagnosed("utf-16-le", Narrow("utf-16-le")))
    assert told.startswith("encode accepts a value above FFFFFFFF of which the lower 32 bits are a value: ")


def test_an_operation_that_never_answers_is_told_of_any_value() -> None:
    """It is given up after the first time-out, so decode is not asked again."""
    outcomes = chain([Timeout("no answer")], repeat(NotAsked("it was given up")))

    def perform(operations: Iterable[Operation]) -> Iterable[Outcome]:
        return (outcome for _, outcome in zip(operations, outcomes))

    kim, every = suite().encodings["kim"], suite()
    asked = [vector("kim", f"{local}/{kind}") for local in ("first-one-byte", "last-one-byte") for kind in Kind]
    failed = [failure(each, Timeout("no answer")) for each in asked]
    told = titles(causes(Respondent(kim, perform), [kim], vectors("kim"), every.requirements, failed))
    assert "decode does not answer in time on any value" in told


def test_what_is_wrong_behind_a_value_that_is_replaced_in_a_long_text_is_of_no_known_part() -> None:
    """Steps end at the value that the encoding lacks, so they do not reach the value at which the result is wrong."""
    text = Encode("utf-8", (*(0x61,) * 3000, 0xD800, 0x61))
    expected, got = (Encoded(b"a" * 3000 + b"\xef\xbf\xbd" * count + b"a") for count in (1, 3))
    case = asking("utf-8", Wrapped("utf-8")).case_of(text, (expected,), got)
    assert case is not None and case.subjects == () and case.signature is not None
