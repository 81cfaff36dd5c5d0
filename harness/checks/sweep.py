"""Exhaustive sweeps: every value to the end of Unicode from the initial state, every byte and every pair of bytes.

Values are fed in blocks, so that a sweep takes few operations; a block on which a law does not hold is shrunk to the
value at fault like any other subject.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from harness.core.encoding import Encoding
from harness.core.limits import Limits
from harness.core.ranges import RangeSet

BLOCK = 256
"""Values of one subject."""

_LAST = 0x10FFFF


def sweep(kind: str, encoding: Encoding, limits: Limits) -> Iterator[Any]:
    """The subjects of a kind, all of them; none for the kinds that have no end."""
    match kind:
        case "values":
            yield from _blocks(encoding, limits)
        case "bytes":
            for size in (1, 2):
                yield from map(bytes, product(range(0x100), repeat=size))


def _blocks(encoding: Encoding, limits: Limits) -> Iterator[tuple[int, ...]]:
    last = _LAST if limits.max_value is None else min(_LAST, limits.max_value)
    values = iter(encoding.values.difference(encoding.optional.values).intersection(RangeSet(((0, last),))))
    while block := tuple(islice(values, BLOCK)):
        yield _each_from_the_start(encoding, block)


def _each_from_the_start(encoding: Encoding, block: tuple[int, ...]) -> tuple[int, ...]:
    """A block in which each value meets the initial state: behind one that resets it, where there is a state."""
    if not encoding.resets:
        return block
    return tuple(value for one in block for value in (one, encoding.resets.first))
