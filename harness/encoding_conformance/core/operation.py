"""The operations that an implementation performs."""

from enum import StrEnum
from typing import Literal, NamedTuple


class Kind(StrEnum):
    """The kinds of operations."""

    ENCODE = "encode"
    DECODE = "decode"


BOTH = frozenset(Kind)
"""The operations of an implementation that declares nothing else."""


CHUNKS, EMPTY_CHUNKS = "chunks", "empty pieces"
"""Features that an implementation may have: an incremental decoder, and one that accepts empty chunks."""


class Encode(NamedTuple):
    """Encode one whole sequence of values, from the encoding's initial state."""

    encoding: str
    input: tuple[int, ...]

    @property
    def kind(self) -> Literal[Kind.ENCODE]:
        return Kind.ENCODE

    @property
    def cuts(self) -> tuple[int, ...]:
        """Always empty: encode gets all values at once."""
        return ()


class Decode(NamedTuple):
    """Decode one whole sequence of bytes, from the encoding's initial state. `cuts` are the offsets, in ascending order, at which
    the input is cut into the chunks that an incremental decoder gets."""

    encoding: str
    input: bytes
    cuts: tuple[int, ...] = ()

    @property
    def kind(self) -> Literal[Kind.DECODE]:
        return Kind.DECODE

    @property
    def chunks(self) -> list[bytes]:
        """The input in chunks."""
        ends = (*self.cuts, len(self.input))
        return [self.input[start:end] for start, end in zip((0, *self.cuts), ends)]


Operation = Encode | Decode
