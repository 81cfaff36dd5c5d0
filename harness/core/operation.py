"""What is asked of an implementation."""

from __future__ import annotations

from typing import NamedTuple

ENCODE = "encode"
DECODE = "decode"

CHUNKS, EMPTY_PIECES = "chunks", "empty pieces"
"""Features that an implementation may have: an incremental decoder, and a way to feed it a piece of no bytes."""


class Operation(NamedTuple):
    """Encode or decode one whole sequence, from the encoding's initial state.

    `input` is a tuple of values for encode, bytes for decode. `cuts` are the offsets in bytes, never falling, at which
    the input of a decode is cut into the pieces that an incremental decoder is fed.
    """

    kind: str
    encoding: str
    input: tuple[int, ...] | bytes
    cuts: tuple[int, ...] = ()

    @property
    def pieces(self) -> list[bytes]:
        """The input of a decode, cut."""
        ends = (*self.cuts, len(self.input))
        return [self.input[start:end] for start, end in zip((0, *self.cuts), ends)]


def encode(encoding: str, values: tuple[int, ...]) -> Operation:
    """Ask for the bytes of these values."""
    return Operation(ENCODE, encoding, values)


def decode(encoding: str, data: bytes, cuts: tuple[int, ...] = ()) -> Operation:
    """Ask for the values of these bytes."""
    return Operation(DECODE, encoding, data, cuts)
