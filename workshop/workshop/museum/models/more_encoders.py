"""Bugs of encoders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from reference_codecs import CODECS, Rejection
from workshop.museum.tools import REPLACEMENT, Whole, encoding_with, writing

SURROGATES = range(0xD800, 0xE000)
LOW = range(0xDC00, 0xE000)
QUESTION = b"?"
REPLACED = "\ufffd".encode()


def in_place(encoding: str, write: Callable[[int], bytes | None], substitute: bytes) -> Whole:
    """Returns a codec whose encoder writes `substitute` for values that the encoding lacks, unless `write` returns bytes."""

    def write_or_substitute(value: int) -> bytes | None:
        try:
            CODECS[encoding].encode([value])
        except Rejection:
            return substitute if (written := write(value)) is None else written
        return write(value)

    return writing(encoding, write_or_substitute)


def three_bytes(unit: int) -> bytes:
    """Writes sixteen bits as three bytes of UTF-8, whatever they stand for."""
    return bytes([0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F, 0x80 | unit & 0x3F])


def surrogate_written(value: int) -> bytes | None:
    """Surrogates are written like other characters of three bytes."""
    return three_bytes(value) if value in SURROGATES else None


def units_written(value: int) -> bytes | None:
    """A character above FFFF is written as its two surrogates, each in three bytes."""
    if not 0x10000 <= value <= 0x10FFFF:
        return None
    return three_bytes(0xD7C0 + (value >> 10)) + three_bytes(0xDC00 + (value & 0x3FF))


def one_bit_more(value: int) -> bytes | None:
    """The mask for the high bits of the second byte has a bit too many, which is one of the first byte."""
    if not 0x800 <= value <= 0xFFFF or value in SURROGATES:
        return None
    return bytes([0xE0 | value >> 12, 0x80 + ((value >> 8 & 0x1F) << 2) + (value >> 6 & 3), 0x80 | value & 0x3F])


def bit_12_in_third(value: int) -> bytes | None:
    """The masks for the second and the third byte meet at the wrong bit, so bit 12 is written into the third."""
    if not 0x10000 <= value <= 0x10FFFF:
        return None
    return bytes([0xF0 | value >> 18, 0x80 | value >> 12 & 0x3E, 0x80 | value >> 6 & 0x7F, 0x80 | value & 0x3F])


def lead_of_three(value: int) -> bytes | None:
    """The first of four bytes is made with E0."""
    return bytes([0xE0 | value >> 18]) + chr(value).encode()[1:] if 0x10000 <= value <= 0x10FFFF else None


def sixteen_bits(value: int) -> bytes | None:
    """Only the lower sixteen bits of a character are written."""
    return three_bytes(value & 0xFFFF) if 0x10800 <= value <= 0x10FFFF and value & 0xFFFF >= 0x800 else None


def above_the_bounds(value: int) -> bytes | None:
    """The bounds are compared with > instead of >=, so the first of each form gets the shorter one."""
    if value == 0x80:
        return b"\x80"
    return bytes([0xC0 | value >> 6, 0x80 | value & 0x3F]) if value == 0x800 else None


def ffff_in_four(value: int) -> bytes | None:
    """The bound of the forms of three and four bytes is compared with < instead of <=."""
    return b"\xf0\x8f\xbf\xbf" if value == 0xFFFF else None


def low_without_high(values: Sequence[int]) -> bytes:
    """A low surrogate that no high one precedes is written, and each other surrogate is replaced."""
    encoded = bytearray()
    for index, value in enumerate(values):
        is_written = value in LOW and (index == 0 or values[index - 1] not in range(0xD800, 0xDC00))
        written = three_bytes(value) if is_written else REPLACED if value in SURROGATES or value > 0x10FFFF else None
        encoded += chr(value).encode() if written is None else written
    return bytes(encoded)


def short_unchecked(values: Sequence[int]) -> bytes:
    """Texts below 64 units are encoded by a path of their own, which writes surrogates."""
    is_short = sum(1 + (value > 0xFFFF) for value in values) < 64
    return b"".join(
        (three_bytes(value) if is_short else REPLACED)
        if value in SURROGATES
        else REPLACED
        if value > 0x10FFFF
        else chr(value).encode()
        for value in values
    )


def mark_on_each_line(values: Sequence[int]) -> bytes:
    """Each line is encoded by itself, and each begins with a byte-order mark. That of the first line is not modelled."""
    sound = CODECS["utf-16-be"].encode(values)
    encoded = bytearray()
    for index, value in enumerate(values):
        encoded += b"\xfe\xff" if index and values[index - 1] == 0xA else b""
        encoded += CODECS["utf-16-be"].encode([value])
    return bytes(encoded) if sound else b""


def mark_first(values: Sequence[int]) -> bytes:
    """A text begins with a byte-order mark, although the encoding was made without one."""
    encoded = CODECS["utf-32-le"].encode(values)
    return b"\xff\xfe\0\0" + encoded if encoded else b""


def low_byte(value: int) -> bytes | None:
    """A character is cast to a byte."""
    return bytes([value & 0xFF]) if value > 0xFF else None


def seven_bits_or_low_byte(value: int) -> bytes | None:
    """A unit of sixteen bits is cast to a byte."""
    return bytes([value & 0xFF]) if 0x80 <= value <= 0xFFFF else None


def fits_best(value: int) -> bytes | None:
    """Some characters are written as one that looks like them."""
    best = {0x160: b"S", 0x161: b"s", 0x17D: b"Z", 0x17E: b"z", 0x152: b"O", 0x153: b"o", 0x178: b"Y"}
    return best.get(value)


def behind_24(values: Sequence[int]) -> bytes:
    """A surrogate right behind whole vectors of ASCII is not replaced but cut to a byte."""
    encoded = bytearray(value if value < 0x80 else ord(QUESTION) for value in values)
    for at in range(24, len(values), 24):
        if values[at] in SURROGATES and max(values[:at]) < 0x80:
            encoded[at] = values[at] & 0x7F
    return bytes(encoded)


MODELS: dict[str, Callable[[], Whole]] = {
    "iconv-lite-423": lambda: in_place("iso-8859-3", lambda value: b"\xf0" if value == REPLACEMENT else None, QUESTION),
    "iconv-lite-368": lambda: in_place("iso-8859-2", lambda value: b"??" if 0x10000 <= value <= 0x10FFFF else None, QUESTION),
    "iconv-lite-162": lambda: in_place("iso-8859-1", low_byte, QUESTION),
    "rust-encoding-1": lambda: writing("iso-8859-5", lambda value: b"" if value > 0xFFFF else None),
    "dotnet-runtime-63192": lambda: in_place("iso-8859-1", fits_best, QUESTION),
    "owncloud-client-10819": lambda: writing("iso-8859-1", lambda value: b"\0" if value > 0xFF else None),
    "httpcomponents-core-115": lambda: writing("iso-8859-1", low_byte),
    "edk2-13115": lambda: writing("ascii", seven_bits_or_low_byte),
    "openj9-5208": lambda: encoding_with("ascii", behind_24),
    "cuckoomon-42": lambda: writing("utf-8", one_bit_more),
    "redisearch-9552": lambda: writing("utf-8", bit_12_in_third),
    "pdfio-159": lambda: writing("utf-8", lead_of_three),
    "harbour-242": lambda: writing("utf-8", sixteen_bits),
    "tiddlywiki5-4813": lambda: writing("utf-8", units_written),
    "fastestsmallesttextencoderdecoder-11": lambda: encoding_with("utf-8", low_without_high),
    "cborg-156": lambda: encoding_with("utf-8", short_unchecked),
    "wot-ui-23": lambda: writing("utf-8", above_the_bounds),
    "wxwidgets-693": partial(writing, "utf-8", ffff_in_four),
    "grain-781": partial(writing, "utf-8", ffff_in_four),
    "brython-2845": lambda: writing("utf-8", lambda value: REPLACED if value in SURROGATES else None),
    "commons-io-492": lambda: encoding_with("utf-16-be", mark_on_each_line),
    "dotnet-corefx-28194": lambda: encoding_with("utf-32-le", mark_first),
    "libxkbcommon-338": partial(writing, "utf-8", surrogate_written),
    "notepad-plus-plus-3359": lambda: in_place("iso-8859-11", {0xA7: b"\x15", 0xB6: b"\x14"}.get, QUESTION),
}
