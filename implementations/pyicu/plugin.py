"""PyICU's UnicodeString as codec objects (docs/adapters.md, "In Python"): made of bytes, and encoded.

UnicodeString(bytes, name, mode) has a mode for ill-formed bytes. UnicodeString.encode(name) has none, and writes ICU's
substitution character instead of what the encoding lacks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import icu

MAX_CODE_POINT = 0x10FFFF
PLACE = re.compile(r" in position (\d+): ")
"""Where the message of a ValueError says that the fault is."""


class Codec:
    """One of ICU's converters as PyICU asks it."""

    def __init__(self, name: str, mode: str):
        self._name = name
        self._mode = mode

    def encode(self, values: Sequence[int]) -> bytes:
        """The bytes for these values; NotImplemented if no UTF-16 holds them."""
        if max(values, default=0) > MAX_CODE_POINT or any(map(joined, values, values[1:])):
            return NotImplemented
        return icu.UnicodeString("".join(map(chr, values))).encode(self._name)

    def decode(self, data: bytes) -> list[int]:
        """The code points for these bytes. Raises UnicodeDecodeError for the ValueError of PyICU."""
        try:
            text = icu.UnicodeString(data, self._name, self._mode)
        except ValueError as error:
            if place := PLACE.search(str(error)):
                at = int(place[1])
                raise UnicodeDecodeError(self._name, data, at, at + 1, str(error)) from error
            raise
        return list(map(ord, str(text)))


def joined(first: int, second: int) -> bool:
    """Whether a string makes one character of these values."""
    return 0xD800 <= first <= 0xDBFF and 0xDC00 <= second <= 0xDFFF


PARTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15)
NAMES = {
    "ascii": "US-ASCII",
    **{f"iso-8859-{part}": f"ISO-8859-{part}" for part in PARTS},
    "utf-8": "UTF-8",
    "utf-16-be": "UTF-16BE",
    "utf-16-le": "UTF-16LE",
    "utf-32-be": "UTF-32BE",
    "utf-32-le": "UTF-32LE",
}
STRICT = {encoding: Codec(name, "strict") for encoding, name in NAMES.items()}
REPLACE = {encoding: Codec(name, "replace") for encoding, name in NAMES.items()}
