"""Hypothesis's strategies, which make and shrink the inputs of each kind."""

from __future__ import annotations

from functools import lru_cache, partial
from math import inf
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from encoding_conformance.checks.inputs.kinds import admits, unencodable_values
from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models import boundaries, bytes_of

_BIGGEST = 1 << 700
"""The largest value if no limit is stated or declared."""

_LONGEST = 12
"""The most values of one sequence that Hypothesis makes."""


def strategy(kind: str, encoding: Encoding, limits: Limits) -> SearchStrategy[Any]:
    """The strategy that makes and shrinks the inputs of a kind."""
    values = value_sequences(encoding, limits)
    match kind:
        case "values" | "long" | "walk" | "sized" | "worn":
            return values
        case "bytes" | "near-miss" | "cut":
            return byte_strings(encoding, limits)
        case "pair":
            return st.tuples(values, values).filter(lambda pair: admits(encoding, limits, pair[0] + pair[1]))
        case "disturbed":
            return st.tuples(values, byte_strings(encoding, limits))
        case "optional":
            return st.builds(lambda a, edge, b: (*a, edge, *b), values, _members(encoding.optional.values, inf), values)
        case "unencodable" | "alone":
            return st.tuples(values, st.sampled_from(unencodable_values(encoding)))
        case "lines":
            return st.tuples(values, st.sampled_from(list(encoding.resets)), values)
        case _:
            return st.none()


def is_sequence(input: Any) -> bool:
    """Whether an input is a sequence of values or bytes, and not made of several parts."""
    return isinstance(input, bytes | tuple) and all(isinstance(item, int) for item in input)


def slices(input: Any) -> SearchStrategy[Any]:
    """Parts of an input, to shrink one that comes from the vectors."""
    if is_sequence(input):
        ends = st.integers(0, len(input))
        return st.builds(lambda start, size: input[start : start + size], ends, ends)
    if isinstance(input, tuple):
        return st.tuples(*map(slices, input))
    return st.just(input)


@lru_cache(ENCODINGS_KEPT)
def value_sequences(encoding: Encoding, limits: Limits) -> SearchStrategy[tuple[int, ...]]:
    """Short sequences of values that prefer boundaries and values close to each other."""
    biggest = min(encoding.values.last, _BIGGEST, limits.max_value if limits.max_value is not None else _BIGGEST)
    allowed = encoding.values.difference(encoding.optional.values)
    single = st.one_of(
        _members(allowed, 0x7F),
        st.sampled_from([value for value in boundaries(encoding) if value <= biggest]),
        _members(allowed, biggest),
    )
    close = st.builds(_close, single, st.lists(st.integers(-80, 80), max_size=4))
    lists = st.lists(st.one_of(single.map(lambda value: (value,)), close), max_size=_LONGEST)
    return lists.map(lambda parts: sum(parts, ())).filter(lambda values: admits(encoding, limits, values))


@lru_cache(ENCODINGS_KEPT)
def byte_strings(encoding: Encoding, limits: Limits) -> SearchStrategy[bytes]:
    """Strings of bytes made of well-formed pieces, cut ones, single bytes and noise."""
    noise = [st.binary(max_size=4), st.integers(0, 0xFF).map(lambda byte: bytes([byte]))]
    return st.lists(st.one_of(*_pieces(encoding, limits), *noise), max_size=6).map(b"".join)


def _pieces(encoding: Encoding, limits: Limits) -> list[SearchStrategy[bytes]]:
    if not encoding.tables:
        return []
    whole = value_sequences(encoding, limits).map(partial(bytes_of, encoding))
    damaged = st.builds(_damage, whole, st.integers(0, 40), st.integers(0, 0xFF), st.sampled_from(["cut", "put", "add"]))
    return [whole, damaged]


def _damage(data: bytes, place: int, byte: int, how: str) -> bytes:
    place %= len(data) + 1
    match how:
        case "cut":
            return data[:place]
        case "put":
            return data[:place] + bytes([byte]) + data[place + 1 :]
        case _:
            return data[:place] + bytes([byte]) + data[place:]


def _close(first: int, steps: list[int]) -> tuple[int, ...]:
    values = [first]
    for step in steps:
        values.append(max(0, values[-1] + step))
    return tuple(values)


def _members(values: RangeSet, biggest: int | float) -> SearchStrategy[int]:
    """Members of a set up to `biggest`, with the same probability for each range."""
    some = values.intersection(RangeSet(((0, biggest),))) or values
    return st.one_of(*(st.integers(int(first), int(min(last, max(first, _BIGGEST)))) for first, last in some.ranges))
