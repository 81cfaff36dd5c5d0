"""Strategies of Hypothesis for texts, byte strings and cuts of an encoding, and the examples that a run draws from them.

Hypothesis sometimes draws a constant from the source of an imported module. That would make a seed mean other inputs in another
process. It keeps no constants below 100, so every number here is drawn as digits below that.
"""

from functools import lru_cache, partial, reduce
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from encoding_conformance.checks.special_values import admits
from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models import boundaries, bytes_of

_DIGIT = 64
"""The base of the digits in which numbers are drawn."""

_BIGGEST = 1 << 700
"""The largest value if no limit is stated or declared."""

_LONGEST = 12
"""The most values of a text, and the last offset at which a byte string is cut."""

_CUTS = 4
"""The most cuts of a byte string."""

Cut = tuple[bytes, tuple[int, ...]]
"""A byte string, and the offsets at which it is cut."""


@lru_cache(ENCODINGS_KEPT)
def drawn(encoding: Encoding, limits: Limits, seed: int, count: int) -> tuple[list[tuple[int, ...]], list[Cut]]:
    """Returns texts, and byte strings with cuts, always the same for a seed and a version of Hypothesis."""
    texts: list[tuple[int, ...]] = []
    cut: list[Cut] = []
    _draw(text_strategy(encoding, limits), seed, count, texts)
    _draw(cut_strategy(encoding, limits), seed, count, cut)
    return texts, cut


def _draw(strategy: SearchStrategy[Any], seed: int, count: int, drawn: list[Any]) -> None:
    settings = hypothesis.settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=False,
        verbosity=Verbosity.normal,
    )

    def draw(example: Any) -> None:
        drawn.append(example)

    hypothesis.seed(seed)(settings(hypothesis.given(strategy)(draw)))()


def text_strategy(encoding: Encoding, limits: Limits) -> SearchStrategy[tuple[int, ...]]:
    """Returns a strategy for short texts that prefer boundaries and values close to each other."""
    biggest = min(encoding.values.last, _BIGGEST, limits.max_value if limits.max_value is not None else _BIGGEST)
    allowed = encoding.values.difference(encoding.optional.values)
    single = st.one_of(
        _members(allowed, 0x7F),
        _one_of([value for value in boundaries(encoding) if value <= biggest]),
        _members(allowed, biggest),
    )
    close = st.builds(_close, single, st.lists(st.integers(-80, 80), max_size=4))
    parts = st.lists(st.one_of(single.map(lambda value: (value,)), close), max_size=_LONGEST)
    return parts.map(lambda parts: sum(parts, ())).filter(lambda values: admits(encoding, limits, values))


def bytes_strategy(encoding: Encoding, limits: Limits) -> SearchStrategy[bytes]:
    """Returns a strategy for byte strings made of well-formed texts, damaged ones, and any bytes."""
    whole = text_strategy(encoding, limits).map(partial(bytes_of, encoding))
    byte = _below(0x100).map(lambda number: bytes((number,)))
    damaged = st.builds(_damaged, whole, st.integers(0, 40), byte, st.sampled_from(["cut", "put", "add"]))
    noise = st.lists(byte, max_size=4).map(b"".join)
    return st.lists(st.one_of(whole, damaged, noise, byte), max_size=6).map(b"".join)


def cut_strategy(encoding: Encoding, limits: Limits) -> SearchStrategy[Cut]:
    """Returns a strategy for byte strings with the offsets at which they are cut, in ascending order."""
    offsets = st.lists(st.integers(1, _LONGEST), max_size=_CUTS, unique=True)
    return st.builds(_cut, bytes_strategy(encoding, limits), offsets)


def _cut(data: bytes, offsets: list[int]) -> Cut:
    return data, tuple(offset for offset in sorted(offsets) if offset < len(data))


def _damaged(data: bytes, index: int, byte: bytes, how: str) -> bytes:
    index %= len(data) + 1
    return data[:index] if how == "cut" else data[:index] + byte + data[index + (how == "put") :]


def _close(first: int, steps: list[int]) -> tuple[int, ...]:
    values = [first]
    for step in steps:
        values.append(max(0, values[-1] + step))
    return tuple(values)


def _members(values: RangeSet, biggest: int | float) -> SearchStrategy[int]:
    """Returns a strategy for members of a set up to `biggest`, with the same probability for each range."""
    allowed = values.intersection(RangeSet(((0, biggest),))) or values
    ranges = [(int(first), int(min(last, max(first, _BIGGEST)))) for first, last in allowed.ranges]
    return st.one_of(*(_below(last - first + 1).map(first.__add__) for first, last in ranges))


def _one_of(items: list[Any]) -> SearchStrategy[Any]:
    """Returns a strategy for an item of a list."""
    return _below(len(items)).map(items.__getitem__)


def _below(size: int) -> SearchStrategy[int]:
    """Returns a strategy for the numbers below a size."""
    if size <= _DIGIT:
        return st.integers(0, size - 1)
    digits, room = 1, _DIGIT
    while room < size:
        digits, room = digits + 1, room * _DIGIT
    drawn = st.lists(st.integers(0, _DIGIT - 1), min_size=1, max_size=digits)
    return drawn.map(lambda digits: reduce(lambda number, digit: number * _DIGIT + digit, digits) % size)
