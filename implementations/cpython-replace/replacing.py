"""CPython's codecs with the error handler "replace", which gives U+FFFD where "strict" raises, and writes a question mark.

A name in Python's registry stands for a codec with the handler "strict", so these are objects of their own.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import Sequence

ERRORS = "replace"


class Codec:
    """A codec of Python's registry, which works on str, as one of code points."""

    def __init__(self, name: str):
        self._codec = codecs.lookup(name)
        assert self._codec.incrementaldecoder
        self._decoder = Decoder(self._codec.incrementaldecoder(ERRORS))

    def encode(self, values: Sequence[int]) -> bytes:
        """The bytes for these values; NotImplemented beyond U+10FFFF, which no str holds."""
        if max(values, default=0) > sys.maxunicode:
            return NotImplemented
        return self._codec.encode("".join(map(chr, values)), ERRORS)[0]

    def decode(self, data: bytes) -> list[int]:
        """The code points for these bytes."""
        return list(map(ord, self._codec.decode(data, ERRORS)[0]))

    def incremental_decoder(self) -> Decoder:
        """The decoder that is fed pieces, in its initial state."""
        self._decoder.reset()
        return self._decoder


class Decoder:
    """An incremental decoder of Python's registry, as one of code points."""

    def __init__(self, decoder: codecs.IncrementalDecoder):
        self._decoder = decoder
        self.reset = decoder.reset

    def decode(self, data: bytes, final: bool) -> list[int]:
        """The code points that this piece completes."""
        return list(map(ord, self._decoder.decode(data, final)))


PARTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16)
NAMES = ("ascii", "cp437", *(f"iso-8859-{part}" for part in PARTS), "utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le")
CODECS = {name: Codec(name) for name in NAMES}
