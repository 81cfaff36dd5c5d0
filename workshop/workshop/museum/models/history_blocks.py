"""Decoders of UTF-8 that read blocks of bytes, and conversions that write the wrong units."""

from __future__ import annotations

from collections.abc import Sequence

from reference_codecs import CODECS, Rejection
from workshop.museum.tools import Whole, decoding, encoding_with, excusing, subpart_end

CARRY = 128
BLOCK = 64
VECTOR, TAIL = 64, 32
"""The bytes of a vector, and how many must be behind it so that vectors are used at all."""


def lead_before_ascii(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A block that is all ASCII is skipped before the carry of an unfinished character is looked at."""
    behind = data[fault.end : fault.end + CARRY]
    is_carried = data[fault.start] in range(0xC2, 0xF5) and fault.end % CARRY == 0
    return ([], fault.end) if is_carried and len(behind) == CARRY and behind.isascii() else None


def last_of_64(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The test for bytes above F4 compares each byte with the one before it, and loses the last byte of the last block."""
    is_last = fault.start % BLOCK == BLOCK - 1 and fault.end == len(data)
    return ([], fault.end) if is_last and data[fault.start] >= 0xF8 else None


def trail_behind_ascii(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A vector that is all ASCII is passed without a look at the byte behind it, which the vector should check as well."""
    at = fault.start
    before = data[at - VECTOR : at] if at >= VECTOR else b""
    is_first = at % VECTOR == 0 and data[at] in range(0x80, 0xC0)
    return ([], at + 1) if is_first and len(before) == VECTOR and before.isascii() and len(data) - at >= TAIL else None


def no_trail_is_ascii(data: bytes) -> list[int]:
    """A block without trail bytes counts as ASCII, and so does one that ends in a lead byte. Where that comes first, the bytes of
    the block become values, and nothing can be read behind it."""
    values = CODECS["utf-8"].decode(data)
    ascii_bytes = next((at for at, byte in enumerate(data) if byte >= 0x80), len(data))
    start = ascii_bytes // BLOCK * BLOCK
    block = data[start : start + BLOCK]
    is_taken = len(block) == BLOCK and not any(0x80 <= byte <= 0xBF for byte in block)
    return list(data[: start + BLOCK]) if is_taken and not block.isascii() else values


def ascii_behind_three(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Four bytes are read as a number, from which the test for surrogates subtracts 200D where it lies. The borrow reaches the
    highest bit if all below it are less, and then the fourth byte is taken for ASCII, as which it is read."""
    first, second, third = data[fault.start - 3 : fault.start] if fault.start >= 3 else (0, 0, 0)
    is_three = subpart_end(data, max(fault.start - 3, 0)) == fault.start and first in range(0xE0, 0xF0)
    borrows = data[fault.start] == 0x80 and third == 0x80 and (second & 0x3F) << 8 | first & 0x0F < 0x200D
    return ([0x80], fault.start + 1) if is_three and borrows else None


def count_of_low_surrogate(values: Sequence[int]) -> bytes:
    """The count of bytes is made before they are written. It takes a lone low surrogate that begins a vector of eight units for
    three bytes, with only ASCII before it, where one question mark is written. The two bytes that are left stay zero."""
    known = [value if value <= 0x10FFFF and not 0xD800 <= value <= 0xDFFF else 0x3F for value in values]
    encoded = CODECS["utf-8"].encode(known)
    at = next((index for index, value in enumerate(values) if value >= 0x80), len(values))
    units = sum(1 + (value > 0xFFFF) for value in values[at:])
    is_low = at < len(values) and 0xDC00 <= values[at] <= 0xDFFF
    return encoded + b"\0\0" if is_low and units >= 8 else encoded


def other_byte_order(data: bytes) -> list[int]:
    """Input that is checked in one byte order is read in the other, unit by unit."""
    CODECS["utf-16-le"].decode(data)
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]


def latin_1_after(calls: int) -> Whole:
    """After so many calls, a fast path takes the bytes of texts in Latin-1 for UTF-8 and copies them."""
    count = 0

    def encode(values: Sequence[int]) -> bytes:
        nonlocal count
        count += 1
        return bytes(values) if count > calls and max(values, default=0x100) < 0x100 else CODECS["utf-8"].encode(values)

    return encoding_with("utf-8", encode)


def eighty_at_the_end(data: bytes) -> list[int]:
    """The fast path for ASCII lets 80 through in the last byte of a block of sixteen, and gives its number."""
    values = CODECS["cp437"].decode(data)
    for at in range(15, len(data), 16):
        if data[at] == 0x80 and data[at - 15 : at].isascii():
            values[at] = 0x80
    return values


MODELS = {
    "bytestring-575": lambda: excusing("utf-8", lead_before_ascii),
    "simdjson-1169": lambda: excusing("utf-8", last_of_64),
    "simdutf-458": lambda: excusing("utf-8", last_of_64),
    "simdutf-381": lambda: excusing("utf-8", trail_behind_ascii),
    "simdutf-111": lambda: decoding("utf-8", no_trail_is_ascii),
    "simdutf-229": lambda: decoding("utf-16-le", other_byte_order),
    "coreclr-24235": lambda: excusing("utf-8", ascii_behind_three),
    "coreclr-24286": lambda: encoding_with("utf-8", count_of_low_surrogate),
    "node-54521": lambda: latin_1_after(1200),
    "node-54738": lambda: latin_1_after(16000),
    "chromium-468458388": lambda: decoding("cp437", eighty_at_the_end),
}
