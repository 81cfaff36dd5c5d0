"""A shared piece of memory into which a child writes its outcomes as they come.

What is written stays, whatever happens to the child; the parent reads it when the child says that it is done, and
when the child has died or hangs. So no operation costs a trip through a pipe, and none is lost.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator

SIZE = 64 << 20
"""Bytes; pages that are not written to cost nothing."""

_HEADER = struct.Struct("QQ")
"""How many outcomes there are, and where the next one goes."""

_LENGTH = struct.Struct("I")
"""Bytes of the outcome that follows."""


class Arena:
    """Outcomes as texts, one behind another."""

    def __init__(self, fd: int):
        """Map a file of SIZE bytes."""
        self._memory = mmap.mmap(fd, SIZE)
        self.clear()

    def clear(self) -> None:
        self._count, self._end = 0, _HEADER.size
        _HEADER.pack_into(self._memory, 0, self._count, self._end)

    def add(self, data: bytes) -> bool:
        """Write an outcome; False where there is no room for it."""
        start = self._end + _LENGTH.size
        end = start + len(data)
        if end > SIZE:
            return False
        _LENGTH.pack_into(self._memory, self._end, len(data))
        self._memory[start:end] = data
        self._count, self._end = self._count + 1, end
        _HEADER.pack_into(self._memory, 0, self._count, end)
        return True

    def count(self) -> int:
        """How many outcomes the other side has written."""
        return _HEADER.unpack_from(self._memory)[0]

    def outcomes(self) -> Iterator[bytes]:
        """What the other side has written since it cleared the arena. Raises struct.error where that is torn."""
        place = _HEADER.size
        for _ in range(self.count()):
            (size,) = _LENGTH.unpack_from(self._memory, place)
            place += _LENGTH.size + size
            yield self._memory[place - size : place]
