"""Mistakes that show only at a place in a block."""

from __future__ import annotations

from diagnosed import WRONG, diagnosed
from test_causes_adapter import Wrapped

from encoding_conformance.core.identity import check_id
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.verdict import Verdict
from workshop.composed.codec import IllFormed


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
    assert cause.title.startswith("decode accepts a byte that cannot begin a value at the end of a block of 16 ")
    assert cause.requirement == "utf-8/no-other-lead"
