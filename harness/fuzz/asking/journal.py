"""What a worker is doing, in memory that it shares with its keeper: it stays whatever becomes of the worker."""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass

SIZE = 1 << 20

_HEAD = struct.Struct("QQQIII")
"""Beats, executions, features; the law under way, the bytes of its input, whether to stop."""

_COUNTS = struct.Struct("QQQ")
_UNDER_WAY = struct.Struct("II")
_STOP = struct.Struct("I")
_UNDER_WAY_AT, _STOP_AT = _COUNTS.size, _COUNTS.size + _UNDER_WAY.size

LONGEST = SIZE - _HEAD.size
"""Bytes of an input."""


@dataclass(frozen=True)
class Entry:
    """`beats` grows whenever something is asked; `law` is the place of the law under way among the worker's."""

    beats: int
    executions: int
    features: int
    law: int
    data: bytes


class Journal:
    """Of one worker: written by it, read by its keeper, but for the word to stop."""

    def __init__(self, fd: int):
        """Map a file of SIZE bytes; with -1, memory that is not shared."""
        self._memory = mmap.mmap(fd, SIZE)
        self.beats = self.executions = self.features = 0

    def begin(self, law: int, data: bytes) -> None:
        """These bytes are about to be asked."""
        self.beats += 1
        memory = self._memory
        _COUNTS.pack_into(memory, 0, self.beats, self.executions, self.features)
        _UNDER_WAY.pack_into(memory, _UNDER_WAY_AT, law, len(data))
        memory[_HEAD.size : _HEAD.size + len(data)] = data

    def beat(self) -> None:
        """The law under way has asked something more."""
        self.beats += 1
        _COUNTS.pack_into(self._memory, 0, self.beats, self.executions, self.features)

    def read(self) -> Entry:
        """What is under way."""
        beats, executions, features, law, size, _ = _HEAD.unpack_from(self._memory)
        return Entry(beats, executions, features, law, self._memory[_HEAD.size : _HEAD.size + min(size, LONGEST)])

    @property
    def stops(self) -> bool:
        """Is the worker to come to an end?"""
        return self._memory[_STOP_AT] != 0

    def stop(self) -> None:
        """Let the worker come to an end."""
        _STOP.pack_into(self._memory, _STOP_AT, 1)
