"""Ids of requests in blocks: no two requests of one unit have the same, so that no late reply is taken for another's."""

from __future__ import annotations

_FIRST = 10_000_001
"""Smaller ones are for requests that are in no block."""


class Ids:
    """Numbers, each of them given out once."""

    def __init__(self) -> None:
        self._next = _FIRST

    def take(self, count: int) -> int:
        """The first of so many numbers that nobody else gets."""
        first, self._next = self._next, self._next + count
        return first
