"""Finds a smaller input with the same effect. It does no I/O."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeVar

_PLAIN = (0x00, 0x41, 0x80)
"""The plainest bytes, beginning with the plainest. Other bytes are replaced by them if possible."""


Items = TypeVar("Items", bytes, tuple[bytes, ...])


def minimized(data: bytes, shows: Callable[[bytes], bool], tries: int) -> bytes:
    """Returns the smallest data that this number of calls of `shows` can find: as few bytes as possible, and plain bytes
    in place of others. It returns `data` itself if `shows` returns true for nothing smaller."""
    still, before = _counted(shows, tries), None
    while data != before:  # with plainer bytes, it may be possible to leave out more
        before = data
        data = _last(_shorter(data, still), data)
        data = _last(_plainer(data, still), data)
    return data


def shortest(items: Items, shows: Callable[[Items], bool], tries: int) -> Items:
    """Returns the shortest part of `items` for which `shows` returns true and that is found in this number of calls."""
    return _last(_shorter(items, _counted(shows, tries)), items)


def _counted(shows: Callable[[Items], bool], tries: int) -> Callable[[Items], bool]:
    """Returns a function like `shows` that returns False after this number of calls."""
    left = tries

    def still(candidate: Items) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and shows(candidate)

    return still


def _last(found: Iterator[Items], first: Items) -> Items:
    return (deque(found, maxlen=1) or [first])[0]


def _shorter(data: Items, still: Callable[[Items], bool]) -> Iterator[Items]:
    """Yields ever shorter data, by leaving out halves, quarters, … and single bytes, as long as that succeeds."""
    size = len(data)
    while size:
        start, found = 0, False
        while start < len(data):
            candidate = data[:start] + data[start + size :]
            if still(candidate):
                data, found = candidate, True
                yield data
            else:
                start += size
        if size > 1 or not found:
            size //= 2


def _plainer(data: bytes, still: Callable[[bytes], bool]) -> Iterator[bytes]:
    """Yields ever plainer data, by replacing bytes with plainer ones."""
    for place in range(len(data)):
        for byte in _PLAIN:
            if byte == data[place]:
                break
            candidate = data[:place] + bytes([byte]) + data[place + 1 :]
            if still(candidate):
                data = candidate
                yield data
                break
