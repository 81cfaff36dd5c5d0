"""Changes of inputs that know the structure of an encoding. Only the bits of a seed determine each change. It is pure."""

from __future__ import annotations

from collections.abc import Callable

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.fuzz.corpus import tokens, units

_MULTIPLIER, _ADDEND, _BITS = 6364136223846793005, 1442695040888963407, 64
"""The constants of Knuth's linear congruential generator (MMIX). `random.Random(seed)` would take longer than a decoder."""

_CHANGES = 3
"""The most changes of one input."""

Pick = Callable[[int], int]
"""Gives a number below this one."""


class Mutator:
    """Changes inputs of one encoding."""

    def __init__(self, encoding: Encoding):
        self._tokens = tokens(encoding) or [b"\x00"]
        self._units = units(encoding) or self._tokens
        self._changes = (
            self._splice,
            self._splice,
            self._overwrite,
            self._put_unit,
            self._put_unit,
            _duplicated,
            _turned,
            _cut,
            _ended,
            _one_byte,
        )

    def __call__(self, data: bytes, most: int, seed: int) -> bytes:
        """The changed data, of at most `most` bytes, always the same for a seed."""
        pick = _picker(seed)
        for _ in range(1 + pick(_CHANGES)):
            data = self._changes[pick(len(self._changes))](data, pick)
        return data[:most]

    def _splice(self, data: bytes, pick: Pick) -> bytes:
        """The data with a value inserted."""
        return _put(data, self._tokens[pick(len(self._tokens))], pick(len(data) + 1))

    def _overwrite(self, data: bytes, pick: Pick) -> bytes:
        """The data with a value written over others."""
        token, place = self._tokens[pick(len(self._tokens))], pick(len(data) + 1)
        return data[:place] + token + data[place + len(token) :]

    def _put_unit(self, data: bytes, pick: Pick) -> bytes:
        """The data with a lead, trail or reset unit inserted, or replacing another."""
        unit, place = self._units[pick(len(self._units))], pick(len(data) + 1)
        return data[:place] + unit + data[place + pick(2) * len(unit) :]


def _picker(seed: int) -> Pick:
    state = seed

    def pick(below: int) -> int:
        nonlocal state
        state = (state * _MULTIPLIER + _ADDEND) % (1 << _BITS)
        return (state >> _BITS // 2) % below

    return pick


def _put(data: bytes, piece: bytes, place: int) -> bytes:
    return data[:place] + piece + data[place:]


def _slice(data: bytes, pick: Pick) -> tuple[int, int]:
    start = pick(len(data) + 1)
    return start, start + pick(len(data) - start + 1)


def _duplicated(data: bytes, pick: Pick) -> bytes:
    """The data with a part repeated somewhere."""
    start, end = _slice(data, pick)
    return _put(data, data[start:end], pick(len(data) + 1))


def _turned(data: bytes, pick: Pick) -> bytes:
    """The data in chunks, two of which are swapped."""
    start, end = _slice(data, pick)
    middle = start + pick(end - start + 1)
    return data[:start] + data[middle:end] + data[start:middle] + data[end:]


def _cut(data: bytes, pick: Pick) -> bytes:
    """The data without a part."""
    start, end = _slice(data, pick)
    return data[:start] + data[end:]


def _ended(data: bytes, pick: Pick) -> bytes:
    """A beginning of the data."""
    return data[: pick(len(data) + 1)]


def _one_byte(data: bytes, pick: Pick) -> bytes:
    """The data with one byte changed."""
    place = pick(len(data) + 1)
    return data[:place] + bytes([pick(0x100)]) + data[place + 1 :]
