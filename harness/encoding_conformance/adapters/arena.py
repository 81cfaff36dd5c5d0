"""Shared memory into which a child process writes each answer as it comes.

What is written stays, whatever happens to the child. The parent reads it when the child says that it is done, and when the
child has died or hangs. So no operation costs a trip through a pipe, and no answer is lost.

The answers stand one after another in one region, so that the parent can compare many of them at a time with the expected
ones. An implementation's own words about an answer would differ each time, so they are in a second region.
"""

from __future__ import annotations

import mmap
import struct
from typing import NamedTuple

FORMAT = 2
"""The format of marshal in which equal answers have equal bytes."""

ANSWERS, REMARKS = 64 << 20, 4 << 20
"""The sizes of the two regions in bytes. Pages that are never written cost nothing."""

_HEADER = struct.Struct("QQQ")
"""The number of answers, and the offsets of the next answer and the next remark."""

_NOTE = struct.Struct("Q")
"""A number in which the child says what it is doing. It stays as well, and what it means is the child's affair."""

_LENGTH = struct.Struct("I")
"""The number of bytes of the answer that follows."""

_REMARK = struct.Struct("II")
"""The place of the answer that a remark is about, and the number of bytes of the remark."""

_FIRST_ANSWER = _HEADER.size + _NOTE.size
_FIRST_REMARK = _FIRST_ANSWER + ANSWERS

SIZE = _FIRST_REMARK + REMARKS


def record(answer: bytes) -> bytes:
    """An answer in the form that it has in the arena."""
    return _LENGTH.pack(len(answer)) + answer


class Written(NamedTuple):
    """What a batch has been answered: the number of answers, and the contents of the two regions."""

    answered: int
    answers: bytes
    remarks: bytes


class Arena:
    """The answers and remarks of one batch at a time."""

    def __init__(self, fd: int):
        """Maps a file of SIZE bytes."""
        self._memory = mmap.mmap(fd, SIZE)
        self.clear()

    def clear(self) -> None:
        """Forgets all answers and remarks, and the note."""
        self.note(0)
        self._count, self._end, self._remark = 0, _FIRST_ANSWER, _FIRST_REMARK
        _HEADER.pack_into(self._memory, 0, self._count, self._end, self._remark)

    def add(self, answer: bytes, remark: bytes = b"") -> bool:
        """Writes an answer and a remark about it. False if there is no room for the answer."""
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
        """Writes a remark, or leaves it out if there is no room for it."""
        written = _REMARK.pack(self._count, len(remark)) + remark
        end = self._remark + len(written)
        if end <= SIZE:
            self._memory[self._remark : end] = written
            self._remark = end

    def note(self, what: int) -> None:
        """Writes the note in the place of the one before."""
        _NOTE.pack_into(self._memory, _HEADER.size, what)

    def noted(self) -> int:
        """The note, which is 0 if nothing was noted."""
        note: int = _NOTE.unpack_from(self._memory, _HEADER.size)[0]
        return note

    def count(self) -> int:
        """The number of answers that the other side has written."""
        count: int = _HEADER.unpack_from(self._memory)[0]
        return count

    def written(self) -> Written:
        """What the other side has written since it cleared the arena."""
        count, end, remark = _HEADER.unpack_from(self._memory)
        return Written(count, self._memory[_FIRST_ANSWER:end], self._memory[_FIRST_REMARK:remark])


def answers(count: int, region: bytes) -> list[bytes]:
    """The answers in a region. Raises struct.error if they are incomplete."""
    found, place = [], 0
    for _ in range(count):
        (size,) = _LENGTH.unpack_from(region, place)
        place += _LENGTH.size + size
        if place > len(region):
            raise struct.error("an answer ends behind its region")
        found.append(region[place - size : place])
    return found


def remarks(region: bytes) -> dict[int, bytes]:
    """The remarks in a region, by the place of the answer that each is about. Raises struct.error if they are incomplete."""
    found, place = {}, 0
    while place < len(region):
        about, size = _REMARK.unpack_from(region, place)
        place += _REMARK.size + size
        if place > len(region):
            raise struct.error("a remark ends behind its region")
        found[about] = region[place - size : place]
    return found
