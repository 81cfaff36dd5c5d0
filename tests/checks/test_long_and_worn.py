"""A codec that is wrong only in a long text, or only after thousands of calls, does not pass."""

from __future__ import annotations

from typing import Any

import pytest
from project import suite
from testbench import broken_laws, inputs_of

from encoding_conformance.checks.placed import bytes_of_row, long_text
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.models import bytes_of
from mutants.context import MUTANTS

MIB = 1 << 20

WRONG = {
    "text-of-a-million-made-latin-1": ("layout", "written-as-in-the-table"),
    "text-of-a-million-not-decoded": ("layout", "written-as-in-the-table"),
    "latin-1-after-7000-equal-calls": ("no-state-leaks", "no-wear"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_law_does_not_hold(name: str) -> None:
    found = [(law.check, law.law) for _, law in (each.law for each in broken_laws("utf-8", MUTANTS["utf-8"][name].codec))]
    assert found == [WRONG[name]]


@pytest.mark.parametrize("id", list(suite().encodings))
def test_a_long_text_ends_a_little_beyond_two_mebibytes(id: str) -> None:
    pieces = long_text(suite().encodings[id], NO_LIMITS)
    data = bytes_of_row(suite().encodings[id], pieces)
    assert 2 * MIB < len(data) < 2 * MIB + 8
    assert data == bytes_of(suite().encodings[id], tuple(value for piece in pieces for value in piece))


@pytest.mark.parametrize("id", ["utf-8", "utf-16-le", "kim", "utf-inf-8"])
def test_texts_that_wear_have_a_latin_1_letter_or_codes_of_all_lengths(id: str) -> None:
    texts: list[Any] = inputs_of(id, "worn")
    assert texts[0] == (0x41, 0xE9)
    sizes = {len(bytes_of(suite().encodings[id], (value,))) for value in texts[1]}
    assert sizes == set(range(min(sizes), max(sizes) + 1, suite().encodings[id].code_unit))
