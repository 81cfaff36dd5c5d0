"""Ids of requests in blocks. No two requests of a unit share an id, so that a late reply is never mistaken for another."""

from __future__ import annotations

_FIRST = 10_000_001
"""The first id for blocks. Smaller ids are for requests that are not in a block."""


class Ids:
    """Numbers, each of which is given out once."""

    def __init__(self) -> None:
        self._next = _FIRST

    def take(self, count: int) -> int:
        """Returns the first of `count` consecutive numbers that no other call returns."""
        first, self._next = self._next, self._next + count
        return first
