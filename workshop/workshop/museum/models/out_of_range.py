"""Codecs that are wrong about the range of values, or about its parts: the class range."""

from __future__ import annotations

from collections.abc import Callable

from reference_codecs import CODECS
from workshop.museum.counts import DATA, MORE, U32, Beyond, characters, counts_written, reading, sound, value_of, wrapping
from workshop.museum.forms import accepting, written
from workshop.museum.tools import SURROGATES, Whole, WithState, decoding, encoding_with, writing
from workshop.museum.units import big, by_units, little


def signed_32(code: bytes) -> int:
    """The accumulator is a signed integer of 32 bits, so a count from 80000000 on is negative."""
    if len(code.lstrip(b"\x80")) > 5 or value_of(code) >> 32:
        raise Beyond
    value = value_of(code)
    return value - (1 << 32) if value >> 31 else value


def fourteen_bits(value: int) -> bytes:
    """At most two bytes are written, and more significant groups are lost."""
    return bytes([MORE | value >> 7 & DATA, value & DATA]) if value > DATA else bytes([value])


def negative_in_one(value: int) -> bytes | None:
    """A negative value is less than 80, so its low byte is written."""
    return bytes([value & 0xFF]) if 0x80000000 <= value <= 0xFFFFFFFF else None


def pairs_above_1000(value: int) -> bytes | None:
    """The least value that needs a pair lacks a zero, and the difference is calculated in 32 unsigned bits."""
    beyond = value - 0x10000 & 0xFFFFFFFF
    is_wrong = 0x1000 < value <= 0xFFFF and value not in SURROGATES
    return little(0xD800 + (beyond >> 10), 0xDC00 + (beyond & 0x3FF)) if is_wrong else None


def low_eight_bits(code: bytes) -> int:
    """A type of eight bits accepts two groups, and the bits of the second that do not fit are lost."""
    if len(code.lstrip(b"\x80")) > 2:
        raise Beyond
    return value_of(code) & 0xFF


MODELS: dict[str, Callable[[], Whole]] = {
    # A unit of sixteen bits is cast to a byte.
    "edk2-13115": lambda: writing("ascii", lambda value: bytes([value & 0xFF]) if 0x80 <= value <= 0xFFFF else None),
    "httpcomponents-core-115": lambda: writing("iso-8859-1", lambda value: bytes([value & 0xFF]) if value > 0xFF else None),
    # The range of Unihan includes the character after its last one.
    "icu4x-7928": lambda: encoding_with("bocu-1", WithState(lambda c, prev, state: 0x7711 if c == 0x9FA6 else state).encode),
    "fmptools-e7e4d51": lambda: decoding("bocu-1", lambda data: [c & 0xFFFF for c in CODECS["bocu-1"].decode(data)]),
    "asn1c-285": lambda: characters(lambda code: len(code) <= 3),
    "midifile-27": lambda: counts_written(sound, "kim"),
    "rustcrypto-formats-2412": lambda: wrapping(32, 5),
    "wiresmith-70": lambda: wrapping(64, 10),
    "node-asn1-24": lambda: reading(signed_32, U32),
    "bindata-19": lambda: counts_written(fourteen_bits),
    "branchless-utf8-3": lambda: accepting(lambda value, size: 0x110000 <= value < 0x140000 and size == 4),
    # The largest value is compared with `>`, where the bound is the first that is too large.
    "icu4lua-5": lambda: writing("utf-8", lambda value: written(value, 4) if value == 0x110000 else None),
    # The bounds are compared with > instead of >=, so the first value of each form gets the shorter one.
    "wot-ui-23": lambda: writing("utf-8", {0x80: b"\x80", 0x800: b"\xe0\x80"}.get),
    "re-flex-169": lambda: writing("utf-8", negative_in_one),
    # A value is one unit if it is less than FFFF, so that FFFF becomes a pair of D7FF and DFFF.
    "gren-384": lambda: writing("utf-16-be", lambda value: big(0xD7FF, 0xDFFF) if value == 0xFFFF else None),
    "libuv-4609": lambda: writing("utf-16-le", pairs_above_1000),
    # Pairs begin one character too late, and the unit has the low bits of the value.
    "iowow-52": lambda: writing("utf-16-le", lambda value: little(value) if value == 0x10000 else None),
    # The bound is 200000.
    "php-8257": by_units("utf-32-be", lambda value: [value] if 0x10FFFF < value < 0x200000 else None),
    "php-6052": by_units("utf-32-le", lambda value: [value]),
    "gcc-msg267662": lambda: writing("utf-16-le", lambda value: little(0xD7FF, 0xDFFF) if value == 0xFFFF else None),
    "unsigned-varint-68": lambda: reading(low_eight_bits, 0xFF),
}
