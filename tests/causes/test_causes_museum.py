"""Models of real bugs, each of which is told as one cause."""

from __future__ import annotations

import pytest
from diagnosed import diagnosed
from test_causes_titles import without_counts

from workshop.museum.entry import entries
from workshop.museum.models import models


@pytest.mark.parametrize(
    ("id", "title"),
    [
        ("aeson-476", "decode refuses a value whose code ends with DC00 or DFFF"),
        ("boost-locale-50", "decode accepts input that ends inside a value, in 2 bytes"),
        ("ion-java-105", "decode accepts a surrogate"),
        ("json-voorhees-207-overlong", "decode accepts a longer form than needed"),
        ("libuv-4609", "encode writes a longer form than needed for a value of 1001..FFFF"),
        ("meziantou-2262", "decode reads in the other byte order behind a mark at the beginning"),
    ],
)
def test_a_real_bug_is_one_cause(id: str, title: str) -> None:
    assert [without_counts(cause) for cause in diagnosed(entries()[id].encoding, models()[id]())] == [title]


def test_of_two_encodings_that_explain_a_decoder_the_one_that_explains_more_is_told() -> None:
    told = [without_counts(cause) for cause in diagnosed("ascii", models()["golang-29535"]())]
    assert told == ["decode does as in cp1252, not as in ascii"]
