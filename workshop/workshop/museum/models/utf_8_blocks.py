"""Decoders of UTF-8 that read blocks of bytes."""

from __future__ import annotations

from reference_codecs import Rejection
from workshop.museum.tools import excusing

CARRY = 128


def lead_before_ascii(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A block that is all ASCII is skipped before the carry of an unfinished character is looked at."""
    behind = data[fault.end : fault.end + CARRY]
    is_carried = data[fault.start] in range(0xC2, 0xF5) and fault.end % CARRY == 0
    return ([], fault.end) if is_carried and len(behind) == CARRY and behind.isascii() else None


def last_of_64(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The test for bytes above F4 compares each byte with the one before it, and loses the last byte of the last block."""
    return ([], fault.end) if fault.start % 64 == 63 and fault.end == len(data) and data[fault.start] >= 0xF8 else None


MODELS = {
    "bytestring-575": lambda: excusing("utf-8", lead_before_ascii),
    "simdjson-1169": lambda: excusing("utf-8", last_of_64),
}
