"""A worker's record of what it is doing, in memory that it shares with its supervisor.

The record stays, whatever happens to the worker.
"""

from __future__ import annotations

import mmap
from struct import Struct
from typing import NamedTuple

SIZE = 1 << 20

_HEAD = Struct("@3Q2I")
"""The fields of an entry, with the number of bytes in place of the data. Native numbers are written and read as a whole."""

_STOPS = _HEAD.size
"""The place of the byte that says whether to stop, which only the supervisor writes."""

_BEGIN = _STOPS + 1

LONGEST = SIZE - _BEGIN
"""The most bytes of an input."""


class Entry(NamedTuple):
    """The contents of a journal. `beats` grows whenever something is asked; `law` is the index of the current law among the
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
        self.beats = self.executions = self.features = self._law = self._size = 0

    def begin(self, law: int, data: bytes) -> None:
        """Records that these bytes are about to be asked."""
        self._law, self._size = law, len(data)
        self._memory[_BEGIN : _BEGIN + len(data)] = data
        self.beat()

    def beat(self) -> None:
        """Records that the current law has asked something more."""
        self.beats += 1
        _HEAD.pack_into(self._memory, 0, self.beats, self.executions, self.features, self._law, self._size)

    def read(self) -> Entry:
        """Returns the current entry."""
        beats, executions, features, law, size = _HEAD.unpack_from(self._memory)
        return Entry(beats, executions, features, law, self._memory[_BEGIN : _BEGIN + min(size, LONGEST)])

    @property
    def stops(self) -> bool:
        """Whether the worker should finish."""
        return self._memory[_STOPS] != 0

    def stop(self) -> None:
        """Tells the worker to finish."""
        self._memory[_STOPS] = 1
