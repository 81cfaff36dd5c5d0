"""Encoders of UTF-16."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reference_codecs import CODECS, Rejection
from workshop.museum.models.more_utf_16 import SURROGATES
from workshop.museum.tools import Whole, encoding_with, writing

CHUNK = 8192
"""The code units after which an array is handed on."""


def little(*units: int) -> bytes:
    return b"".join((unit & 0xFFFF).to_bytes(2, "little") for unit in units)


def big(*units: int) -> bytes:
    return b"".join((unit & 0xFFFF).to_bytes(2, "big") for unit in units)


def halves(value: int) -> tuple[int, int]:
    """The units of a pair for this value, calculated in 32 bits without a sign, whether it needs a pair or not."""
    beyond = (value - 0x10000) & 0xFFFFFFFF
    return 0xD800 + (beyond >> 10), 0xDC00 + (beyond & 0x3FF)


def surrogate(value: int) -> bytes | None:
    """Whatever is not above FFFF is written as one unit."""
    return little(value) if value in SURROGATES else None


def beyond(value: int) -> bytes | None:
    """Whatever is above FFFF is written as a pair."""
    return big(*halves(value)) if 0x110000 <= value <= 0xFFFFFFFF else None


def pairs_above_1000(value: int) -> bytes | None:
    """A zero is missing in the least value that needs a pair."""
    return little(*halves(value)) if 0x1000 < value <= 0xFFFF and value not in SURROGATES else None


def asserts(value: int) -> bytes | None:
    """An assertion demands that a value is less than the largest."""
    assert value != 0x10FFFF, "code_point < 0x10FFFF"
    return None


def first_of_plane_1(value: int) -> bytes | None:
    """Pairs begin one character too late, and the unit is what is left of the value."""
    return little(value) if value == 0x10000 else None


def pair_for_ffff(value: int) -> bytes | None:
    """A value is one unit if it is less than FFFF, so that FFFF becomes a pair of D7FF and DFFF."""
    high, low = 0xD800 - 1, 0xDFFF
    return little(high, low) if value == 0xFFFF else None


def pair_for_ffff_in_javascript(value: int) -> bytes | None:
    """A value is one unit if it is less than FFFF, so that the quotient for FFFF is negative."""
    quotient, rest = divmod(value - 0x10000, 0x400)
    return big(0xD800 + quotient, 0xDC00 + rest) if value == 0xFFFF else None


def only_surrogates_in_pairs(value: int) -> bytes | None:
    """The encoder asks whether a value is a surrogate, and not whether it needs any, and writes the others as one unit."""
    return little(value) if 0x10000 <= value <= 0x10FFFF else None


def surrogates_to_dcff(value: int) -> bytes | None:
    """The range of surrogates ends at DCFF."""
    return big(value) if 0xDD00 <= value <= 0xDFFF else None


def swapped_replacement(values: Sequence[int]) -> bytes:
    """The replacement is written in the machine's order of bytes."""
    sound = CODECS["utf-16-be"]
    encoded = b""
    for value in values:
        try:
            encoded += sound.encode([value])
        except Rejection:
            encoded += b"\xfd\xff"
    return encoded


def with_stale_unit(values: Sequence[int]) -> bytes:
    """A full array is handed on as a whole. One that ends inside a pair has grown by a unit, which stays in it for ever after."""
    sound = CODECS["utf-16-le"].encode(values)
    units = [sound[at : at + 2] for at in range(0, len(sound), 2)]
    written, array, filled, at = b"", [b""] * CHUNK, 0, 0
    while at < len(units):
        size = 2 if units[at][1] in range(0xD8, 0xDC) else 1
        array[filled : filled + size] = units[at : at + size]
        filled, at = filled + size, at + size
        if filled >= CHUNK:
            written += b"".join(array)
            filled = 0
    return written + b"".join(array[:filled])


MODELS: dict[str, Callable[[], Whole]] = {
    "lexbor-421": lambda: writing("utf-16-le", surrogate),
    "lexbor-421-range": lambda: writing("utf-16-be", beyond),
    "libuv-4609": lambda: writing("utf-16-le", pairs_above_1000),
    "libuv-5021": lambda: writing("utf-16-le", asserts),
    "iowow-52": lambda: writing("utf-16-le", first_of_plane_1),
    "gcc-msg267662": lambda: writing("utf-16-le", pair_for_ffff),
    "gren-384": lambda: writing("utf-16-be", pair_for_ffff_in_javascript),
    "corefxlab-870": lambda: writing("utf-16-le", only_surrogates_in_pairs),
    "nqp-115": lambda: writing("utf-16-be", surrogates_to_dcff),
    "soasis-text-52": lambda: encoding_with("utf-16-be", swapped_replacement),
    "protobufjs-1486": lambda: encoding_with("utf-16-le", with_stale_unit),
}
