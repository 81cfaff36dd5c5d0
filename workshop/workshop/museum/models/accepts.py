"""Codecs that accept ill-formed input, or replace it instead of rejecting it."""

from __future__ import annotations

from reference_codecs import CODECS, Rejection
from reference_codecs.bocu_1 import REMAINDER_OF_TRAIL, ROW_OF_LEAD, SINGLE, Bocu1
from workshop.museum.forms import pair_is_joined
from workshop.museum.tools import REPLACEMENT, SURROGATES, Given, byte_itself, decoding, excusing, one_a_subpart, writing

NO_TRAIL = 0xFF
"""The entry -1 of a table of unsigned bytes."""


def unchecked(data: bytes) -> list[int]:
    """An illegal trail byte counts as 255, as does the zero after the end, and the sum is not compared with 10FFFF."""
    codec = Bocu1()
    state, position, decoded = codec.initial_state, 0, list[int]()
    while position < len(data):
        try:
            values, position, state = codec.decode_one(data, position, state)
        except Rejection:
            row = ROW_OF_LEAD.get(data[position], SINGLE)
            trails = data[position + 1 : position + 1 + row.trails].ljust(row.trails, b"\0")
            difference = (data[position] - row.base_lead) * 243**row.trails + row.offset
            difference += sum(REMAINDER_OF_TRAIL.get(trail, NO_TRAIL) * by for trail, by in zip(trails, row.multipliers))
            c = max(state + difference, 0)
            values, position, state = (c,), position + 1 + row.trails, (c & ~0x7F) + 0x40
        decoded += values
    return decoded


def surrogates_replaced(data: bytes, fault: Rejection) -> Given:
    """An unpaired surrogate becomes U+FFFD, although the decoder is meant to reject."""
    return ([REPLACEMENT], fault.end) if fault.end - fault.start >= 2 else None


MODELS = {
    "greenpad-rbocu1": lambda: decoding("bocu-1", unchecked),
    "helium-531": lambda: excusing("utf-16-le", surrogates_replaced),
    "bun-3572": lambda: excusing("utf-8", one_a_subpart),
    "javaobj-17": lambda: excusing("utf-8", pair_is_joined),
    "brython-2845": lambda: writing("utf-8", lambda value: "\ufffd".encode() if value in SURROGATES else None),
    "helium-802": lambda: decoding("ascii", CODECS["utf-8"].decode),
    "dotnet-runtime-53745": lambda: excusing("iso-8859-3", byte_itself),
    "wpt-2892": lambda: excusing("iso-8859-6", lambda data, fault: ([REPLACEMENT], fault.end)),
    "owncloud-client-10819": lambda: writing("iso-8859-1", lambda value: b"\0" if value > 0xFF else None),
}
