"""Ids of requests: no two requests of one unit have the same, so that no late reply is taken for another's."""

from __future__ import annotations


class Ids:
    """Numbers from 1 on."""

    def __init__(self) -> None:
        self._next = 1

    def take(self, count: int) -> int:
        """The first of so many numbers that nobody else gets."""
        first, self._next = self._next, self._next + count
        return first
