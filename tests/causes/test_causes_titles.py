"""The titles of the causes of everyday mistakes."""

from __future__ import annotations

import re
from functools import cache

import pytest
from composed import codec, encoding_of
from composed.plain import IllFormed
from composed.utf_8 import Utf8
from diagnosed import diagnosed, failures

from encoding_conformance.core.verdict import Cause

ONLY_AFTER = "decode gives wrong answers, but only after other operations"
RAISE = "does the codec reject by this exception? If so, raise a ValueError instead"


@cache
def causes_of(name: str) -> list[Cause]:
    return diagnosed(encoding_of(name), codec(name))


def without_counts(cause: Cause) -> str:
    return re.sub(r" \(\d+ asked\)", "", cause.title)


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("utf-8/surrogates-both", ["decode accepts a surrogate, and so does encode"]),
        ("utf-8/surrogates-decoded", ["decode accepts a surrogate"]),
        ("utf-8/noncharacters-refused", ["encode refuses a noncharacter, and so does decode"]),
        ("utf-8/nul-ends-text", ["decode ends at the first NUL: does the plug-in use strlen?"]),
        ("utf-8/first-mark-dropped", ["decode loses U+FEFF at the beginning of the input"]),
        ("utf-8/last-lost", ["decode loses any value at the end of the input"]),
        ("utf-8/wrong-beyond-64", ["encode loses any value behind 64 values, and so does decode"]),
        ("utf-8/empty-refused", ["encode refuses the empty input, and so does decode"]),
        ("utf-8/offset-late", ["decode reports an offset that is one too large"]),
        ("utf-8/replacement-given", ["decode replaces what is ill-formed by U+FFFD instead of rejecting it"]),
        ("utf-8/bytes-left-over", [f"{ONLY_AFTER} with input that ends inside a value"]),
        ("utf-8/c0-80-taken", ["decode accepts a longer form than needed: C0 80"]),
        ("utf-8/overlong-of-three-taken", ["decode accepts a longer form than needed, in 3 bytes"]),
        ("utf-8/nul-as-c0-80", ["encode writes a longer form than needed for NUL, and so does decode"]),
        ("utf-8/pairs-written", ["encode writes surrogate pairs instead of a value above FFFF"]),
        ("utf-8/c2-to-cf-refused", ["decode refuses a value whose code begins with C2..CF"]),
        ("fed utf-8/third-for-the-fourth", ["decode gives a wrong result for most values above FFFF"]),
        (
            "kim-count/groups-reversed-when-written",
            ["encode reverses the groups of seven bits of most values above 7F"],
        ),
        ("fed kim/padded-to-eight-bits", ["encode adds the byte 80 at most values"]),
        ("kim/bit-7-kept", ["decode gives a wrong result for a value above 7F, or refuses it"]),
        ("fed kim/80-ends-a-value", ["decode gives a wrong result for a value whose code has the byte 80"]),
        (
            "utf-inf-8/five-bits-in-the-seventh-row",
            ["decode gives a wrong result for a value of 80000000..FFFFFFFFF of which bit 35 is set, or refuses it"],
        ),
        (
            "utf-inf-8/empty-refused+five-bits-in-the-seventh-row+trail-unchecked",
            [
                "decode accepts a byte that cannot continue a value in some inputs",
                "encode refuses the empty input, and so does decode",
                "decode gives a wrong result for a value of 80000000..FFFFFFFFF of which bit 35 is set, or refuses it",
            ],
        ),
        (
            "fed utf-inf-8/private-use-refused+signed-limits",
            [
                "encode refuses a private-use character (E000..F8FF)",
                "encode writes a longer form than needed for most values above FF",
                "decode replaces a private-use character (E000..F8FF) by U+FFFD",
            ],
        ),
        (
            "fed bocu-1/hiragana-from-3041",
            ["encode gives a wrong result for a value above 20 where the value 3040 has set the state, and so does decode"],
        ),
        (
            "fed bocu-1/state-of-16-bits",
            ["encode gives a wrong result for a value above 20 where a value above FFFF has set the state, and so does decode"],
        ),
        (
            "bocu-1/state-is-the-value",
            ["encode gives a wrong result for a value above 20 where a value before has set the state, and so does decode"],
        ),
        ("fed bocu-1/trails-of-three-exchanged", ["decode gives a wrong result for a value whose code has 3 bytes"]),
        ("bocu-1/fault-skipped", ["decode accepts what is ill-formed, and skips it"]),
        (
            "fed utf-8/prefix-compared-with-greater",
            ["encode writes too few bytes for a value of 10000..10FFF and 800..83F"],
        ),
        (
            "fed kim-count/four-bytes-end-a-value",
            [
                "decode gives a wrong result for a value whose code has 5 bytes or more,"
                " and accepts ill-formed input that begins in the same way"
            ],
        ),
        ("fed kim-count/ten-bytes-as-zero", ["decode gives a wrong result for a value whose code has 10 bytes or more"]),
        (
            "fed utf-16-le/dfff-not-low+joiner-dropped+offset-where-noticed",
            [
                "decode accepts a surrogate, after FF",
                "decode refuses a value whose code ends with DFFF",
                "encode loses the value 200D, and so does decode",
                "decode reports the offset of the last byte that it has read, not of the beginning of the code",
            ],
        ),
        ("fed utf-8-31bit/any-upper-byte-as-a-trail", ["decode accepts a byte that cannot continue a value (C0..FF)"]),
        (
            "fed utf-8/ed-and-f4-second-from-00",
            ["decode accepts a byte that cannot continue a value (0..7F), directly after ED or F4"],
        ),
        (
            "utf-8/last-trail-unchecked",
            ["decode accepts a byte that cannot continue a value, as the last byte of a code of 3 bytes or more"],
        ),
        (
            "fed utf-8/four-bytes-read-at-once",
            ["decode crashes on a code that begins with C0..FF in the last 3 bytes of the input"],
        ),
        ("fed utf-8/two-bytes-a-value", ["encode refuses any text with more than 2 bytes to a value"]),
        ("fed utf-16-be/cut-to-the-number-of-values", ["encode loses a part of any text with more than 2 bytes to a value"]),
        ("fed utf-8-31bit/f1-and-f3-refused", ["decode refuses a value of 10000..1FFFFF of which bit 18 is set"]),
        ("fed kim-count/negative-from-31-bits", ["encode writes too few bytes for a value of which bit 31 is set"]),
        ("fed kim/kept-after-three-bytes", ["decode refuses any value directly behind a code of 3 bytes"]),
        ("fed utf-16-le/lows-as-highs", ["decode accepts a surrogate directly before a low surrogate"]),
        ("fed utf-32-le/offset-0-if-cut", ["decode reports the offset 0, for any input whose length is no multiple of 4"]),
        (
            "fed utf-32-be/plane-16-refused+private-use-refused",
            [
                "encode refuses a value above FFFFF, and so does decode",
                "encode refuses a private-use character (E000..F8FF)",
                "decode replaces a private-use character (E000..F8FF) by U+FFFD",
            ],
        ),
        (
            "fed utf-32-be/surrogates-of-each-plane",
            ["encode refuses a value above FFFF of which the lower 16 bits are a surrogate, and so does decode"],
        ),
        ("fed utf-8/one-missing-byte-crashes", [f"decode crashes on input that lacks the last byte of a value: {RAISE}"]),
        ("fed utf-8/bit-12-in-the-second", ["encode gives a wrong result for a value of 800..FFFF of which bit 12 is set"]),
        ("fed utf-inf-8/128-bits-at-most", ["encode refuses a value whose code has 24 bytes or more, and so does decode"]),
        ("fed utf-16-le/e000-as-low", ["decode accepts a byte that cannot continue a value (E000)"]),
        ("fed utf-16-be/last-high-given", ["decode accepts a high surrogate at the end of the input"]),
        ("fed utf-16-be/value-lost-in-a-full-buffer", ["encode loses any value behind 128 values"]),
        ("fed utf-32-be/d800-taken", ["decode accepts a surrogate: 00 00 D8 00, and so does encode"]),
        (
            "fed kim-count/ten-bytes-as-zero+widened-from-32-bits",
            [
                "decode replaces input that ends inside a value, in 10 bytes, by 00 instead of rejecting it",
                "decode gives a wrong result for a value above 7FFFFFFF",
                "decode gives a wrong result for some inputs",
            ],
        ),
        (
            "fed iso-8859-6/arabic-by-arithmetic",
            ["decode accepts a byte that stands for no value, and adds 560 to each byte, and encode takes such values"],
        ),
        (
            "fed iso-8859-5/cyrillic-by-arithmetic",
            ["encode gives the bytes AD F0 FD to other values, and so does decode"],
        ),
        ("fed utf-8/ends-of-surrogates-written", ["encode accepts the value D800 and the value DFFF"]),
        (
            "fed iso-8859-2/commas-for-cedillas",
            ["encode gives the bytes AA BA DE FE to other values, and so does decode"],
        ),
        (
            "fed iso-8859-6/digits-as-arabic+upper-half-crashes",
            [
                f"decode crashes on a byte that stands for no value: {RAISE}",
                "decode crashes on a value above 7F",
                "encode accepts a value of 660..669, and subtracts 630 from each value, and decode gives such values",
            ],
        ),
        ("fed cp437/byte-lost-at-4096", ["decode loses a part of a text of 4,097 values or more"]),
        (
            "fed utf-32-le/middle-bytes-lost",
            ["decode keeps only the lower 8 bits of a value above FF"],
        ),
        (
            "utf-32-be/21-bits-kept",
            [
                "decode accepts a byte that cannot begin a value and a value above 1FFFFF of which the lower 21 bits are a value",
            ],
        ),
        (
            "fed utf-16-be/dfff-not-low",
            ["decode refuses a value whose code ends with DFFF, and accepts the end of its code alone"],
        ),
        ("fed utf-8/1000-in-four-bytes", ["encode writes a longer form than needed for a value of 1000..FFFF"]),
        ("utf-8/e0-and-f0-as-shorter", ["decode refuses a value whose code begins with E0 or F0"]),
        (
            "fed kim-count/nine-groups-held",
            ["decode crashes on a code of 10 bytes or more", "encode crashes on a value above 7FFFFFFFFFFFFFFF"],
        ),
        ("fed utf-16-be/above-ffff-crashes", ["encode crashes on a value above FFFF"]),
        (
            "fed utf-inf-8/seventeen-subtracted",
            ["encode gives a wrong result for a value above 7FFFFFFFFFFFFFFFFF, and decode refuses it"],
        ),
        ("fed kim/groups-added", ["decode gives a wrong result for a value above 7F"]),
        (
            "fed utf-8-31bit/offset-of-the-last-fault",
            ["decode reports the offset of the last fault, for what is ill-formed in some inputs"],
        ),
        ("fed kim/800-in-three-bytes", ["encode adds the byte 80 at a value of 800..3FFF"]),
        ("utf-8/latin-1-given", ["decode accepts what is ill-formed, each byte as the value of its number"]),
        (
            "utf-8/bytes-left-over+line-ends-joined",
            ["decode loses the value D directly before the value A", f"{ONLY_AFTER} with input that ends inside a value"],
        ),
        ("utf-8/fault-skipped", ["decode accepts what is ill-formed, and skips it"]),
        (
            "utf-8/recursion-too-deep",
            ["encode crashes on a text of 901 values or more, and so does decode"],
        ),
        (
            "fed iso-8859-15/ends-at-1a+tab-as-space",
            ["decode ends at the first value 1A", "encode gives a wrong result for the value 9"],
        ),
        (
            "iso-8859-15/cells-of-another-page+last-lost",
            ["encode gives the bytes A4 BC..BE to other values", "decode loses any value at the end of the input"],
        ),
        ("utf-16-be/low-dc00-refused", ["decode refuses a value whose code ends with DC00"]),
        ("utf-16-be/e000-to-ffff-as-surrogates", ["decode refuses a value of E000..FFFF"]),
        ("utf-16-be/halves-swapped", ["encode reverses the bytes of a value above FFFF, and so does decode"]),
        ("utf-16-be/ucs-2", ["encode refuses a value above FFFF, and so does decode"]),
        ("utf-16-be/line-ends-joined", ["decode loses the value D directly before the value A"]),
        ("utf-16-be/line-end-becomes-two", ["encode adds D at the value A"]),
        ("utf-16-be/planes-cut", ["encode gives a wrong result for a value of 20000..10FFFF"]),
        ("utf-16-be/10000-or-ed", ["decode gives a wrong result for a value above FFFF of which bit 16 is not set"]),
        (
            "utf-16-be/noncharacters-refused+order-swapped-when-written",
            ["encode does as in utf-16-le, not as in utf-16-be", "encode refuses a noncharacter, and so does decode"],
        ),
        (
            "utf-16-be/noncharacters-refused+surrogates-both",
            ["decode accepts a surrogate, and so does encode", "encode refuses a noncharacter, and so does decode"],
        ),
        (
            "utf-16-be/lone-low-taken+mark-written",
            ["decode accepts a low surrogate", "encode adds FEFF at the beginning of the input"],
        ),
        (
            "utf-32-be/control-characters-refused",
            ["encode refuses a control character (0..1F) but 9..A and D, and so does decode"],
        ),
        ("fed utf-32-be/plane-16-refused", ["encode refuses a value above FFFFF, and so does decode"]),
        ("utf-32-be/above-limit-decoded", ["decode accepts a value above 10FFFF"]),
        ("utf-32-be/top-byte-ignored", ["decode accepts a value above FFFFFF of which the lower 24 bits are a value"]),
        ("utf-inf-8/offset-in-values", ["decode reports the number of values before the fault as its offset"]),
        ("utf-inf-8/71-bits-only", ["encode refuses a value above 7FFFFFFFFFFFFFFFFF, and so does decode"]),
        ("utf-inf-8/cut-short-taken", ["decode accepts input that ends inside a value, after C2..FF"]),
        ("utf-inf-8/line-end-becomes-two", ["encode adds D at the value A"]),
        ("fed kim/ends-at-1a", ["decode ends at the first value 1A"]),
        (
            "fed kim/swallowed-with-the-fault",
            [
                "decode replaces what is ill-formed, but not input that ends inside a value, by U+FFFD instead of rejecting it",
            ],
        ),
        ("kim/cut-short-crashes", [f"decode crashes on input that ends inside a value: {RAISE}"]),
        ("kim/groups-reversed", ["encode reverses the groups of seven bits of a value above 7F, and so does decode"]),
        ("fed kim/held-after-a-fault+nul-skipped", [f"{ONLY_AFTER} with what is ill-formed", "decode loses NUL"]),
        ("fed iso-8859-2/e0-and-e8-exchanged", ["encode gives a wrong result for the values 10D and 155, and so does decode"]),
        (
            "fed iso-8859-2/index-from-one+sign-a4-as-euro",
            [
                "encode gives the byte A4 to other values, and so does decode",
                "encode reports an index that is one too large",
            ],
        ),
        (
            "bocu-1/hangul-not-special",
            ["encode gives a wrong result for a value above 20 where the state is C1D1, and so does decode"],
        ),
        ("fed bocu-1/empty-gives-nul", ["decode adds 0 at the empty input"]),
        ("bocu-1/line-ends-joined", ["decode loses the value D directly before the value A"]),
        ("fed bocu-1/tab-as-space", ["encode gives a wrong result for the value 9"]),
        ("fed bocu-1/encode-ends-at-a-fault", ["encode accepts a value above 10FFFF, and ends there"]),
        ("fed bocu-1/reset-written", ["encode adds the byte FF at the beginning of the input"]),
        ("utf-8-31bit/rest-dropped-at-a-fault", ["decode accepts what is ill-formed, and ends there"]),
        ("fed utf-32-le/negative-written", ["encode accepts a value of 80000000..FFFFFFFF"]),
        ("fed iso-8859-5/cr-dropped+nul-skipped", ["decode loses NUL", "decode loses the value D"]),
        (
            "fed utf-16-le/private-use-refused",
            [
                "encode refuses a private-use character (E000..F8FF)",
                "decode replaces a private-use character (E000..F8FF) by U+FFFD",
            ],
        ),
        (
            "utf-16-le/noncharacters-refused+unencodable-crashes",
            [
                f"encode crashes on a value that the encoding lacks: {RAISE}",
                "encode crashes on a noncharacter",
                "decode refuses a noncharacter",
            ],
        ),
        (
            "fed cp437/written-kept-after-a-fault",
            ["encode gives wrong answers, but only after other operations with a value that the encoding lacks"],
        ),
    ],
)
def test_each_mistake_has_its_cause_and_title(name: str, titles: list[str]) -> None:
    assert [without_counts(cause) for cause in causes_of(name)] == titles


def test_a_title_says_how_many_inputs_were_asked() -> None:
    (cause,) = causes_of("utf-8/surrogates-decoded")
    assert re.fullmatch(r"decode accepts a surrogate \(\d+ asked\)", cause.title)


def test_a_decoder_that_keeps_what_it_rejected_for_ever_is_told_by_that() -> None:
    name = "fed kim/held-after-a-fault"
    (cause,) = diagnosed("kim", codec(name), failures("kim", codec(name)))
    assert cause.title == f"{ONLY_AFTER} with what is ill-formed"


def test_a_crash_is_never_told_together_with_anything_else() -> None:
    crash, other = causes_of("utf-8/cut-short-crashes+surrogates-decoded")
    assert without_counts(crash) == f"decode crashes on input that ends inside a value: {RAISE}"
    assert without_counts(other) == "decode accepts a surrogate"


def test_a_shortest_form_that_is_wrong_by_one_is_told_as_such() -> None:
    (cause,) = diagnosed("utf-8", WrongByOne("utf-8"))
    assert without_counts(cause) == "decode accepts a longer form than needed for the last value below those of its length"


class WithoutEd(Utf8):
    """It refuses whatever begins with ED."""

    def read(self, data: bytes, at: int) -> tuple[int | None, int]:
        if data[at] == 0xED:
            raise IllFormed(at)
        return super().read(data, at)


class LongerForms(Utf8):
    """It takes the forms of five and six bytes, and no byte above them."""

    def read(self, data: bytes, at: int) -> tuple[int | None, int]:
        size = 5 if 0xF8 <= data[at] < 0xFC else 6 if 0xFC <= data[at] < 0xFE else 0
        return (data[at], at + size) if size and len(data) >= at + size else super().read(data, at)


@pytest.mark.parametrize(
    ("wrong", "title"),
    [
        (WithoutEd("utf-8"), "decode refuses a value whose code begins with ED"),
        (WithoutEd("utf-8", ["c2-to-cf-refused"]), "decode refuses a value whose code begins with ED"),
        (LongerForms("utf-8"), "decode accepts a byte that cannot begin a value (F8..FD)"),
        (LongerForms("utf-8", ["lone-trail-taken"]), "decode accepts a byte that cannot begin a value (F8..FD)"),
        (
            Utf8("utf-8", ["lone-trail-taken"]),
            "decode accepts a byte that cannot begin a value (80..BF), each byte as the value of its number",
        ),
    ],
)
def test_a_title_names_the_first_bytes_with_which_the_mistake_was_seen(wrong: Utf8, title: str) -> None:
    assert title in map(without_counts, diagnosed("utf-8", wrong))


class WrongByOne(Utf8):
    """Takes the last value of each length in a form that is one byte longer."""

    def read(self, data: bytes, at: int) -> tuple[int | None, int]:
        taken = {b"\xc1\xbf": 0x7F, b"\xe0\x9f\xbf": 0x7FF, b"\xf0\x8f\xbf\xbf": 0xFFFF}
        code = next((code for code in taken if data.startswith(code, at)), b"")
        return (taken[code], at + len(code)) if code else super().read(data, at)


def test_encode_and_decode_are_two_causes_unless_one_explains_the_other() -> None:
    titles = [without_counts(cause) for cause in causes_of("utf-8/pairs-written+last-lost")]
    assert titles == [
        "decode loses any value at the end of the input",
        "encode writes surrogate pairs instead of a value above FFFF",
    ]


def test_the_other_byte_order_is_named() -> None:
    (cause,) = diagnosed("utf-16-be", codec("utf-16-le"))
    assert (without_counts(cause), cause.requirement) == ("this is utf-16-le, not utf-16-be", "utf-16/big-endian")


def test_another_encoding_is_named_with_what_it_explains() -> None:
    cause, *_ = sorted(diagnosed("iso-8859-1", Python("cp1252")), key=lambda cause: -len(cause.explains))
    assert cause.title == "this is cp1252, not iso-8859-1"
    assert cause.looks_like is not None
    assert (cause.looks_like.encoding, cause.looks_like.explained) == ("cp1252", len(cause.explains))


class Python:
    """A codec of Python's, by its name."""

    def __init__(self, name: str):
        self.name = name

    def encode(self, values: list[int]) -> bytes:
        return "".join(map(chr, values)).encode(self.name)

    def decode(self, data: bytes) -> list[int]:
        return [ord(character) for character in data.decode(self.name)]


def test_a_mistake_of_the_state_breaks_the_rule_that_sets_it() -> None:
    (cause,) = causes_of("bocu-1/hangul-not-special")
    assert cause.requirement == "bocu-1/r5-hangul"


@pytest.mark.parametrize(
    ("name", "requirement"),
    [
        ("utf-8/10000-in-three-bytes", "utf-8/four-bytes"),
        ("utf-8/nul-ends-text", "common/any-length"),
        ("utf-32-be/mark-written", "utf-32/no-byte-order-mark"),
        ("utf-32-le/pairs-written", "utf-32/value-itself"),
    ],
)
def test_the_requirement_is_about_what_the_title_says(name: str, requirement: str) -> None:
    (cause,) = causes_of(name)
    assert cause.requirement == requirement
    assert requirement.startswith("common/") or requirement in cause.example.requirements


def test_bytes_of_two_values_are_not_those_of_one_that_is_reversed() -> None:
    assert not any("reverses" in cause.title for cause in causes_of("fed cp437/e0-and-e8-exchanged"))


def test_a_requirement_on_few_trail_bytes_is_preferred_to_one_on_all() -> None:
    (cause,) = causes_of("bocu-1/controls-refused-as-trail")
    assert cause.requirement == "bocu-1/t2-06-0f"
