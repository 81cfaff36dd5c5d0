"""Sizes of texts: what is shown for an outcome, for percentages, and for what documents print."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from project import suite

from encoding_conformance.core.outcome import Crash, Encoded, Rejection, Unsupported
from reference_codecs import CODECS
from workshop.sizes import texts
from workshop.sizes.command import Size, of_every_text, rows, size, size_in
from workshop.sizes.page import Claim, Measured, Printed, measured, read_claims, sizes_page
from workshop.sizes.texts import Text, Texts

HOME = Path(__file__).parents[3]
WORD = Text("word", (0x63, 0x61, 0x66, 0xE9))


@cache
def own() -> Texts:
    return texts.read(texts.FOLDER)


@cache
def page_sizes() -> tuple[Size, ...]:
    """What the reference takes for the texts of the project, asked in this process."""
    found = [
        Size(text, "reference", id, len(CODECS[id].encode(text.values)))
        for text in own().texts
        for id in (
            "utf-32-be",
            "utf-32-le",
            "utf-16-be",
            "utf-16-le",
            "utf-8",
            "utf-8-31bit",
            "cesu-8",
            "modified-utf-8",
            "wtf-8",
            "utf-inf-8",
            "bocu-1",
        )
    ]
    found += [
        Size(text, "reference", id, len(CODECS[id].encode(text.values)))
        for text in own().texts
        for id in ("kim", "kim-count", "kim-text")
    ]
    return tuple(found)


@cache
def beside() -> dict[tuple[str, str], int]:
    return {(text.title, id): size_in(suite().encodings[id], text) for text in own().texts for id in own().beside}


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Encoded(b"caf\xe9"), (4, "", False)),
        (Rejection(3), (None, "lacks U+00E9, at 3", True)),
        (Rejection(), (None, "rejected", True)),
        (Rejection(4), (None, "rejected", True)),
        (Unsupported("no such thing"), (None, "unsupported no such thing", True)),
        (Crash("IndexError"), (None, "crash: IndexError", False)),
    ],
)
def test_what_is_told_of_an_outcome(outcome, expected):
    told = size(WORD, "some", "toy", outcome)

    assert (told.bytes, told.instead, told.refused) == expected


def test_an_encoding_that_refuses_one_text_is_left_out_and_one_that_crashes_is_not():
    refusing, crashing, sound = (
        [size(WORD, "some", id, outcome), size(WORD, "some", id, Encoded(b"x"))]
        for id, outcome in (("a", Rejection(3)), ("b", Crash("it fell")), ("c", Encoded(b"caf\xe9")))
    )

    whole, partial = of_every_text([*refusing, *crashing, *sound])

    assert whole == [*crashing, *sound]
    assert partial == [("some", "a")]


@pytest.mark.parametrize(("encoding", "bytes"), [("utf-8", 5), ("utf-16-be", 8), ("utf-32-le", 16)])
def test_what_others_are_compared_with(encoding, bytes):
    assert size_in(suite().encodings[encoding], WORD) == bytes


def test_sizes_are_compared_with_encodings_whose_values_do_not_depend_on_others():
    assert all(suite().encodings[id].claims("stateless") for id in own().beside)


@pytest.mark.parametrize(
    ("printed", "percent", "difference"),
    [
        (Printed(60, 60, False, ()), 57.0, -3.0),
        (Printed(60, 60, False, ()), 60.0, None),
        (Printed(60, 60, False, ()), 61.5, 1.5),
        (Printed(40, 75, False, ()), 39.5, -0.5),
        (Printed(40, 75, False, ()), 75.0, None),
        (Printed(40, 75, False, ()), 80.0, 5.0),
        (Printed(0, 100, True, ()), 99.9, None),
        (Printed(0, 100, True, ()), 100.0, 0.0),
    ],
)
def test_the_difference_from_what_is_printed(printed, percent, difference):
    assert Measured("any", printed, percent).difference == difference


def test_what_was_measured_of_a_claim():
    claim = Claim("Toy, 1", "toy", "utf-8", (Printed(50, 50, False, ("word",)),), "no note")
    sizes = [Size(WORD, "some", "toy", 4), Size(WORD, "some", "utf-8", 5)]

    (found,) = measured(claim, sizes, {("word", "utf-8"): 5})

    assert (found.title, found.percent, found.difference) == ("word", 80.0, 30.0)


def test_rows_for_programs_all_have_the_columns_of_the_head():
    sizes = [Size(WORD, "some", "toy", 4), size(WORD, "some", "other", Rejection(3))]

    assert list(rows(sizes, {"utf-8": "UTF-8"}, {("word", "utf-8"): 5})) == [
        ("text", "characters", "implementation", "encoding", "bytes", "% of UTF-8"),
        ("word", "4", "some", "toy", "4", "80"),
        ("word", "4", "some", "other", "lacks U+00E9, at 3", ""),
    ]


def test_the_committed_page_is_up_to_date():
    made = sizes_page(page_sizes(), own(), read_claims(texts.FOLDER), beside(), "../../texts/README.md")
    again = "make it anew: make sizes"
    assert (HOME / "workshop" / "docs" / "sizes.md").read_text(encoding="utf-8") == made, again


ROUNDED, ANOTHER_TEXT = 2.5, 5
"""UTS #40 prints percentages to the nearest 5. That another text differs by no more than 5 beyond that is what is asked of
languages whose texts are alike in what counts: letters of one block, with spaces and a few signs between them."""

WITHIN = {
    **dict.fromkeys(("English", "French"), (100, ROUNDED + ANOTHER_TEXT)),
    **dict.fromkeys(("Greek", "Russian", "Arabic", "Hebrew"), (60, ROUNDED + ANOTHER_TEXT)),
    "Hindi": (40, ROUNDED + ANOTHER_TEXT),
    **dict.fromkeys(("Korean", "Chinese"), (75, ROUNDED + ANOTHER_TEXT)),
    # A third is the least for letters of three bytes; a word to a line, as in the text of the document, is the most.
    "Thai": (40, 7.5),
    # From what is printed to Han and kana in turn, of which a pair takes 2 bytes and 3, of six in UTF-8: 5/6.
    "Japanese": (71, 12.5),
}


@pytest.mark.parametrize("title", WITHIN)
def test_bocu_1_takes_what_uts_40_prints_as_far_as_texts_can_be_compared(title):
    middle, tolerance = WITHIN[title]
    claim = next(claim for claim in read_claims(texts.FOLDER) if claim.section == "UTS #40, 6")
    percent = {each.title: each.percent for each in measured(claim, page_sizes(), beside())}

    assert percent.keys() == WITHIN.keys()
    assert abs(percent[title] - middle) <= tolerance


def test_kim_is_as_compact_as_the_page_says():
    """Nothing is larger than in UTF-8; four texts are as large, three a little smaller, and seven smaller by more."""
    claim = next(claim for claim in read_claims(texts.FOLDER) if claim.encoding == "kim")
    percent = {each.title: each.percent for each in measured(claim, page_sizes(), beside())}

    assert [title for title in percent if percent[title] == 100] == ["Russian", "Arabic", "Hebrew", "Korean"]
    assert [title for title in percent if 99 < percent[title] < 100] == ["English", "French", "Greek"]
    assert [title for title in percent if percent[title] > 100] == []
    assert len(percent) == 14
