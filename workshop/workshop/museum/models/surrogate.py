"""Codecs that accept or write surrogates, or pair them wrongly."""

from __future__ import annotations

from collections.abc import Callable

from reference_codecs import Rejection
from workshop.museum.forms import accepting, is_surrogate, pair_is_joined, written
from workshop.museum.tools import HIGH, LOW, REPLACEMENT, SURROGATES, Given, Whole, excusing, replacing, writing
from workshop.museum.units import MISSING, RefusedError, big, by_pairs, by_units, little, number, ten_bits


def surrogate_alone(data: bytes, fault: Rejection) -> Given:
    """The other half of a surrogate is not looked for, so that each surrogate is a character."""
    code = data[fault.start : fault.start + 2]
    return ([number("utf-16-be", code)], fault.start + 2) if len(code) == 2 else None


def last_high(first: int, second: int) -> tuple[list[int], int] | None:
    """A unit is a high surrogate if it is less than DBFF, so DBFF and the low surrogate after it are two values."""
    return ([first, second], 2) if first == 0xDBFF and second in LOW else None


def last_low(first: int, second: int) -> None:
    """A unit is a low surrogate if it is less than DFFF, so DFFF completes no pair."""
    if first in HIGH and second == 0xDFFF:
        raise RefusedError


def low_first(first: int, second: int) -> tuple[list[int], int] | None:
    """Any surrogate begins a pair, even a low one."""
    return ([ten_bits(first, second)], 2) if first in LOW and second in LOW else None


def masked_with_d800(first: int, second: int) -> tuple[list[int], int] | None:
    """The mask D800 recognizes surrogates, and F800 to FFFF pass it, so that they consume the next unit."""
    return ([ten_bits(first, second)], 2) if first >= 0xF800 and second != MISSING else None


def masked_with_dc00(first: int, second: int) -> tuple[list[int], int] | None:
    """The mask DC00 recognizes surrogates, so F800 to FBFF count as high ones, and FC00 to FFFF as low ones."""
    is_pair = first & 0xDC00 == 0xD800 and second & 0xDC00 == 0xDC00 and second != MISSING
    return ([ten_bits(first, second)], 2) if is_pair else None


def next_consumed(data: bytes, fault: Rejection) -> Given:
    """The unit after a high surrogate is always consumed, and returned as it is if it is not a low surrogate."""
    if fault.reason != "surrogate" or number("utf-16-be", data[fault.start : fault.start + 2]) not in HIGH:
        return None
    unit = number("utf-16-be", data[fault.start + 2 : fault.start + 4])
    return [REPLACEMENT, REPLACEMENT if unit in HIGH else unit], fault.start + 4


MODELS: dict[str, Callable[[], Whole]] = {
    "libunicode-145-surrogate": lambda: accepting(is_surrogate),
    "dart-28832-pair": lambda: excusing("utf-8", pair_is_joined),
    "simd-json-228": lambda: writing("utf-8", lambda value: written(value) if value in LOW else None),
    "ion-java-105": lambda: excusing("utf-16-be", surrogate_alone),
    "perl5-9914-high": by_pairs("utf-16-be", last_high),
    "perl5-9914-low": by_pairs("utf-16-be", last_low),
    # A lone low surrogate is recognized by `unit < DFFF`, so DFFF passes.
    "neacsum-utf8-8": by_pairs("utf-16-le", lambda first, second: ([first], 1) if first == 0xDFFF else None),
    "flexi-streams-52": by_pairs("utf-16-be", low_first),
    # An escape that no other escape follows has the value 0, which once meant a failure.
    "simd-json-481": by_pairs("utf-16-be", lambda first, second: ([0], 1) if first in HIGH and second == MISSING else None),
    "jackson-core-1359": by_pairs("utf-16-be", masked_with_d800),
    "webkit-69629": by_pairs("utf-16-le", masked_with_dc00),
    "wtf-8-5": lambda: replacing("utf-16-be", next_consumed),
    "nqp-115": lambda: writing("utf-16-be", lambda value: big(value) if 0xDD00 <= value <= 0xDFFF else None),
    "lexbor-421": lambda: writing("utf-16-le", lambda value: little(value) if value in SURROGATES else None),
    "corefxlab-870": lambda: writing("utf-16-le", lambda value: little(value) if 0x10000 <= value <= 0x10FFFF else None),
    "iconv-lite-407": by_units("utf-32-le", lambda value: [value] if value in SURROGATES else None, replaces=True),
}
