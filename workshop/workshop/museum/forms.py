"""Helpers for models of UTF-8: its forms of two to six bytes, for any value."""

from __future__ import annotations

from collections.abc import Callable

from mutants.methods import Excuse
from reference_codecs import Rejection
from workshop.museum.tools import SURROGATES, TRAIL, Given, Whole, excusing

FIRST = {2: 0x80, 3: 0x800, 4: 0x10000, 5: 0x200000, 6: 0x4000000}
"""The first value that needs a form, by the number of its bytes."""


def length_of(lead: int) -> int:
    """Returns how many bytes a lead byte calls for in the original UTF-8 or in Perl's, and 1 for other bytes."""
    return max(1, 8 - (~lead & 0xFF).bit_length()) if lead >= 0xC0 else 1


def value_of(code: bytes) -> int:
    """Returns the value of a whole form, without checks."""
    value = code[0] & 0x7F >> len(code)
    for byte in code[1:]:
        value = value << 6 | byte & 0x3F
    return value


def form_at(data: bytes, start: int) -> bytes:
    """Returns the form of several bytes that begins at `start`, or empty bytes if there is no whole one."""
    length = length_of(data[start]) if start < len(data) and data[start] < 0xFE else 1
    form = data[start : start + length]
    return form if 1 < len(form) == length and all(byte in TRAIL for byte in form[1:]) else b""


def allowed(wanted: Callable[[int, int], bool]) -> Excuse:
    """Returns an excuse that gives the value of an ill-formed form if `wanted` accepts the value and the number of bytes."""

    def excuse(data: bytes, fault: Rejection) -> Given:
        form = form_at(data, fault.start)
        return ([value_of(form)], fault.start + len(form)) if form and wanted(value_of(form), len(form)) else None

    return excuse


def accepting(wanted: Callable[[int, int], bool], encoding: str = "utf-8") -> Whole:
    """Returns a decoder that also accepts the forms that `allowed` excuses."""
    return excusing(encoding, allowed(wanted))


def overlong(*sizes: int) -> Callable[[int, int], bool]:
    """Returns a function that says whether a form has one of these sizes and is longer than its value needs."""
    return lambda value, size: size in sizes and value < FIRST[size]


def is_surrogate(value: int, size: int) -> bool:
    """Returns whether a form is a surrogate in three bytes."""
    return size == 3 and value in SURROGATES


def pair_is_joined(data: bytes, fault: Rejection) -> Given:
    """Joins two surrogates of three bytes each to one character, as the related encodings that have only this form do."""
    forms = form_at(data, fault.start), form_at(data, fault.start + 3)
    high, low = (value_of(form) if len(form) == 3 else 0 for form in forms)
    if not 0xD800 <= high < 0xDC00 <= low < 0xE000:
        return None
    return [0x10000 + (high - 0xD800 << 10) + low - 0xDC00], fault.start + 6


def written(value: int, length: int = 3) -> bytes:
    """Returns a value in a form of any length, right or wrong. Bits that do not fit the lead byte are lost."""
    trails = [TRAIL.start | value >> 6 * index & 0x3F for index in reversed(range(length - 1))]
    return bytes([0xFF & ~(0xFF >> length) | value >> 6 * (length - 1) & 0x7F >> length, *trails])
