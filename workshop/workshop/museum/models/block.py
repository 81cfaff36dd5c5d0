"""Codecs that read or write blocks of bytes, and are wrong at one offset in a block."""

from __future__ import annotations

from collections.abc import Sequence

from reference_codecs import CODECS, Rejection
from workshop.museum.tools import (
    HIGH,
    LOW,
    REPLACEMENT,
    SURROGATES,
    TRAIL,
    Given,
    decoding,
    encoding_with,
    excusing,
    is_lead,
    one_each,
    stepping,
)
from workshop.museum.units import number

CARRY = 128
BLOCK = 64
VECTOR, TAIL = 64, 32
"""The bytes of a SIMD vector, and how many bytes must follow it before vectors are used at all."""

FILE_BLOCK = 131076
CHUNK = 8192
"""The code units after which an array is flushed."""

BUFFER = 4000
"""The number of Java characters that one read returns."""

LANES = 8
"""The units that a vector holds."""


def lead_before_ascii(data: bytes, fault: Rejection) -> Given:
    """A block that is all ASCII is skipped before the carry of an unfinished character is checked."""
    after = data[fault.end : fault.end + CARRY]
    is_carried = is_lead(data[fault.start]) and fault.end % CARRY == 0
    return ([], fault.end) if is_carried and len(after) == CARRY and after.isascii() else None


def last_of_64(data: bytes, fault: Rejection) -> Given:
    """The test for bytes above F4 compares each byte with the one before it, and loses the last byte of the last block."""
    is_last = fault.start % BLOCK == BLOCK - 1 and fault.end == len(data)
    return ([], fault.end) if is_last and data[fault.start] >= 0xF8 else None


def trail_after_ascii(data: bytes, fault: Rejection) -> Given:
    """A vector that is all ASCII is passed without a check of the byte after it, which belongs to the vector's checks."""
    at = fault.start
    before = data[at - VECTOR : at] if at >= VECTOR else b""
    is_first = at % VECTOR == 0 and data[at] in TRAIL
    return ([], at + 1) if is_first and len(before) == VECTOR and before.isascii() and len(data) - at >= TAIL else None


def lead_ends_block(data: bytes, fault: Rejection) -> Given:
    """A lead byte of Latin-1 at the end of a block of 64 is left for the next block, and is lost if there is none."""
    is_last = fault.start % BLOCK == BLOCK - 1 and fault.start + 1 == len(data)
    return ([], fault.end) if is_last and data[fault.start] in (0xC2, 0xC3) else None


def file_in_blocks(data: bytes) -> list[int]:
    """A file is read in blocks, and a character that crosses the end of one is not joined."""
    values = CODECS["utf-8"].decode(data)
    for end in range(FILE_BLOCK, len(data), FILE_BLOCK):
        if data[end] in TRAIL:
            start = max(at for at in range(end - 3, end) if data[at] not in TRAIL)
            raise Rejection("truncated", data[start:end], start)
    return values


def eighty_at_the_end(data: bytes) -> list[int]:
    """The fast path for ASCII lets 80 through in the last byte of a block of sixteen, and gives its number."""
    values = CODECS["cp437"].decode(data)
    for at in range(15, len(data), 16):
        if data[at] == 0x80 and data[at - 15 : at].isascii():
            values[at] = 0x80
    return values


def after_24(values: Sequence[int]) -> bytes:
    """A surrogate right after whole vectors of ASCII is not replaced but cut to a byte."""
    encoded = bytearray(value if value < 0x80 else ord("?") for value in values)
    for at in range(24, len(values), 24):
        if values[at] in SURROGATES and max(values[:at]) < 0x80:
            encoded[at] = values[at] & 0x7F
    return bytes(encoded)


def in_blocks(data: bytes, at: int) -> Given:
    """A text is converted in separate blocks of 64 units, and a pair that crosses the end of one is broken."""
    if at // 2 % BLOCK != BLOCK - 1 or at + 4 > len(data):
        return None
    first, second = (number("utf-16-le", data[start : start + 2]) for start in (at, at + 2))
    return ([REPLACEMENT] * 2, at + 4) if first in HIGH and second in LOW else None


def with_stale_unit(values: Sequence[int]) -> bytes:
    """A full array is flushed as a whole. An array that ends inside a pair grows by a unit, which then stays in it."""
    sound = CODECS["utf-16-le"].encode(values)
    units = [sound[at : at + 2] for at in range(0, len(sound), 2)]
    written, array, filled, at = b"", [b""] * CHUNK, 0, 0
    while at < len(units):
        size = 2 if units[at][1] in range(0xD8, 0xDC) else 1
        array[filled : filled + size] = units[at : at + size]
        filled, at = filled + size, at + size
        if filled >= CHUNK:
            written += b"".join(array)
            filled = 0
    return written + b"".join(array[:filled])


def split_pairs(data: bytes) -> list[int]:
    """If a pair lies in two reads, the low sixteen bits of the code point minus 10000 replace the second half. If they are 0,
    nothing seems to be pending."""
    decoded: list[int] = []
    units = 0
    for value in CODECS["utf-32-be"].decode(data):
        if value >= 0x10000 and units % BUFFER == BUFFER - 1:
            beyond = value - 0x10000
            characters = [0xD800 + (beyond >> 10), *filter(None, [beyond & 0xFFFF])]
            units += len(characters)
        else:
            characters = [value]
            units += 2 if value >= 0x10000 else 1
        decoded += characters
    return decoded


def signed_lanes(data: bytes, at: int) -> Given:
    """In a whole vector, units are compared as signed integers, so that units from 80000000 on are negative and become ASCII."""
    in_vector = at // (4 * LANES) < len(data) // (4 * LANES)
    return ([data[at]], at + 4) if in_vector and data[at + 3] >= 0x80 and data[at] < 0x80 else None


def no_trail_is_ascii(data: bytes) -> list[int]:
    """A block without trail bytes counts as ASCII, even if it ends in a lead byte. In the first such block, the bytes become
    values, and nothing can be read after it."""
    values = CODECS["utf-8"].decode(data)
    start = next((at for at, byte in enumerate(data) if byte >= 0x80), len(data)) // BLOCK * BLOCK
    block = data[start : start + BLOCK]
    is_taken = len(block) == BLOCK and not any(byte in TRAIL for byte in block)
    return list(data[: start + BLOCK]) if is_taken and not block.isascii() else values


MODELS = {
    "bytestring-575": lambda: excusing("utf-8", lead_before_ascii),
    "simdjson-1169": lambda: excusing("utf-8", last_of_64),
    "simdutf-381": lambda: excusing("utf-8", trail_after_ascii),
    "simdutf-454": lambda: excusing("utf-8", lead_ends_block),
    "notepad-plus-plus-8966": lambda: decoding("utf-8", file_in_blocks),
    "chromium-468458388": lambda: decoding("cp437", eighty_at_the_end),
    "openj9-5208": lambda: encoding_with("ascii", after_24),
    "dotnet-avro-373": lambda: stepping("utf-16-le", in_blocks, one_each("utf-16-le")),
    "protobufjs-1486": lambda: encoding_with("utf-16-le", with_stale_unit),
    "jackson-core-1713": lambda: decoding("utf-32-be", split_pairs),
    "simdutf-453": lambda: stepping("utf-32-le", signed_lanes),
    "simdutf-111": lambda: decoding("utf-8", no_trail_is_ascii),
}
