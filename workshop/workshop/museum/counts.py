"""Helpers for models of Kim's counts: counts of variable length as in object identifiers, MIDI files, WebAssembly and protobuf.

Where groups of seven bits begin with the least significant one, the models count them from the end of a sequence.
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
"""The results of a codec that cannot hold a value."""


class Beyond(Exception):
    """A count exceeds the largest that the codec can hold."""


def value_of(code: bytes) -> int:
    """Reads the bytes of one count, whatever the continuation bit of the last one."""
    return sum((byte & DATA) << 7 * index for index, byte in enumerate(reversed(code)))


def sound(value: int) -> bytes:
    return CODECS["kim-count"].encode([value])


def reading(
    read: Callable[[bytes], int], most: int | None = None, ends: Callable[[int, int], bool] = lambda byte, index: byte < MORE
) -> Whole:
    """Returns a codec of counts up to `most` that reads the bytes of each count with `read`, which raises Beyond, or Rejection
    with the offset 0. `ends` says whether a byte, with its index in the count, is the last one."""

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
    """Returns a codec that only limits the number of bytes, and loses the bits above the width of the integer."""

    def read(code: bytes) -> int:
        if len(code.lstrip(b"\x80")) > longest:
            raise Beyond
        return value_of(code) & (1 << bits) - 1

    return reading(read, (1 << bits) - 1)


def characters(is_excused: Callable[[bytes], bool]) -> Whole:
    """Returns a codec that does not check the limit on characters for byte sequences that `is_excused` accepts."""

    def excuse(data: bytes, fault: Rejection) -> Given:
        code = CODES.match(data, fault.start)
        return ([value_of(code[0])], code.end()) if code and is_excused(code[0]) else None

    return excusing("kim", excuse)


def counts_written(write: Callable[[int], bytes], encoding: str = "kim-count") -> Whole:
    """Returns a codec that writes each value with `write`."""
    return encoding_with(encoding, lambda values: b"".join(map(write, values)))
