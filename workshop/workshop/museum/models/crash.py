"""Codecs that crash, hang, or take time that grows faster than the input: the classes crash, hang and growth."""

from __future__ import annotations

import re
from collections.abc import Callable

from reference_codecs import CODECS, Rejection
from workshop.museum.counts import CODES, DATA, reading, value_of
from workshop.museum.tools import (
    HIGH,
    LOW,
    Stepwise,
    Whole,
    decoding,
    feeding,
    for_ever,
    one_a_subpart,
    replaced,
    stepping,
    writing,
)
from workshop.museum.units import by_pairs

BROKEN_AND_A_LEAD = re.compile(rb"[\xF0-\xF7][\0-\x7F]+[\xC0-\xFF]")


def crash_after_others(data: bytes) -> list[int]:
    """The bounds are checked with the length of the whole input, which is right only at its beginning."""
    try:
        return CODECS["kim-count"].decode(data)
    except Rejection as fault:
        if fault.start:
            raise IndexError("index out of range") from None
        raise


def negative_length(data: bytes) -> list[int]:
    """A length is cast to a signed integer. A negative length passes the comparison with the number of bytes that are left."""
    code = CODES.match(data)
    if code and value_of(code[0]) >> 63 & 1 and value_of(code[0]) >> 64 == 0:
        raise MemoryError("makeslice: len out of range")
    return CODECS["kim-text"].decode(data)


def asserting(encoding: str, fails: Callable[[bytes], bool]) -> Whole:
    """Returns a decoder in which an assertion fails on some inputs."""

    def decode(data: bytes) -> list[int]:
        assert not fails(data)
        return CODECS[encoding].decode(data)

    return decoding(encoding, decode)


def largest_asserted(value: int) -> None:
    """An assertion demands that a value is less than the largest."""
    assert value != 0x10FFFF, "code_point < 0x10FFFF"


def reads_past(data: bytes, at: int) -> None:
    """Four bytes are read where three are left."""
    if len(data) - at == 3:
        raise IndexError(f"index out of range [{len(data)}] with length {len(data)}")


class LooksBack(Stepwise):
    """Looks for the lead byte of an unfinished character from the end of the chunk, even past its beginning."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        if data and not self.rest and all(byte & 0xC0 == 0x80 for byte in data[-3:]) and len(data) < 4:
            raise IndexError("the index of the lead byte is below zero")
        return super().decode(data, final)


def expecting_for_ever(data: bytes) -> list[int]:
    """A lead byte of four bytes that ASCII cuts off leaves its state behind, so that the next lead byte is never finished."""
    return for_ever() if BROKEN_AND_A_LEAD.search(data) else replaced("utf-8", data, one_a_subpart)


def for_ever_on_five_bits(data: bytes) -> list[int]:
    """A lead byte calls for as many bytes as it has bits before its first zero. For five and more, the loop does not end."""
    return for_ever() if any(byte >= 0xF8 for byte in data) else CODECS["utf-8"].decode(data)


def for_ever_where_ill_formed(data: bytes) -> list[int]:
    """An ill-formed part is replaced, but the decoder does not move past it."""
    try:
        return CODECS["utf-16-be"].decode(data)
    except Rejection:
        return for_ever()


def byte_by_byte(code: bytes) -> int:
    """Each byte shifts the whole number read so far, so a long count takes quadratic time."""
    value = 0
    for byte in code:
        value = value << 7 | byte & DATA
    return value


def fresh_array(data: bytes) -> list[int]:
    """Each count gets an array as long as the rest of the input."""
    values: list[int] = []
    start = 0
    CODECS["kim-count"].decode(data)
    for code in CODES.findall(data):
        array = bytearray(data[start:])
        start += len(code)
        values.append(value_of(bytes(array[: len(code)])))
    return values


MODELS: dict[str, Callable[[], Whole]] = {
    "molecule-12": lambda: decoding("kim-count", crash_after_others),
    "loki-22864": lambda: decoding("kim-text", negative_length),
    "perl5-15852": lambda: asserting("utf-inf-8", lambda data: b"\xff\xff" in data),
    # An assertion fails on code units from 400 to 7FF.
    "perl5-14471": lambda: asserting("utf-16-le", lambda data: any(0x4 <= byte <= 0x7 for byte in data[1::2])),
    "libuv-5021": lambda: writing("utf-16-le", largest_asserted),
    "jackson-core-418": lambda: stepping("utf-32-be", reads_past),
    "bun-3562": lambda: feeding("utf-8", lambda: LooksBack("utf-8", one_a_subpart), replaces=True),
    "contour-980": lambda: decoding("utf-8", expecting_for_ever),
    "blitz3d-24": lambda: decoding("utf-8", for_ever_on_five_bits),
    "haskell-text-525": lambda: decoding("utf-16-be", for_ever_where_ill_formed),
    # A high surrogate without a low one moves the iterator by nothing.
    "tzlaine-text-185": by_pairs("utf-16-le", lambda first, second: ([], 0) if first in HIGH and second not in LOW else None),
    "pyasn1-59884": lambda: reading(byte_by_byte),
    "asn1js-148": lambda: decoding("kim-count", fresh_array),
}
