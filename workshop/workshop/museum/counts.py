"""What models of Kim's counts share: counts of variable length as in object identifiers, MIDI files, WebAssembly and protobuf.

Where groups of seven bits begin with the least significant one, the models count them from the end of a code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from reference_codecs import CODECS, Rejection
from workshop.museum.tools import Given, Whole, encoding_with, excusing

CODES = re.compile(rb"[\x80-\xff]*[\0-\x7f]")
"""Finds the bytes of each value in Kim's encodings."""

MORE, DATA = 0x80, 0x7F
U32, U64 = (1 << 32) - 1, (1 << 64) - 1

NO_VALUES: list[int] = NotImplemented
NO_BYTES: bytes = NotImplemented
"""What a codec returns if it cannot hold a value."""


class Beyond(Exception):
    """A count is beyond what the codec can hold."""


def value_of(code: bytes) -> int:
    """Reads the code of one count, whatever its last byte says."""
    return sum((byte & DATA) << 7 * index for index, byte in enumerate(reversed(code)))


def sound(value: int) -> bytes:
    return CODECS["kim-count"].encode([value])


def reading(
    read: Callable[[bytes], int], most: int | None = None, ends: Callable[[int, int], bool] = lambda byte, index: byte < MORE
) -> Whole:
    """Returns a codec of counts up to `most` that reads each code with `read`, which raises Beyond, or Rejection with the offset
    0. `ends` says of a byte, and how many bytes of its code are before it, whether it is the last of the code."""

    def decode(data: bytes) -> list[int]:
        values: list[int] = []
        start = 0
        while start < len(data):
            end = next((at for at in range(start, len(data)) if ends(data[at], at - start)), None)
            if end is None:
                raise Rejection("truncated", data[start:], start)
            try:
                values.append(read(data[start : end + 1]))
            except Rejection as fault:
                raise fault.moved_by(start) from None
            except Beyond:
                return NO_VALUES
            if most is not None and values[-1] > most:
                return NO_VALUES
            start = end + 1
        return values

    def encode(values: Sequence[int]) -> bytes:
        is_beyond = most is not None and any(value > most for value in values)
        return NO_BYTES if is_beyond else CODECS["kim-count"].encode(values)

    return Whole(encode, lambda data: decode(bytes(data)))


def wrapping(bits: int, longest: int) -> Whole:
    """A limit on the number of bytes is the only check, and the bits above the width of the integer are lost."""

    def read(code: bytes) -> int:
        if len(code.lstrip(b"\x80")) > longest:
            raise Beyond
        return value_of(code) & (1 << bits) - 1

    return reading(read, (1 << bits) - 1)


def characters(is_excused: Callable[[bytes], bool]) -> Whole:
    """A limit on characters is not checked for codes of which `is_excused` is true."""

    def excuse(data: bytes, fault: Rejection) -> Given:
        code = CODES.match(data, fault.start)
        return ([value_of(code[0])], code.end()) if code and is_excused(code[0]) else None

    return excusing("kim", excuse)


def counts_written(write: Callable[[int], bytes], encoding: str = "kim-count") -> Whole:
    """Returns a codec that writes each value with `write`."""
    return encoding_with(encoding, lambda values: b"".join(map(write, values)))
