"""A shared piece of memory into which a child writes its answers as they come.

What is written stays, whatever happens to the child; the parent reads it when the child says that it is done, and
when the child has died or hangs. So no operation costs a trip through a pipe, and none is lost.

The answers stand one behind another in one region, so that the parent can compare many of them at a time with what is due.
What an implementation says about an answer in its own words would differ each time, and stands in a second region.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass

ANSWERS, REMARKS = 64 << 20, 4 << 20
"""Bytes of the two regions; pages that are not written to cost nothing."""

_HEADER = struct.Struct("QQQ")
"""How many answers there are, and where the next answer and the next remark go."""

SIZE = _HEADER.size + ANSWERS + REMARKS

_LENGTH = struct.Struct("I")
"""Bytes of the answer that follows."""

_REMARK = struct.Struct("II")
"""Which answer a remark is about, and how many bytes it has."""

_FIRST_ANSWER, _FIRST_REMARK = _HEADER.size, _HEADER.size + ANSWERS


def record(answer: bytes) -> bytes:
    """An answer as it stands in the arena."""
    return _LENGTH.pack(len(answer)) + answer


@dataclass(frozen=True)
class Written:
    """How many answers there are, and the two regions as they are."""

    count: int
    answers: bytes
    remarks: bytes


class Arena:
    """Answers and remarks, of one batch at a time."""

    def __init__(self, fd: int):
        """Map a file of SIZE bytes."""
        self._memory = mmap.mmap(fd, SIZE)
        self.clear()

    def clear(self) -> None:
        self._count, self._end, self._remark = 0, _FIRST_ANSWER, _FIRST_REMARK
        _HEADER.pack_into(self._memory, 0, self._count, self._end, self._remark)

    def add(self, answer: bytes, remark: bytes = b"") -> bool:
        """Write an answer, and what is said about it; False where there is no room for the answer."""
        written = record(answer)
        end = self._end + len(written)
        if end > _FIRST_REMARK:
            return False
        self._memory[self._end : end] = written
        if remark:
            self._add_remark(remark)
        self._count, self._end = self._count + 1, end
        _HEADER.pack_into(self._memory, 0, self._count, end, self._remark)
        return True

    def _add_remark(self, remark: bytes) -> None:
        """A remark for which there is no room is left out."""
        written = _REMARK.pack(self._count, len(remark)) + remark
        end = self._remark + len(written)
        if end <= SIZE:
            self._memory[self._remark : end] = written
            self._remark = end

    def count(self) -> int:
        """How many answers the other side has written."""
        count: int = _HEADER.unpack_from(self._memory)[0]
        return count

    def written(self) -> Written:
        """What the other side has written since it cleared the arena."""
        count, end, remark = _HEADER.unpack_from(self._memory)
        return Written(count, self._memory[_FIRST_ANSWER:end], self._memory[_FIRST_REMARK:remark])


def answers(count: int, region: bytes) -> list[bytes]:
    """The answers in a region. Raises struct.error where they are torn."""
    found, place = [], 0
    for _ in range(count):
        (size,) = _LENGTH.unpack_from(region, place)
        place += _LENGTH.size + size
        if place > len(region):
            raise struct.error("an answer ends behind its region")
        found.append(region[place - size : place])
    return found


def remarks(region: bytes) -> dict[int, bytes]:
    """The remarks in a region, by the place of the answer that each is about. Raises struct.error where they are torn."""
    found, place = {}, 0
    while place < len(region):
        about, size = _REMARK.unpack_from(region, place)
        place += _REMARK.size + size
        if place > len(region):
            raise struct.error("a remark ends behind its region")
        found[about] = region[place - size : place]
    return found
