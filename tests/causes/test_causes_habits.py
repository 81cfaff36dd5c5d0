"""What an operation does to whole texts, and the rules that are tested before they are told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from diagnosed import diagnosed
from test_causes_adapter import Wrapped
from test_causes_titles import causes_of, without_counts

STRLEN = "does the plug-in use strlen?"


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("fed utf-8/normalized", ["decode normalizes texts to NFC"]),
        ("fed kim/normalized", ["decode normalizes texts to NFC"]),
        ("utf-16-le/zero-byte-ends-text", [f"decode ends at the first byte 00: {STRLEN}"]),
        ("fed utf-32-be/ff-ends-input", ["decode ends at the first byte FF"]),
        ("fed kim/ff-ends-input", ["decode ends at the first byte FF"]),
        ("fed utf-8/ff-ends-input", ["decode accepts a byte that cannot begin a value (FF), and ends there"]),
        ("fed utf-16-le/ends-at-1a", ["decode ends at the first value 1A"]),
        ("utf-inf-8/last-lost", ["decode loses any value at the end of the input"]),
        ("fed utf-8/cut-at-each-read", ["decode refuses a value whose code lies across a multiple of 255 bytes"]),
        ("fed bocu-1/cut-at-each-read", ["decode refuses a value whose code lies across a multiple of 255 bytes"]),
        ("fed utf-8/index-in-units", ["encode reports the number of UTF-16 code units before the fault as its index"]),
        ("fed utf-16-le/0d-before-each-0a", ["encode adds the byte 0D at a value whose code has the byte 0A"]),
        ("fed utf-16-be/zeros-stripped-at-the-end", ["decode strips zero bytes at the end of the input"]),
        ("utf-32-le/mark-obeyed", ["decode takes the byte order from a mark at the beginning"]),
        ("fed utf-32-be/swapped-after-the-mark", ["decode reads in the other byte order behind a mark at the beginning"]),
        (
            "fed utf-16-le/one-byte-after-the-mark",
            ["decode keeps only the lower 8 bits of a value above FF directly behind a first value FEFF"],
        ),
        (
            "fed utf-8/utf-16-by-its-mark",
            [
                "decode accepts a byte that cannot begin a value"
                " in input that begins with FF FE or in input that begins with FE FF"
            ],
        ),
        ("fed bocu-1/line-ends-as-spaces", ["decode replaces a value of 9..A and a value whose code is 0D by 20"]),
        ("fed bocu-1/white-space-stripped", ["decode strips white space at both ends of texts"]),
        ("fed utf-16-be/halves-given", ["decode does as in ucs-2-be, not as in utf-16-be"]),
        ("fed utf-32-be/three-bytes-written", ["encode writes too few bytes for any value"]),
        (
            "fed cp437/above-the-table-crashes+house-at-7f+written-kept-after-a-fault",
            [
                "encode crashes on a value above 25A0: "
                "does the codec reject by this exception? If so, raise a ValueError instead",
                "encode gives the byte 7F to other values, and so does decode",
                "encode gives wrong answers, but only after other operations with a value that the encoding lacks",
            ],
        ),
        (
            "fed bocu-1/digits-by-four-too-small",
            ["decode gives a wrong result for a value whose code has a later byte of 1C..1F"],
        ),
        (
            "fed utf-8-31bit/each-lead-of-two-bytes",
            ["decode refuses a value above 7FF, and accepts ill-formed input that begins in the same way"],
        ),
        ("fed utf-inf-8/length-digits-added", ["decode refuses a value whose code has 28 bytes or more"]),
        ("fed cp437/above-ffff-skipped", ["encode accepts a value above FFFF, and skips it"]),
        (
            "bocu-1/ff-keeps-the-state",
            ["decode gives a wrong result for a value above 20 behind a reset byte in a state other than 40"],
        ),
    ],
)
def test_what_was_tested_is_told(name: str, titles: Sequence[str]) -> None:
    assert [without_counts(cause) for cause in causes_of(name)] == titles


class EndsAtNul(Wrapped):
    """Its texts end at a NUL, both ways."""

    def encode(self, values: Sequence[int]) -> bytes:
        return super().encode(values[: [*values, 0].index(0)])

    def decode(self, data: bytes) -> Sequence[int]:
        return super().decode(data.split(b"\0")[0])


def test_texts_that_end_at_a_nul_both_ways_are_one_cause() -> None:
    (cause,) = diagnosed("utf-8", EndsAtNul("utf-8"))
    assert without_counts(cause) == f"encode ends at the first NUL, and so does decode: {STRLEN}"
    assert cause.requirement == "common/any-length"


class AtByte100(Wrapped):
    """It cannot read a code that lies across byte 100."""

    def decode(self, data: bytes) -> Sequence[int]:
        values = super().decode(data)
        super().decode(data[:100])
        return values


def test_a_boundary_that_comes_once_is_told_by_its_byte() -> None:
    (cause,) = diagnosed("utf-8", AtByte100("utf-8"))
    assert without_counts(cause) == "decode refuses a value whose code lies across byte 100"


def test_a_crash_comes_before_what_is_done_to_whole_texts() -> None:
    crash, ends = causes_of("utf-8/cut-short-crashes+nul-ends-text")
    assert crash.title.startswith("decode crashes on input that ends inside a value")
    assert without_counts(ends) == f"decode ends at the first NUL: {STRLEN}"
