"""Codecs of UTF-8 that are wrong about lead bytes or trail bytes: the classes lead byte and trail byte."""

from __future__ import annotations

from functools import partial

from reference_codecs import Rejection
from workshop.museum.forms import form_at, length_of, value_of, written
from workshop.museum.tools import (
    REPLACEMENT,
    TRAIL,
    Given,
    excusing,
    one_a_subpart,
    refusing,
    stepping,
    subpart_end,
    width,
    writing,
)

OLD = "utf-8-31bit"


def masked_lead(data: bytes, fault: Rejection) -> Given:
    """Each lead byte from F0 on counts as one of four bytes, and its low three bits are used."""
    form = data[fault.start : fault.start + 4]
    masked = form_at(bytes([form[0] & 0xF7]) + form[1:], 0) if form[0] >= 0xF8 else b""
    return ([value_of(masked)], fault.start + 4) if masked and 0x10000 <= value_of(masked) <= 0x10FFFF else None


def f4_is_no_lead(data: bytes, at: int) -> Given:
    """The mask of the lead byte of four bytes misses F4."""
    return ([REPLACEMENT], at + 4) if data[at] == 0xF4 and subpart_end(data, at) == at + 4 else None


def four_from_f8(data: bytes, at: int) -> Given:
    """All lead bytes from F0 on call for four bytes, and their low three bits are used."""
    form = form_at(bytes([data[at] & 0xF7]) + data[at + 1 : at + 4], 0) if data[at] >= 0xF8 else b""
    return ([value_of(form)], at + 4) if form else None


def lead_of_three(value: int) -> bytes | None:
    """The first of four bytes is made with E0."""
    return bytes([0xE0 | value >> 18]) + written(value, 4)[1:] if 0x10000 <= value <= 0x10FFFF else None


def no_lower_bound(data: bytes, fault: Rejection) -> Given:
    """After ED and F4, the second byte only has an upper limit. All bytes are added, and an offset is subtracted that assumes
    trail bytes."""
    size, offset = {0xED: (3, 0xE2080), 0xF4: (4, 0x3C82080)}.get(data[fault.start], (0, 0))
    form = data[fault.start : fault.start + size]
    if len(form) < max(size, 1) or not 0 < form[1] < 0x80 or any(byte not in TRAIL for byte in form[2:]):
        return None
    return [sum(byte << 6 * index for index, byte in enumerate(reversed(form))) - offset], fault.start + size


def any_trail(data: bytes, fault: Rejection) -> Given:
    """No trail byte is checked."""
    code = data[fault.start : fault.start + length_of(data[fault.start])]
    is_whole = 1 < len(code) == length_of(data[fault.start]) and code[0] < 0xFE
    return ([value_of(code)], fault.start + len(code)) if fault.reason == "bad-trail" and is_whole else None


MODELS = {
    "log4cxx-699": lambda: excusing("utf-8", masked_lead),
    "nit-1617": lambda: stepping("utf-8", f4_is_no_lead, one_a_subpart),
    "pdfio-159": lambda: writing("utf-8", lead_of_three),
    "protobuf-6844": lambda: stepping(OLD, four_from_f8),
    "perl5-9254": lambda: refusing(OLD, lambda data, at: 0xF5 <= data[at] <= 0xF7),
    "utf7-6": lambda: refusing("utf-8", lambda data, at: 0xBE in data[at : at + width(data[at])]),
    "iccdev-2435": lambda: excusing("utf-8", no_lower_bound),
    "cpanel-json-xs-77": partial(excusing, OLD, any_trail),
}
