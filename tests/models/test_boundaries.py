"""Boundaries have both sides of each edge, wherever the edge is found."""

from __future__ import annotations

import pytest
from project import suite

from encoding_conformance.models import boundaries
from reference_codecs import CODECS

SCRIPTS = (0x3040, 0x30A0, 0x4E00, 0x9FA6, 0xAC00, 0xD7A4)
"""The values at which BOCU-1 changes its state (UTS #40, R5): the first code points inside a range and after it."""

INITIAL = 0x40
DIFFERENCES = (0x40, 0x2911, 0x2DD0C)
"""The first of each row of table 1 (UTS #40, 4.2)."""


def both_sides(firsts) -> set[int]:
    """Both neighbours of each edge, which is given by the first value after it."""
    return {value for first in firsts for value in (first - 1, first) if value >= 0}


@pytest.mark.parametrize("id", CODECS)
def test_boundaries_rise_and_are_values_that_must_be_taken(id: str) -> None:
    encoding = suite().encodings[id]
    found = boundaries(encoding)

    assert list(found) == sorted(set(found))
    assert all(value in encoding.values and value not in encoding.optional.values for value in found)


@pytest.mark.parametrize("id", CODECS)
def test_both_sides_of_every_gap_are_there(id: str) -> None:
    encoding = suite().encodings[id]
    required = encoding.values.difference(encoding.optional.values)

    assert set(required.edges()) <= set(boundaries(encoding))


@pytest.mark.parametrize("id", ["utf-8", "utf-16-be", "utf-16-le", "kim", "utf-8-31bit", "utf-inf-8"])
def test_both_sides_of_every_change_of_length_are_there(id: str) -> None:
    encoding, encode = suite().encodings[id], CODECS[id].encode
    values = [value for value in range(0x12000) if value not in range(0xD800, 0xE000)]
    sizes = [len(encode([value])) for value in values]
    changes = {
        value
        for place in range(1, len(values))
        if sizes[place] != sizes[place - 1]
        for value in (values[place - 1], values[place])
    }

    assert changes
    assert changes <= set(boundaries(encoding))


@pytest.mark.parametrize(
    ("id", "firsts"),
    [
        ("utf-8", (0x80, 0x800, 0xD800, 0x10000)),
        ("utf-16-be", (0xD800, 0x10000)),
        ("kim", (0x80, 0x4000)),
        ("kim-text", (0x80, 0x4000)),
        ("kim-count", (1 << 7, 1 << 14, 1 << 21, 1 << 28, 1 << 35, 1 << 63, 1 << 32, 1 << 64, 1 << 128)),
        ("utf-8-31bit", (0x80, 0x800, 0x10000, 0x200000, 0x4000000)),
        (
            "utf-inf-8",
            (
                0x80,
                0x800,
                0x10000,
                0x200000,
                0x4000000,
                1 << 31,
                1 << 36,
                1 << 71,
                1 << 72,
                1 << 4 * 33,
                1 << 32,
                1 << 64,
            ),
        ),
    ],
)
def test_both_sides_of_the_edges_that_the_specification_states(id: str, firsts: tuple[int, ...]) -> None:
    assert both_sides(firsts) - set(range(0xD800, 0xE000)) <= set(boundaries(suite().encodings[id]))


@pytest.mark.parametrize(
    ("id", "last"),
    [
        ("ascii", 0x7F),
        ("utf-8", 0x10FFFF),
        ("utf-8-31bit", 0x7FFFFFFF),
        ("bocu-1", 0x10FFFF),
        ("kim-text", 0x10FFFF),
    ],
)
def test_the_first_and_the_last_value_are_there(id: str, last: int) -> None:
    found = boundaries(suite().encodings[id])

    assert (found[0], found[-1]) == (0, last)


def test_of_bocu_1_the_edges_of_scripts_are_there() -> None:
    assert both_sides(SCRIPTS) <= set(boundaries(suite().encodings["bocu-1"]))


def test_of_bocu_1_the_edges_of_differences_from_the_initial_state_are_there() -> None:
    firsts = [INITIAL + first for first in DIFFERENCES]

    assert both_sides(firsts) <= set(boundaries(suite().encodings["bocu-1"]))
