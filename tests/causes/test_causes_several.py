"""Codecs with several mistakes, which are told apart."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from diagnosed import diagnosed
from test_causes_adapter import Wrapped
from test_causes_titles import causes_of, without_counts


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        (
            "utf-32-le/noncharacters-refused+ucs-2",
            ["encode refuses a value above FFFF, and so does decode", "encode refuses a noncharacter, and so does decode"],
        ),
        (
            "fed utf-8/ed-second-to-9e+f4-unknown",
            ["decode refuses a value above FFFFF", "decode refuses a value of D7C0..D7FF"],
        ),
        (
            "iso-8859-15/cells-of-another-page+empty-refused+numbers-below-100-written+upper-half-refused-when-read",
            [
                "decode does as in ascii, not as in iso-8859-15",
                "encode accepts a value that the encoding lacks, up to FF",
                "encode refuses some inputs with a value above FF",
                "encode refuses the empty input, and so does decode",
            ],
        ),
        ("fed bocu-1/ff-gives-a-mark", ["decode adds FEFF at the code FF"]),
        (
            "fed bocu-1/controls-reset-to-0",
            ["encode gives a wrong result for a value above 20 behind a value that resets the state, and so does decode"],
        ),
        (
            "fed bocu-1/tab-keeps-the-state",
            ["encode gives a wrong result for a value above 20 behind the value 9 in a state other than 40, and so does decode"],
        ),
        (
            "fed utf-8/08-for-80+starts-in-the-length-before",
            [
                "encode writes too few bytes for a value of 80..7FF",
                "encode writes too few bytes for the first value of each length but the shortest",
            ],
        ),
        ("fed utf-16-be/pairs-across-blocks-refused", ["decode refuses a value whose code lies across a multiple of 16 bytes"]),
        (
            "fed iso-8859-7/e0-and-e8-exchanged+tab-as-space",
            [
                "encode gives a wrong result for the values 3B0 and 3B8, and so does decode",
                "encode gives a wrong result for the value 9",
            ],
        ),
        (
            "fed utf-32-le/pairs-joined-when-written+plane-shifted-by-fifteen",
            [
                "encode gives a wrong result for a value of 8000..10FFFF",
                "encode makes one character of two surrogates: are the plug-in's texts UTF-16?",
            ],
        ),
    ],
)
def test_each_of_several_mistakes_has_its_title(name: str, titles: Sequence[str]) -> None:
    assert [without_counts(cause) for cause in causes_of(name)] == titles


def test_what_only_one_operation_does_wrong_is_no_part_of_what_both_do() -> None:
    titles = list(map(without_counts, causes_of("fed bocu-1/hiragana-to-30ff+unihan-from-3400+vertical-tab-as-lf")))
    assert "decode gives a wrong result for the value B" in titles


def test_a_place_that_is_always_reported_is_of_no_wrong_value_before_it() -> None:
    causes = causes_of("utf-8-31bit/offset-in-values+overlong-taken+planes-cut")
    (place,) = (cause for cause in causes if "as its offset" in cause.title)
    assert "utf-8-31bit/trail-after-four-bytes" in map(str, place.explains)


def test_a_byte_at_which_only_some_texts_end_is_not_told() -> None:
    titles = list(map(without_counts, causes_of("fed utf-16-le/ffff-ends-input+low-byte-sign-extended")))
    assert "decode ends at the first byte FF" not in titles


class EndsAtNul(Wrapped):
    """Its texts end at a NUL, and an empty text becomes a space."""

    def decode(self, data: bytes) -> Sequence[int]:
        return super().decode(data.split(b"\0")[0]) or [0x20]


def test_where_a_text_ends_is_seen_behind_what_else_is_wrong() -> None:
    assert [without_counts(cause) for cause in diagnosed("utf-8", EndsAtNul("utf-8"))] == [
        "decode ends at the first NUL: does the plug-in use strlen?",
        "decode adds 20 at the empty input",
    ]


class Stops(Wrapped):
    """Encode ends at a value that it cannot encode, and decode takes surrogates."""

    def encode(self, values: Sequence[int]) -> bytes:
        good = [value for value in values if value > 0x10FFFF or 0xD800 <= value <= 0xDFFF]
        return super().encode(values[: values.index(good[0])] if good else values)

    def decode(self, data: bytes) -> Sequence[int]:
        if len(data) % 4 == 0:
            values = [int.from_bytes(data[at : at + 4], "big") for at in range(0, len(data), 4)]
            if max(values, default=0) <= 0x10FFFF:
                return values
        return super().decode(data)


def test_to_end_at_a_fault_and_to_take_it_are_two_mistakes() -> None:
    assert [without_counts(cause) for cause in diagnosed("utf-32-be", Stops("utf-32-be"))] == [
        "encode accepts a value that the encoding lacks, and ends there",
        "decode accepts a surrogate",
    ]


class LongFormsOfAscii(Wrapped):
    """It rejects longer forms than needed only if they are of ASCII."""

    def decode(self, data: bytes) -> Sequence[int]:
        for size, lead, bits in ((4, 0xF0, 0x07), (3, 0xE0, 0x0F)):
            for at in range(len(data) - size + 1):
                some = data[at : at + size]
                trails = [byte & 0x3F for byte in some[1:] if byte & 0xC0 == 0x80]
                value = sum(byte << 6 * place for place, byte in enumerate(reversed([some[0] & bits, *trails])))
                if some[0] & ~bits & 0xFF == lead and len(trails) == size - 1 and 0x7F < value < (0x800, 0x10000)[size - 3]:
                    return [*self.decode(data[:at]), value, *self.decode(data[at + size :])]
        return super().decode(data)


def test_longer_forms_are_told_as_such_whatever_their_values_are() -> None:
    (cause,) = diagnosed("utf-8", LongFormsOfAscii("utf-8"))
    assert without_counts(cause) == "decode accepts a longer form than needed, of a value above 7F"
