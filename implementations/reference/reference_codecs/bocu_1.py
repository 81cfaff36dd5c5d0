"""BOCU-1: the difference of each code point from the one before (UTS #40).

R1 to R5 are its encoding rules and RD1 to RD6 its decoding rules; a number alone is a section.
"""

from dataclasses import dataclass
from functools import cached_property

from reference_codecs.code_points import LAST_CODE_POINT
from reference_codecs.codec import Codec
from reference_codecs.rejection import Rejection

C0 = range(0x00, 0x20)
SPACE = 0x20
RESET = 0xFF

BLOCK, MIDDLE = 0x80, 0x40  # a 128-block, and the middle of it
INITIAL_PREV = 0x40  # R1, RD1

ILLEGAL_TRAILS = [0x00, *range(0x07, 0x10), 0x1A, 0x1B, 0x20]  # 4.3, after Table 4
BASE = 256 - len(ILLEGAL_TRAILS)
assert BASE == 256 - 13 == 243


@dataclass(frozen=True)
class Row:
    """A row of Table 1, for encoding, and of Table 3, for decoding. The two tables agree."""

    first_difference: int
    last_difference: int
    first_lead: int
    last_lead: int
    trails: int
    base_lead: int
    offset: int

    @cached_property
    def multipliers(self) -> list[int]:
        """The weights of the trail bytes, from the first to the last."""
        return [BASE**power for power in reversed(range(self.trails))]


TABLE_1_AND_3 = [
    #      Diff. value       Lead byte   Trail  Base  Diff.
    #                                    bytes  lead  offset
    Row(+0x2DD0C, +0x10FFFF, 0xFE, 0xFE, 3,     0xFE, +0x2DD0C),
    Row( +0x2911,  +0x2DD0B, 0xFB, 0xFD, 2,     0xFB,  +0x2911),
    Row(   +0x40,   +0x2910, 0xD0, 0xFA, 1,     0xD0,    +0x40),
    Row(   -0x40,     +0x3F, 0x50, 0xCF, 0,     0x90,     0x00),
    Row( -0x2911,     -0x41, 0x25, 0x4F, 1,     0x50,    -0x40),
    Row(-0x2DD0C,   -0x2912, 0x22, 0x24, 2,     0x25,  -0x2911),
    Row(-0x10FFFF, -0x2DD0D, 0x21, 0x21, 3,     0x22, -0x2DD0C),
]
SINGLE = next(row for row in TABLE_1_AND_3 if not row.trails)  # R4.1, RD4
LONGER = [row for row in TABLE_1_AND_3 if row.trails]
ROW_OF_LEAD = {lead: row for row in LONGER for lead in range(row.first_lead, row.last_lead + 1)}

TABLE_2_AND_4 = [
    # Remainder   Add   Trail byte value
    (0x14, 0xF2, 0x0D),  # 21..FF
    (0x10, 0x13, 0x0C),  # 1C..1F
    (0x06, 0x0F, 0x0A),  # 10..19
    (0x00, 0x05, 0x01),  # 01..06
]
TRAIL_OF_REMAINDER = {t: t + add for first, last, add in TABLE_2_AND_4 for t in range(first, last + 1)}
REMAINDER_OF_TRAIL = {trail: t for t, trail in TRAIL_OF_REMAINDER.items()}

LARGE_SCRIPTS = [
    (0x3040, 0x309F, 0x3070),  # Hiragana
    (0x4E00, 0x9FA5, 0x7711),  # Unihan
    (0xAC00, 0xD7A3, 0xC1D1),  # Hangul syllables
]


def adjusted(c: int) -> int:
    """R5: prev after the code point c."""
    for first, last, prev in LARGE_SCRIPTS:
        if first <= c <= last:
            return prev
    return c // BLOCK * BLOCK + MIDDLE


def row_of(diff: int) -> Row:
    """The row of Table 1 that has this difference, which takes more than one byte."""
    for row in LONGER:
        if row.first_difference <= diff <= row.last_difference:
            return row
    raise AssertionError(f"no code points differ by {diff}")


def encoded_difference(diff: int) -> bytes:
    """R4.1 to R4.6."""
    if SINGLE.first_difference <= diff <= SINGLE.last_difference:  # R4.1
        return bytes([SINGLE.base_lead + diff])
    row = row_of(diff)  # R4.2
    diff -= row.offset  # R4.3
    trails: list[int] = []
    while len(trails) < row.trails:  # R4.4
        diff, t = divmod(diff, BASE)  # Python's remainder is never negative, as the rule demands
        trails.insert(0, TRAIL_OF_REMAINDER[t])
    return bytes([row.base_lead + diff, *trails])  # R4.5, R4.6


def decoded_difference(data: bytes, position: int) -> tuple[int, int]:
    """RD4 and RD5, 1 to 5: the difference that begins at `position`, and where it ends."""
    lb = data[position]
    if SINGLE.first_lead <= lb <= SINGLE.last_lead:  # RD4
        return lb - SINGLE.base_lead, position + 1
    row = ROW_OF_LEAD[lb]
    diff = (lb - row.base_lead) * BASE**row.trails + row.offset
    first = position + 1
    end = first + row.trails
    for index, multiplier in zip(range(first, end), row.multipliers):
        if index == len(data):
            raise Rejection("truncated", data[position:], position)
        if data[index] not in REMAINDER_OF_TRAIL:
            raise Rejection("bad-trail", data[position:index], position)
        diff += REMAINDER_OF_TRAIL[data[index]] * multiplier
    return diff, end


class Bocu1(Codec[int]):
    """Code points up to U+10FFFF, including surrogates. The state is prev."""

    initial_state = INITIAL_PREV
    joiner = bytes([RESET])  # 2.4

    def encode_one(self, c: int, prev: int) -> tuple[bytes, int]:
        if c > LAST_CODE_POINT:
            raise Rejection("out-of-range", [c])
        if c in C0:  # R2
            return bytes([c]), INITIAL_PREV
        if c == SPACE:  # R3
            return bytes([c]), prev
        return encoded_difference(c - prev), adjusted(c)  # R4, R5

    def decode_one(self, data: bytes, position: int, prev: int) -> tuple[tuple[int, ...], int, int]:
        lb, after_lb = data[position], position + 1
        if lb in C0:  # RD2
            return (lb,), after_lb, INITIAL_PREV
        if lb == SPACE:  # RD3
            return (lb,), after_lb, prev
        if lb == RESET:  # RD6 (where "0x20" is a misprint: Errata, UTS #40)
            return (), after_lb, INITIAL_PREV
        diff, end = decoded_difference(data, position)  # RD4, RD5
        c = prev + diff
        if not 0 <= c <= LAST_CODE_POINT:
            raise Rejection("out-of-range", data[position:end], position)
        return (c,), end, adjusted(c)

    def completed(self, begun: bytes) -> list[bytes]:
        trails = ROW_OF_LEAD[begun[0]].trails if begun[0] in ROW_OF_LEAD else 0
        return [begun.ljust(1 + trails, bytes([t])) for t in (min(REMAINDER_OF_TRAIL), max(REMAINDER_OF_TRAIL))]


CODECS = {"bocu-1": Bocu1()}
