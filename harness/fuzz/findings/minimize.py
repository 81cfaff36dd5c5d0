"""Finds a smaller input that shows the same. It is pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeVar

_PLAIN = (0x00, 0x41, 0x80)
"""The plainest bytes."""


Items = TypeVar("Items", bytes, tuple[bytes, ...])


def minimized(data: bytes, shows: Callable[[bytes], bool], tries: int) -> bytes:
    """A part of the data with as few and as plain bytes as this number of tries of `shows` can find."""
    still, before = _counted(shows, tries), None
    while data != before:  # perhaps the plainer bytes can now be left out
        before = data
        data = _last(_shorter(data, still), data)
        data = _last(_plainer(data, still), data)
    return data


def shortest(items: Items, shows: Callable[[Items], bool], tries: int) -> Items:
    """A part of the items that is as short as this number of tries can find."""
    return _last(_shorter(items, _counted(shows, tries)), items)


def _counted(shows: Callable[[Items], bool], tries: int) -> Callable[[Items], bool]:
    """`shows`, which is False after this number of tries."""
    left = tries

    def still(candidate: Items) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and shows(candidate)

    return still


def _last(found: Iterator[Items], first: Items) -> Items:
    return (deque(found, maxlen=1) or [first])[0]


def _shorter(data: Items, still: Callable[[Items], bool]) -> Iterator[Items]:
    """The data without halves, quarters, … and single bytes, as long as that helps."""
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
    """The data with plainer bytes in place of others."""
    for place in range(len(data)):
        for byte in _PLAIN:
            if byte == data[place]:
                break
            candidate = data[:place] + bytes([byte]) + data[place + 1 :]
            if still(candidate):
                data = candidate
                yield data
                break
