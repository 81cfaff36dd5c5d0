"""Mistakes that show only at a place in a block."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from composed.plain import IllFormed
from diagnosed import WRONG, diagnosed, failure, failures, vector
from test_causes_adapter import Wrapped

from encoding_conformance.core.identity import check_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.verdict import Verdict


class InBlocks(Wrapped):
    """It forgets an ill-formed byte at the end of a block of 16 bytes, before another block."""

    def decode(self, data: bytes) -> list[int]:
        try:
            return list(super().decode(data))
        except IllFormed as fault:
            end = (fault.start or 0) + 1
            if end % 16 or data[end - 1] < 0xF8:
                raise
            return [*super().decode(data[: end - 1]), *super().decode(data[end:])]


def test_a_place_in_a_block_is_looked_for_and_told() -> None:
    data = b"A" * 15 + b"\xff" + b"A" * 16
    check = check_id("utf-8", "layout")
    failed = Verdict("my", "utf-8", check, (), *WRONG, Decode("utf-8", data), (Rejection(15, "bad-lead"),), Decoded((0x41,) * 31))
    (cause,) = diagnosed("utf-8", InBlocks("utf-8"), [failed])
    where = "at the end of a block of 16, and skips it"
    assert re.fullmatch(rf"decode accepts a byte that cannot begin a value \(F8\.\.FF\) {where} \(\d+ asked\)", cause.title)
    assert cause.requirement == "utf-8/no-other-lead"


class FromThirteen(Wrapped):
    """It reports what is ill-formed behind 13 bytes at the beginning of the input."""

    def decode(self, data: bytes) -> Sequence[int]:
        try:
            return super().decode(data)
        except IllFormed as fault:
            raise IllFormed(fault.start if fault.start < 13 else 0) from None


LONG = failure(vector("utf-8", "truncated-behind-65537"), Rejection(0))
IN_BLOCK = Verdict(
    "my",
    "utf-8",
    check_id("utf-8", "cut-value-rejected"),
    (),
    *WRONG,
    Decode("utf-8", b"A" * 14 + b"\xf0\x90\x80"),
    (Rejection(14, "truncated"),),
    Rejection(0),
)


@pytest.mark.parametrize("failed", [[LONG], [LONG, IN_BLOCK]])
def test_the_nearest_place_that_fails_is_told_whatever_failed_and_the_smallest_example(failed: list[Verdict]) -> None:
    (cause,) = diagnosed("utf-8", FromThirteen("utf-8"), failed)
    told = "decode reports the offset 0, for what is ill-formed behind 13 values ("
    assert (cause.title[: len(told)], cause.example) == (told, failed[-1])


class WithoutEdAndPlanes(Wrapped):
    """It refuses codes that begin with ED, which has no rule, and values above FFFF, which has one."""

    def decode(self, data: bytes) -> Sequence[int]:
        values = super().decode(data)
        if b"\xed" in data or any(value > 0xFFFF for value in values):
            raise ValueError
        return values


def test_a_long_input_is_of_the_mistake_whose_rule_covers_a_value_in_it() -> None:
    codec, long = WithoutEdAndPlanes("utf-8"), vector("utf-8", "one-byte-of-1f469-before-byte-4096/decode")
    planes, others = diagnosed("utf-8", codec, [*failures("utf-8", codec, 300), failure(long, Rejection(None))])
    assert planes.title.startswith("decode refuses a value above FFFF (")
    assert others.title.startswith("decode refuses a value whose code begins with ED (")
    assert long.id in planes.explains
