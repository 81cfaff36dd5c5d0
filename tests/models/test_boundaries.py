"""Boundaries have both sides of each edge, wherever the edge is found."""

from __future__ import annotations

from itertools import pairwise

import pytest
from project import suite

from encoding_conformance.models import boundaries, bytes_of

UTF_8 = (0x80, 0x800, 0x10000)
KIM = (0x80, 0x4000)
SCRIPTS = (0x3040, 0x30A0, 0x4E00, 0x9FA6, 0xAC00, 0xD7A4)
"""The values at which BOCU-1 changes its state (UTS #40, R5): the first code points inside a range and after it."""

DIFFERENCES = tuple(0x40 + first for first in (0x40, 0x2911, 0x2DD0C))
"""The first value of each row of table 1 from the initial state (UTS #40, 4.2)."""


def test_boundaries_ascend_and_have_both_sides_of_every_gap_but_no_value_that_may_be_refused() -> None:
    for encoding in suite().encodings.values():
        found, required = boundaries(encoding), encoding.values.difference(encoding.optional.values)
        assert list(found) == sorted(set(found))
        assert set(required.edges()) <= set(found)
        assert all(value in required for value in found)


@pytest.mark.parametrize(
    ("id", "firsts", "last"),
    [
        ("ascii", (), 0x7F),
        ("utf-8", (*UTF_8, 0xD800), 0x10FFFF),
        ("utf-16-be", (0xD800, 0x10000), 0x10FFFF),
        ("kim", KIM, 0x10FFFF),
        ("kim-text", KIM, 0x10FFFF),
        ("kim-count", (*(1 << power for power in (7, 14, 21, 28, 35, 63, 32, 64, 128)),), None),
        ("utf-8-31bit", (*UTF_8, 0x200000, 0x4000000), 0x7FFFFFFF),
        ("utf-inf-8", (*UTF_8, 0x200000, 0x4000000, *(1 << power for power in (31, 36, 71, 72, 4 * 33, 32, 64))), None),
        ("bocu-1", (*SCRIPTS, *DIFFERENCES), 0x10FFFF),
    ],
)
def test_both_sides_of_the_edges_that_the_specification_states_are_there(id: str, firsts: tuple[int, ...], last) -> None:
    found, surrogates = boundaries(suite().encodings[id]), range(0xD800, 0xE000) if id != "bocu-1" else ()
    assert {value for first in firsts for value in (first - 1, first) if value not in surrogates} <= set(found)
    assert found[0] == 0
    assert last in (found[-1], None)


@pytest.mark.parametrize("id", ["utf-8", "utf-16-le", "kim"])
def test_both_sides_of_every_change_of_length_are_there(id: str) -> None:
    encoding = suite().encodings[id]
    values = [value for value in range(0x12000) if value not in range(0xD800, 0xE000)]
    sizes = [len(bytes_of(encoding, (value,))) for value in values]
    changes = {pair for pair, (size, other) in zip(pairwise(values), pairwise(sizes)) if size != other}
    assert changes
    assert {value for pair in changes for value in pair} <= set(boundaries(encoding))
