"""The titles of the causes of everyday mistakes, which composed codecs make."""

from __future__ import annotations

import re

import pytest
from composed import codec, encoding_of
from diagnosed import diagnosed

from reference_codecs import CODECS
from workshop.museum.entry import entries
from workshop.museum.models import models

RAISE = "does the codec reject by this exception? If so, raise a ValueError instead"
ONLY_AFTER = "gives wrong answers, but only after other operations"


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("utf-8/surrogates-both", ["encode accepts a surrogate, and so does decode"]),
        ("utf-8/surrogates-decoded", ["decode accepts a surrogate"]),
        ("utf-8/noncharacters-refused", ["encode refuses a noncharacter, and so does decode"]),
        ("utf-8/empty-refused", ["encode refuses the empty input, and so does decode"]),
        ("utf-8/c0-80-taken", ["decode accepts a longer form than needed: C0 80"]),
        ("utf-8/overlong-of-three-taken", ["decode accepts a longer form than needed, in 3 bytes"]),
        ("utf-8/c2-to-cf-refused", ["decode refuses a value whose sequence begins with C2..CF"]),
        ("utf-8/latin-1-given", ["decode accepts what is ill-formed, each byte as the value of its number"]),
        ("utf-8/fault-skipped", ["decode accepts what is ill-formed, and skips it"]),
        ("utf-8/cut-short-taken", ["decode accepts input that ends inside a value, and ends there"]),
        ("utf-8/replacement-given", ["decode replaces what is ill-formed by U+FFFD, one for each byte"]),
        ("utf-8/offset-late", ["decode reports an offset that is one too large"]),
        ("utf-8/index-always-0", ["encode reports the index 0"]),
        ("fed utf-8/index-in-units", ["encode reports the number of UTF-16 code units before the fault as its index"]),
        (
            "fed utf-16-le/offset-where-noticed",
            ["decode reports the offset of the byte at fault, not of the beginning of its sequence"],
        ),
        ("fed utf-8/one-missing-byte-crashes", [f"decode crashes on input that lacks the last byte of a value: {RAISE}"]),
        ("utf-8/nul-ends-text", ["decode ends at the first NUL: does the plug-in use strlen?"]),
        ("fed kim/ends-at-1a", ["decode ends at the first value 1A"]),
        ("fed utf-8/normalized", ["decode normalizes texts to NFC"]),
        ("fed utf-8/white-space-stripped", ["decode strips white space at both ends of texts"]),
        ("utf-16-be/line-ends-joined", ["decode loses D before A"]),
        ("utf-8/first-mark-dropped", ["decode loses U+FEFF at the beginning of the input"]),
        ("utf-32-le/mark-written", ["encode adds U+FEFF at the beginning of the input"]),
        ("fed utf-32-be/swapped-after-the-mark", ["decode reads in the other byte order after a mark at the beginning"]),
        ("utf-8/last-lost", ["decode loses the last value"]),
        ("utf-8/wrong-beyond-64", ["encode gives a wrong result for any input after 64 values or more, and so does decode"]),
        (
            "utf-8/recursion-too-deep",
            ["decode crashes on any input of 901 bytes or more", "encode crashes on any input of 901 values or more"],
        ),
        ("fed cp437/byte-lost-at-4096", ["decode loses any input after 4,096 values or more"]),
        ("utf-8/pairs-written", ["encode does as in cesu-8, not as in utf-8"]),
        ("utf-16-be/ucs-2", ["encode refuses a value above FFFF, and so does decode"]),
        ("kim/above-limit-decoded", ["decode accepts a value above 10FFFF"]),
        ("utf-inf-8/71-bits-only", ["encode refuses a value above 7FFFFFFFFFFFFFFFFF, and so does decode"]),
        ("fed bocu-1/reset-written", ["encode adds FF at any input"]),
        ("utf-8/bytes-left-over", [f"decode {ONLY_AFTER}"]),
        ("fed kim/held-after-a-fault", [f"decode {ONLY_AFTER}"]),
        (
            "utf-8/first-mark-dropped+surrogates-both",
            ["encode accepts a surrogate, and so does decode", "decode loses U+FEFF at the beginning of the input"],
        ),
        (
            "utf-8/cut-short-crashes+surrogates-decoded",
            [f"decode crashes on input that ends inside a value: {RAISE}", "decode accepts a surrogate"],
        ),
    ],
)
def test_each_mistake_has_its_cause_and_title(name: str, titles: list[str]) -> None:
    assert [cause.plain_title for cause in diagnosed(encoding_of(name), codec(name))] == titles


@pytest.mark.parametrize(
    ("id", "title"),
    [
        ("ion-java-105", "decode accepts a surrogate"),
        ("libuv-4609", "encode gives a wrong result for a value of 1001..FFFF"),
        ("meziantou-2262", "decode reads in the other byte order after a mark at the beginning"),
        ("golang-29535", "decode does as in cp1252, not as in ascii"),
    ],
)
def test_a_real_bug_is_one_cause(id: str, title: str) -> None:
    assert [cause.plain_title for cause in diagnosed(entries()[id].encoding, models()[id]())] == [title]


def test_a_title_says_how_many_of_the_inputs_that_were_tried_show_it() -> None:
    (cause,) = diagnosed("utf-8", codec("utf-8/surrogates-decoded"))
    assert re.fullmatch(r"decode accepts a surrogate \((\d+) of \1 tried\)", cause.title)


def test_a_title_without_a_statement_has_examples() -> None:
    (cause,) = diagnosed("kim-count", codec("kim-count/bit-7-kept+groups-reversed"))[:1]
    assert re.search(r"some inputs with .*, such as [0-9A-F ]+, [0-9A-F ]+ and [0-9A-F ]+$", cause.title)


class RefusesOrChanges:
    """UTF-8 whose decoder refuses every other character of three bytes, and gives the rest as their neighbours."""

    def encode(self, values):
        return CODECS["utf-8"].encode(values)

    def decode(self, data):
        values = CODECS["utf-8"].decode(data)
        if any(0x800 <= value <= 0xFFFF and value % 2 for value in values):
            raise ValueError
        return [value + 1 if 0x800 <= value <= 0xFFFF else value for value in values]


def test_refusals_and_wrong_results_for_the_same_inputs_are_one_cause() -> None:
    (cause,) = diagnosed("utf-8", RefusesOrChanges())
    assert cause.plain_title == "decode gives a wrong result for, or refuses, a value of 800..FFFF"
