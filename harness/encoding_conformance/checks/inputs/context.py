"""Puts bytes into context: other values before and after them, runs, and the ends of blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

_RUNS = (8, 16, 32)
"""Lengths of runs of values of one byte, which fast paths read."""

_BLOCKS = (8, 16, 32, 64)
"""Sizes in bytes of the blocks that decoders read at a time."""

_BUFFER = 1 << 12
"""The size of a buffer in bytes."""


@dataclass(frozen=True)
class Context:
    """The bytes of a short value and of a long one."""

    small: bytes
    long: bytes

    def beside(self, data: bytes) -> Iterator[bytes]:
        """The bytes alone, after a value, before one, between two, and before a value and bytes that would end another."""
        yield data
        yield self.small + data
        yield data + self.small
        yield self.small + data + self.small
        yield self.long + data + self.long
        yield data + self.small + self.long[1:]

    def around(self, data: bytes) -> Iterator[bytes]:
        """The bytes with a short value and a long one on either side, before the last bytes of a long value, and among runs."""
        for before, behind in product((b"", self.small, self.long), repeat=2):
            yield before + data + behind
        for size in range(1, len(self.long)):
            yield data + self.small + self.long[-size:]
        for run in _RUNS:
            yield self.small * run + data
            yield self.small * run + data + self.small * run

    def inside(self, data: bytes) -> Iterator[bytes]:
        """The bytes with a run inside them."""
        for place, run in product(range(1, len(data)), _RUNS):
            yield data[:place] + self.small * run + data[place:]

    def across_blocks(self, data: bytes) -> Iterator[bytes]:
        """The bytes at each place around the end of a block, and at each place of a run."""
        for size in _BLOCKS:
            yield from self._across(size, data)
        for place in range(_RUNS[-1] + 1):
            yield self.small * place + data + self.small * (_RUNS[-1] - place)

    def across_a_buffer(self, data: bytes) -> Iterator[bytes]:
        """The bytes at each place around the end of a buffer."""
        return self._across(_BUFFER, data)

    def _across(self, size: int, data: bytes) -> Iterator[bytes]:
        for overhang in range(-1, len(data) + 2):
            yield self.small * ((size - overhang) // len(self.small)) + data
