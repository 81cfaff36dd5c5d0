"""Decoders and encoders of UTF-8 that replace the wrong number of parts, or take more than the part that is ill-formed."""

from __future__ import annotations

import re
from typing import NoReturn

from mutants.methods import Excuse
from reference_codecs import CODECS, Rejection
from workshop.museum.tools import (
    REPLACEMENT,
    Whole,
    decoding,
    excusing,
    is_surrogate,
    loose,
    one_a_subpart,
    replaced,
    subpart_end,
    writing,
)

WRITTEN = CODECS["utf-8"].encode([REPLACEMENT])
BROKEN_AND_A_LEAD = re.compile(rb"[\xF0-\xF7][\0-\x7F]+[\xC0-\xFF]")


def replacing(values_for: Excuse) -> Whole:
    """Returns a decoder of UTF-8 that replaces, with values for each ill-formed part and the offset behind it."""
    return decoding("utf-8", lambda data: replaced("utf-8", data, values_for))


def unless(odd: Excuse) -> Whole:
    """Returns a decoder that replaces maximal subparts, unless `odd` says what is given instead."""
    return replacing(lambda data, fault: odd(data, fault) or one_a_subpart(data, fault))


def fifth_is_lost(data: bytes) -> list[int]:
    """Four bytes wait. If no character begins with the first of them, it is replaced, and the byte behind the four is dropped
    instead of taking the place that is free."""
    try:
        return CODECS["utf-8"].decode(data)
    except Rejection as fault:
        rest = data[fault.start + 1 :]
        return [*CODECS["utf-8"].decode(data[: fault.start]), REPLACEMENT, *fifth_is_lost(rest[:3] + rest[4:])]


def breaker_is_consumed(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The byte that breaks a character off is consumed with it."""
    end = subpart_end(data, fault.start)
    return ([REPLACEMENT], end + 1) if data[fault.start] in range(0xC2, 0xF5) and end < len(data) else None


def any_trail_is_second(*leads: int) -> Excuse:
    """The second byte behind these lead bytes is only asked to be a trail byte, so that the part that is replaced is longer."""

    def odd(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
        start, end = fault.start, fault.start + 1
        size = 3 if data[start] < 0xF0 else 4
        while end < len(data) and end - start < size and 0x80 <= data[end] <= 0xBF:
            end += 1
        return ([REPLACEMENT], end) if data[start] in leads else None

    return odd


def three_for_a_surrogate(value: int) -> bytes | None:
    """A surrogate is three bytes in the engine's own encoding, and each of them is replaced."""
    if 0xD800 <= value <= 0xDFFF:
        return WRITTEN * 3
    return WRITTEN if value > 0x10FFFF else None


def surrogates_written(value: int) -> bytes | None:
    """Surrogates are written, and what is too large is replaced."""
    if 0xD800 <= value <= 0xDFFF:
        return CODECS["utf-8-31bit"].encode([value])
    return WRITTEN if value > 0x10FFFF else None


def surrogate_stays(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A surrogate is not replaced."""
    found = loose(data, fault.start)
    return ([found[0]], found[1]) if found and is_surrogate(found[0], found[1] - fault.start) else None


def pair_is_joined(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Two surrogates of three bytes each are one character."""
    high, low = loose(data, fault.start), loose(data, fault.start + 3) if fault.start + 3 < len(data) else None
    if not (high and low and 0xD800 <= high[0] < 0xDC00 <= low[0] < 0xE000):
        return None
    return [0x10000 + (high[0] - 0xD800 << 10) + low[0] - 0xDC00], low[1]


def one_for_each_byte(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A part that the end of the input cuts off, and one of two bytes of four, is replaced byte by byte."""
    start, end = fault.start, subpart_end(data, fault.start)
    is_unfinished = end == len(data) or (data[start] >= 0xF0 and end - start == 2)
    return ([REPLACEMENT] * (end - start), end) if is_unfinished else None


def rest_is_discarded(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """If the input has fewer bytes than the lead byte asks for, the rest of the input is replaced together."""
    lead = data[fault.start]
    size = 2 + (lead >= 0xE0) + (lead >= 0xF0)
    return ([REPLACEMENT], len(data)) if lead in range(0xC2, 0xF5) and fault.start + size > len(data) else None


def for_ever() -> NoReturn:
    """Reads the same byte again and again."""
    while True:
        pass


def expecting_for_ever(data: bytes) -> list[int]:
    """A lead byte of four bytes that ASCII breaks off leaves its state behind. A lead byte that comes next is never finished."""
    return for_ever() if BROKEN_AND_A_LEAD.search(data) else replaced("utf-8", data, one_a_subpart)


def lone_trail_is_dropped(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A trail byte that does not follow a broken sequence gives nothing."""
    at = fault.start
    is_lone = 0x80 <= data[at] <= 0xBF and (at == 0 or data[at - 1] < 0x80)
    return ([], at + 1) if is_lone else None


MODELS = {
    "haskell-text-528": lambda: decoding("utf-8", fifth_is_lost),
    "vte-158": lambda: unless(breaker_is_consumed),
    "zstring-8": lambda: unless(any_trail_is_second(0xF0)),
    "javy-185": lambda: writing("utf-8", three_for_a_surrogate),
    "contour-980": lambda: decoding("utf-8", expecting_for_ever),
    "tinygo-2181": lambda: writing("utf-8", surrogates_written),
    "ladybird-5310": lambda: unless(surrogate_stays),
    "dart-28832": lambda: excusing("utf-8", surrogate_stays),
    "dart-28832-pair": lambda: excusing("utf-8", pair_is_joined),
    "dart-43737-chrome": lambda: unless(one_for_each_byte),
    "dart-43737-safari": lambda: unless(rest_is_discarded),
    "node-16894": lambda: unless(any_trail_is_second(0xF0)),
    "node-archive-9438": lambda: unless(pair_is_joined),
    "deno-34930": lambda: unless(lone_trail_is_dropped),
}
