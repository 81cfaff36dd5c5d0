"""Codecs that replace the wrong number of parts."""

from __future__ import annotations

from collections.abc import Callable

from reference_codecs import Rejection
from workshop.museum.tools import (
    LOW,
    REPLACEMENT,
    SURROGATES,
    TRAIL,
    Given,
    Whole,
    excusing,
    is_lead,
    replacing,
    subpart_end,
    width,
    writing,
)
from workshop.museum.units import by_pairs

WRITTEN = "\ufffd".encode()


def any_trail_after_f0(data: bytes, fault: Rejection) -> Given:
    """The second byte after F0 may be any trail byte, so that the replaced part is longer."""
    end = fault.start + 1
    while end < len(data) and end - fault.start < 4 and data[end] in TRAIL:
        end += 1
    return ([REPLACEMENT], end) if data[fault.start] == 0xF0 else None


def surrogate_of_two(data: bytes, fault: Rejection) -> Given:
    """The first two bytes of a cut surrogate are one part."""
    part = data[fault.start : fault.start + 3]
    is_broken = part[0] == 0xED and part[1:2] >= b"\xa0" and part[1] in TRAIL and (len(part) < 3 or part[2] not in TRAIL)
    return ([REPLACEMENT], fault.start + 2) if is_broken else None


def two_cut_off(data: bytes, fault: Rejection) -> Given:
    """If the lead byte calls for more bytes than are left, the rest is one part, although another cut sequence begins in it."""
    lead, second = data[fault.start], subpart_end(data, fault.start)
    if not is_lead(lead) or fault.start + width(lead) <= len(data) or second == len(data) or not is_lead(data[second]):
        return None
    end = subpart_end(data, second)
    return ([REPLACEMENT], len(data)) if end == len(data) or (end == len(data) - 1 and data[end] < 0x80) else None


def two_lows(first: int, second: int) -> tuple[list[int], int] | None:
    """Any surrogate is taken for the first half of a pair, so two low surrogates are one fault."""
    return ([REPLACEMENT], 2) if first in LOW and second in LOW else None


MODELS: dict[str, Callable[[], Whole]] = {
    "zstring-8": lambda: replacing("utf-8", any_trail_after_f0),
    "node-24973": lambda: replacing("utf-8", surrogate_of_two),
    "p5-encode-84": lambda: replacing("utf-8", two_cut_off),
    # A surrogate is three bytes in the engine's own encoding, and each of them is replaced.
    "javy-185": lambda: writing("utf-8", lambda value: WRITTEN * 3 if value in SURROGATES else None, WRITTEN),
    # A character above FFFF is two units, and each of them is replaced.
    "iconv-lite-368": lambda: writing("iso-8859-2", lambda value: b"??" if 0x10000 <= value <= 0x10FFFF else None, b"?"),
    "go-39492": by_pairs("utf-16-be", two_lows, replaces=True),
    # A high surrogate is replaced by itself, and then an odd byte after it.
    "go-39492-odd": lambda: excusing("utf-16-be", lambda data, fault: ([REPLACEMENT], min(fault.start + 2, len(data)))),
}
