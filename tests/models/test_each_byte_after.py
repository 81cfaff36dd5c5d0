"""What each byte after a head means, which models may find faster than string by string."""

from __future__ import annotations

import pytest
from project import suite

from encoding_conformance.models import model_of

HEADS = [
    "",
    "00",
    "41",
    "80",
    "C3",
    "D8",
    "ED",
    "FF",
    "41 80",
    "80 80",
    "83 B0",
    "C3 FF",
    "ED A0",
    "ED A0 BD ED B1",
    "E0 80",
    "F4 8F",
    "FF FF",
    "D8 00 DC",
]


@pytest.mark.parametrize("id", list(suite().encodings))
def test_each_byte_after_a_head_means_what_the_whole_string_means(id: str) -> None:
    model = model_of(suite().encodings[id])
    for head in map(bytes.fromhex, HEADS):
        assert model.decode_each(head) == [model.decode(head + bytes([last])) for last in range(0x100)]
