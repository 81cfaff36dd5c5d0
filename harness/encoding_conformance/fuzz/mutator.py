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
            self._insert_token,
            self._insert_token,
            self._overwrite_with_token,
            self._put_unit,
            self._put_unit,
            _repeat_part,
            _swap_parts,
            _leave_out_part,
            _leave_out_end,
            _change_byte,
        )

    def __call__(self, data: bytes, most: int, seed: int) -> bytes:
        """Returns the changed data, of at most `most` bytes, always the same for a seed."""
        pick = _picker(seed)
        for _ in range(1 + pick(_CHANGES)):
            data = self._changes[pick(len(self._changes))](data, pick)
        return data[:most]

    def _insert_token(self, data: bytes, pick: Pick) -> bytes:
        return _put(data, self._tokens[pick(len(self._tokens))], pick(len(data) + 1))

    def _overwrite_with_token(self, data: bytes, pick: Pick) -> bytes:
        token = self._tokens[pick(len(self._tokens))]
        return _put(data, token, pick(len(data) + 1), len(token))

    def _put_unit(self, data: bytes, pick: Pick) -> bytes:
        """Inserts a lead, trail or reset unit, or overwrites another with it."""
        unit, index = self._units[pick(len(self._units))], pick(len(data) + 1)
        return _put(data, unit, index, pick(2) * len(unit))


def _picker(seed: int) -> Pick:
    state = seed

    def pick(below: int) -> int:
        nonlocal state
        state = (state * _MULTIPLIER + _ADDEND) % (1 << _BITS)
        return (state >> _BITS // 2) % below

    return pick


def _put(data: bytes, piece: bytes, index: int, replaced: int = 0) -> bytes:
    return data[:index] + piece + data[index + replaced :]


def _slice(data: bytes, pick: Pick) -> tuple[int, int]:
    start = pick(len(data) + 1)
    return start, start + pick(len(data) - start + 1)


def _repeat_part(data: bytes, pick: Pick) -> bytes:
    start, end = _slice(data, pick)
    return _put(data, data[start:end], pick(len(data) + 1))


def _swap_parts(data: bytes, pick: Pick) -> bytes:
    start, end = _slice(data, pick)
    middle = start + pick(end - start + 1)
    return data[:start] + data[middle:end] + data[start:middle] + data[end:]


def _leave_out_part(data: bytes, pick: Pick) -> bytes:
    start, end = _slice(data, pick)
    return data[:start] + data[end:]


def _leave_out_end(data: bytes, pick: Pick) -> bytes:
    return data[: pick(len(data) + 1)]


def _change_byte(data: bytes, pick: Pick) -> bytes:
    return _put(data, bytes([pick(0x100)]), pick(len(data) + 1), 1)
