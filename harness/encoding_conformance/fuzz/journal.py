"""A worker's record of what it is doing, in memory that it shares with its supervisor.

The record stays, whatever happens to the worker.

"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass

SIZE = 1 << 20

_HEAD = struct.Struct("QQQIII")
"""The beats, executions and features; the current law, the number of bytes of its input, and whether to stop."""

_COUNTS = struct.Struct("QQQ")
_UNDER_WAY = struct.Struct("II")
_STOP = struct.Struct("I")
_UNDER_WAY_AT, _STOP_AT = _COUNTS.size, _COUNTS.size + _UNDER_WAY.size

LONGEST = SIZE - _HEAD.size
"""The most bytes of an input."""


@dataclass(frozen=True)
class Entry:
    """The contents of a journal. `beats` grows whenever something is asked; `law` is the place of the current law among the
    worker's laws."""

    beats: int
    executions: int
    features: int
    law: int
    data: bytes


class Journal:
    """The journal of one worker. The worker writes it and its supervisor reads it, except for the word to stop."""

    def __init__(self, fd: int):
        """Maps a file of SIZE bytes; with -1, memory that is not shared."""
        self._memory = mmap.mmap(fd, SIZE)
        self.beats = self.executions = self.features = 0

    def begin(self, law: int, data: bytes) -> None:
        """Records that these bytes are about to be asked."""
        self.beats += 1
        memory = self._memory
        _COUNTS.pack_into(memory, 0, self.beats, self.executions, self.features)
        _UNDER_WAY.pack_into(memory, _UNDER_WAY_AT, law, len(data))
        memory[_HEAD.size : _HEAD.size + len(data)] = data

    def beat(self) -> None:
        """Records that the current law has asked something more."""
        self.beats += 1
        _COUNTS.pack_into(self._memory, 0, self.beats, self.executions, self.features)

    def read(self) -> Entry:
        """The current entry."""
        beats, executions, features, law, size, _ = _HEAD.unpack_from(self._memory)
        return Entry(beats, executions, features, law, self._memory[_HEAD.size : _HEAD.size + min(size, LONGEST)])

    @property
    def stops(self) -> bool:
        """Whether the worker should finish."""
        return self._memory[_STOP_AT] != 0

    def stop(self) -> None:
        """Tells the worker to finish."""
        _STOP.pack_into(self._memory, _STOP_AT, 1)
