"""Thousands of texts, for laws that ask one or two operations about each.

| | |
| --- | --- |
| walks | some values of every block of Unicode in order, so that each meets the state that the one before left |
| runs | texts of values of one byte, with a longer value at each place, for fast paths |
| sizes | texts of the sizes that buffers and counters have, and of sizes close to them |
"""

from __future__ import annotations

from collections.abc import Iterator

from encoding_conformance.checks.inputs.singular import SINGULAR
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.models import boundaries, bytes_of

_LAST, _BLOCK = 0x10FFFF, 0x80
_BITS = _LAST.bit_length()

_MOST_BITS = 1200
"""The most bits of values, if an encoding has no largest one."""

_STRIDE = 256
"""The most values of a walk."""

_RUNS, _LONGEST_RUN = (8, 16, 17, 32, 33), 72

_SIZES = [near for power in range(4, 14) for near in ((1 << power) - 1, 1 << power, (1 << power) + 1)]
_LONG_SIZES = [1 << power for power in range(14, 17)]


def walks(encoding: Encoding, limits: Limits) -> list[tuple[int, ...]]:
    """The walks, in pieces of at most `_STRIDE` values."""
    values = [value for value in _steps() if _is_held(encoding, limits, value)]
    return [tuple(values[start : start + _STRIDE]) for start in range(0, len(values), _STRIDE)]


def _steps() -> Iterator[int]:
    """The values of the walks: both ends, the second and the middle of each block; then values of few bits, singular values, and
    powers of two."""
    for first in range(0, _LAST, _BLOCK):
        yield from (first, first + 1, first + _BLOCK // 2, first + _BLOCK - 1)
    yield from ((1 << high) | (1 << low) for high in range(_BITS) for low in range(high + 1))
    for value in SINGULAR:
        yield from (value, 0x41)
    for power in range(_BITS, _MOST_BITS):
        yield from ((1 << power) - 1, 1 << power)


def runs(encoding: Encoding, limits: Limits) -> list[tuple[int, ...]]:
    """Runs of each size, and runs of some sizes with another value at each place."""
    small, long = short_and_long(encoding, limits)
    mixed = ((small,) * place + (long,) + (small,) * (size - place - 1) for size in _RUNS for place in range(size))
    return [*((small,) * size for size in range(_LONGEST_RUN)), *mixed]


def sizes(encoding: Encoding, limits: Limits) -> list[tuple[int, ...]]:
    """Texts with telling numbers of values, and texts with telling numbers of bytes whose last value is a long one."""
    small, long = short_and_long(encoding, limits)
    width = _width(encoding, long)
    many = ((small,) * (size % width) + (long,) * (size // width) for size in _SIZES)
    texts = [(small,) * size for size in (*_SIZES, *_LONG_SIZES)]
    return list(dict.fromkeys([*texts, *many]))


def short_and_long(encoding: Encoding, limits: Limits) -> tuple[int, int]:
    """A value of the shortest form (U+0041 if it is one), and the last code point at an edge."""
    held = [value for value in (0x41, *boundaries(encoding)) if _is_held(encoding, limits, value)]
    return held[0], max(value for value in held if value <= _LAST)


def _width(encoding: Encoding, value: int) -> int:
    """The number of bytes of a value alone, according to a table."""
    return len(bytes_of(encoding, (value,))) if encoding.tables else 1


def _is_held(encoding: Encoding, limits: Limits, value: int) -> bool:
    return limits.hold((value,)) and value in encoding.values and value not in encoding.optional.values
