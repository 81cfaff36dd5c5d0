"""What the supervisor of a worker says."""

from __future__ import annotations

import pytest

from encoding_conformance.core.identity import LawId
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Crash
from encoding_conformance.fuzz.finding import FindingKind, bucket_of
from encoding_conformance.fuzz.supervisor import PutAside

KEY = bucket_of(FindingKind.CRASH, "answers", Decode("ascii", b"A"), Crash("x"), "x", ())


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (b"A", "inputs with 41 in them"),
        (b"A" * 70_000, "inputs with 41*70000 in them"),
        (bytes(range(40)), "inputs with 00 01 02 03 04 05 06 07 08 09 …1E 1F 20 21 22 23 24 25 26 27 in them"),
        (LawId("layout", "a-law"), "the law layout#a-law"),
        (None, "ascii"),
    ],
)
def test_what_is_put_aside_is_told_on_a_short_line(what: LawId | bytes | None, told: str) -> None:
    assert str(PutAside(KEY, what)) == f"{KEY} keeps ending its process; asked no more: {told}"
