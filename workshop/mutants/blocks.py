"""Mutants that read blocks of bytes, and are wrong at one offset in them, as fast decoders were."""

from __future__ import annotations

from collections.abc import Sequence

from mutants.general import forgiving
from mutants.methods import Decode, Encode, FaultyDecode
from mutants.mutant import Planted
from mutants.planting import altered
from reference_codecs import CODECS, Rejection

SIZES = (16, 64, 4096)
ANY_LENGTH = "common/any-length"


def unfinished_before_plain_block(size: int) -> FaultyDecode:
    """Drops an unfinished value at the end of a block if the next block is plain ASCII (haskell/bytestring 575)."""

    def decode_blocks(decode: Decode, data: bytes) -> list[int]:
        try:
            return decode(data)
        except Rejection as rejection:
            end = (rejection.start // size + 1) * size
            if (
                len(data) < end + size
                or max(data[end : end + size]) >= 0x80
                or not is_unfinished(decode, data[rejection.start : end])
            ):
                raise
            return decode(data[: rejection.start]) + continued(decode, data, end)

    return decode_blocks


def is_unfinished(decode: Decode, data: bytes) -> bool:
    try:
        decode(data)
    except Rejection as rejection:
        return rejection.reason == "truncated" and rejection.start == 0
    return False


def continued(decode: Decode, data: bytes, start: int) -> list[int]:
    """Decodes the input from an offset on."""
    try:
        return decode(data[start:])
    except Rejection as rejection:
        raise rejection.moved_by(start) from None


def last_unit_of_block_taken(size: int) -> FaultyDecode:
    """Accepts a surrogate in the last code unit of a block without checking the next one."""

    def decode_blocks(decode: Decode, data: bytes) -> list[int]:
        try:
            return decode(data)
        except Rejection as rejection:
            unit = data[rejection.start : rejection.start + 2]
            if (rejection.start + 2) % size or len(unit) < 2:
                raise
            value = max(unit) << 8 | min(unit)
            return [*decode(data[: rejection.start]), value, *continued(decode, data, rejection.start + 2)]

    return decode_blocks


def overrun_after_block(size: int) -> FaultyDecode:
    """Writes beyond its buffer if one byte that is not ASCII follows a block of ASCII at the end (simdutf 483)."""

    def decode_block(decode: Decode, data: bytes) -> list[int]:
        if len(data) == size + 1 and max(data[:size]) < 0x80 <= data[size]:
            raise IndexError("index out of range")
        return decode(data)

    return decode_block


def trail_byte_not_looked_at(size: int, offset: int) -> FaultyDecode:
    """Reads the byte at one offset in a block as a trail byte if it follows a lead byte of three, and another block follows."""

    def decode_blocks(decode: Decode, data: bytes) -> list[int]:
        taken = bytearray(data)
        for start in range(0, len(data) - size, size):
            if start + offset and taken[start + offset - 1] in range(0xE1, 0xED):
                taken[start + offset] = 0x80 | taken[start + offset] & 0x3F
        return decode(bytes(taken))

    return decode_blocks


def trail_after_three_bytes_taken(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Accepts the byte 80 after a value of three bytes, because it reads four bytes together (dotnet/coreclr 24235)."""
    follows_three = fault.start >= 3 and data[fault.start - 3] & 0xF0 == 0xE0
    return ([0x80], fault.end) if follows_three and fault.ill_formed == b"\x80" else None


def second_of_two_overlong_taken(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Reads values of two bytes in pairs, and checks only the first of a pair for an overlong form."""
    two = data[fault.start : fault.start + 2]
    if len(two) < 2 or two[0] not in b"\xc0\xc1" or two[1] & 0xC0 != 0x80:
        return None
    first = fault.start
    while first > 1 and data[first - 2] & 0xE0 == 0xC0:
        first -= 2
    is_second = (fault.start - first) // 2 % 2 == 1
    return ([(two[0] & 0x1F) << 6 | two[1] & 0x3F], fault.start + 2) if is_second else None


def vector_with_signs(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Compares the 16 values of a whole vector with 10FFFF as signed integers."""
    value = int.from_bytes(data[fault.start : fault.start + 4], "little")
    in_vector = fault.start // 64 * 64 + 64 <= len(data)
    return ([value], fault.end) if in_vector and value >> 31 else None


LENGTHS = (2, 1, 3, 3, 4, 2)
"""The lengths of six values whose row of the table is wrong."""


def row_of_a_table_wrong(decode: Decode, data: bytes) -> list[int]:
    """Reads six values at a time by a table with a row for each sequence of lengths, and exchanges two values of one row."""
    values = decode(data)
    for start in range(0, len(values) - len(LENGTHS) - 4, len(LENGTHS)):
        six = values[start : start + len(LENGTHS)]
        if tuple(len(CODECS["utf-8"].encode([value])) for value in six) == LENGTHS:
            values[start + 2 : start + 4] = six[3], six[2]
    return values


def surrogate_taken_in_run_of_three(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Accepts a surrogate between two blocks of three-byte values, which a fast path for three bytes does not check."""
    before, after = data[max(fault.start - 15, 0) : fault.start : 3], data[fault.start + 3 : fault.start + 18 : 3]
    in_run = len(before) == len(after) == 5 and all(byte & 0xF0 == 0xE0 for byte in before + after)
    return ([0xD800], fault.start + 3) if in_run and fault.reason == "surrogate" else None


def overlong_taken_in_run_of_two(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Accepts C0 and the next byte after a block of two-byte values, which a fast path for two bytes does not check."""
    before = data[max(fault.start - 14, 0) : fault.start : 2]
    in_run = len(before) == 7 and all(byte & 0xE0 == 0xC0 for byte in before) and len(data) > fault.start + 16
    return ([0], fault.start + 2) if in_run and data[fault.start] == 0xC0 else None


def leads_in_a_row_taken(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Accepts three lead bytes of four bytes in a row, because it reads one at a time and drops the previous one."""
    three = data[fault.start : fault.start + 3]
    return ([0x40000], fault.start + 3) if len(three) == 3 and all(0xF1 <= byte <= 0xF3 for byte in three) else None


def pair_at_the_end_of_a_buffer(encode: Encode, values: Sequence[int]) -> bytes:
    """Writes zeros for the low surrogate of a pair if only the high one fits into a buffer of 64, 128, 256 or more code units."""
    encoded = bytearray(encode(values))
    capacity = 128
    while capacity < len(encoded):
        if encoded[capacity - 2] & 0xFC == 0xD8:
            encoded[capacity : capacity + 2] = b"\0\0"
        capacity *= 2
    return bytes(encoded)


def _unfinished(id: str) -> dict[str, Planted]:
    return {
        f"unfinished-forgotten-before-plain-block-of-{size}": Planted(
            altered(id, decode=unfinished_before_plain_block(size)), ANY_LENGTH
        )
        for size in SIZES
    }


def _last_unit_taken(id: str) -> dict[str, Planted]:
    return {
        f"last-unit-of-{size}-taken": Planted(altered(id, decode=last_unit_of_block_taken(size)), "utf-16/unpaired-surrogates")
        for size in SIZES
    }


MUTANTS = {
    "utf-8": {
        **_unfinished("utf-8"),
        "overrun-behind-64": Planted(altered("utf-8", decode=overrun_after_block(64)), ANY_LENGTH),
        "trail-byte-not-looked-at-at-13-of-16": Planted(
            altered("utf-8", decode=trail_byte_not_looked_at(16, 13)), "utf-8/trail-bytes"
        ),
        "trail-byte-not-looked-at-at-0-of-256": Planted(
            altered("utf-8", decode=trail_byte_not_looked_at(256, 0)), "utf-8/trail-bytes"
        ),
        "trail-byte-taken-after-three-bytes": Planted(
            altered("utf-8", decode=forgiving(trail_after_three_bytes_taken)), "utf-8/trail-byte-not-first"
        ),
        "row-of-a-table-wrong": Planted(altered("utf-8", decode=row_of_a_table_wrong), "common/map-both-ways"),
        "surrogate-taken-in-run-of-three": Planted(
            altered("utf-8", decode=forgiving(surrogate_taken_in_run_of_three)), "utf-8/surrogates"
        ),
        "overlong-taken-in-run-of-two": Planted(
            altered("utf-8", decode=forgiving(overlong_taken_in_run_of_two)), "utf-8/shortest-form"
        ),
        "leads-in-a-row-taken": Planted(altered("utf-8", decode=forgiving(leads_in_a_row_taken)), "utf-8/trail-bytes"),
        "second-of-two-overlong-taken": Planted(
            altered("utf-8", decode=forgiving(second_of_two_overlong_taken)), "utf-8/shortest-form"
        ),
    },
    "utf-8-31bit": _unfinished("utf-8-31bit"),
    "utf-32-le": {
        "large-value-taken-in-a-vector": Planted(altered("utf-32-le", decode=forgiving(vector_with_signs)), ANY_LENGTH)
    },
    "utf-16-be": {
        **_last_unit_taken("utf-16-be"),
        "pair-cut-at-the-end-of-a-buffer": Planted(altered("utf-16-be", encode=pair_at_the_end_of_a_buffer), ANY_LENGTH),
    },
    "utf-16-le": _last_unit_taken("utf-16-le"),
}
