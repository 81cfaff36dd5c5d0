"""A text after its count, whatever form the tables of the count have."""

from __future__ import annotations

from dataclasses import replace

import pytest
from project import suite

from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.models import model_of
from encoding_conformance.models.counted import Counted


@pytest.mark.parametrize("count, head", [("kim-count", "02"), ("iso-8859-1", "02"), ("utf-16-be", "0002"), ("bocu-1", "02")])
def test_the_count_may_have_any_form(count: str, head: str) -> None:
    model = model_of(replace(suite().encodings["kim-text"], tables=Counted(suite().encodings[count], suite().encodings["kim"])))

    assert model.encode((0x41, 0x42)) == (Encoded(bytes.fromhex(head) + b"AB"),)
    assert model.decode(bytes.fromhex(head) + b"AB")[0] == Decoded((0x41, 0x42))
    assert model.decode(b"") == (Rejection(None, "truncated"),)


def test_more_items_than_the_count_can_hold_are_rejected() -> None:
    model = model_of(replace(suite().encodings["kim-text"], tables=Counted(suite().encodings["ascii"], suite().encodings["kim"])))

    assert model.encode((0x41,) * 0x7F) == (Encoded(b"\x7f" + b"A" * 0x7F),)
    assert model.encode((0x41,) * 0x80) == (Rejection(None, "out-of-range"),)
