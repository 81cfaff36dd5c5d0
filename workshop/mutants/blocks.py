"""Mutants that read blocks of bytes, and are wrong at one place in them, as fast decoders were."""

from __future__ import annotations

from mutants.methods import Decode, FaultyDecode
from mutants.mutant import Planted
from mutants.planting import altered
from reference_codecs import Rejection

SIZES = (16, 64, 4096)
ANY_LENGTH = "common/any-length"


def unfinished_before_plain_block(size: int) -> FaultyDecode:
    """Forgets a value that is not finished at the end of a block, if the next block is plain ASCII (haskell/bytestring 575)."""

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
    """Decodes what stands behind an offset."""
    try:
        return decode(data[start:])
    except Rejection as rejection:
        raise rejection.moved_by(start) from None


def last_unit_of_block_taken(size: int) -> FaultyDecode:
    """Takes a surrogate in the last code unit of a block without looking at the next one."""

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


def overrun_behind_block(size: int) -> FaultyDecode:
    """Writes beyond its buffer if one byte that is not ASCII follows a block of ASCII at the end (simdutf 483)."""

    def decode_block(decode: Decode, data: bytes) -> list[int]:
        if len(data) == size + 1 and max(data[:size]) < 0x80 <= data[size]:
            raise IndexError("index out of range")
        return decode(data)

    return decode_block


def trail_byte_not_looked_at(size: int, place: int) -> FaultyDecode:
    """Reads the byte at one place of a block as a trail byte if it follows a lead byte of three, and another block follows."""

    def decode_blocks(decode: Decode, data: bytes) -> list[int]:
        taken = bytearray(data)
        for start in range(0, len(data) - size, size):
            if start + place and taken[start + place - 1] in range(0xE1, 0xED):
                taken[start + place] = 0x80 | taken[start + place] & 0x3F
        return decode(bytes(taken))

    return decode_blocks


def _unfinished(id: str) -> dict[str, Planted]:
    return {
        f"unfinished-forgotten-before-plain-block-of-{size}": Planted(
            altered(id, decode=unfinished_before_plain_block(size)), ANY_LENGTH
        )
        for size in SIZES
    }


MUTANTS = {
    "utf-8": {
        **_unfinished("utf-8"),
        "overrun-behind-64": Planted(altered("utf-8", decode=overrun_behind_block(64)), ANY_LENGTH),
        "trail-byte-not-looked-at-at-13-of-16": Planted(
            altered("utf-8", decode=trail_byte_not_looked_at(16, 13)), "utf-8/trail-bytes"
        ),
        "trail-byte-not-looked-at-at-0-of-256": Planted(
            altered("utf-8", decode=trail_byte_not_looked_at(256, 0)), "utf-8/trail-bytes"
        ),
    },
    "utf-8-31bit": _unfinished("utf-8-31bit"),
    "kim": _unfinished("kim"),
    **{
        id: {
            f"last-unit-of-{size}-taken": Planted(
                altered(id, decode=last_unit_of_block_taken(size)), "utf-16/unpaired-surrogates"
            )
            for size in SIZES
        }
        for id in ("utf-16-be", "utf-16-le")
    },
}
