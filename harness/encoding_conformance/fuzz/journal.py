"""A worker's record of what it is doing, in memory that it shares with its supervisor.

The record stays, whatever happens to the worker.
"""

from __future__ import annotations

import mmap
from ctypes import Structure, c_uint32, c_uint64, sizeof
from typing import NamedTuple

SIZE = 1 << 20


class _Head(Structure):
    """The fields before the input. Only the supervisor writes whether to stop."""

    beats: int
    executions: int
    features: int
    law: int
    size: int
    stops: int
    _fields_ = (
        *((name, c_uint64) for name in ("beats", "executions", "features")),
        *((name, c_uint32) for name in ("law", "size", "stops")),
    )


_BEGIN = sizeof(_Head)

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
        self._head = _Head.from_buffer(self._memory)
        self.beats = self.executions = self.features = 0

    def begin(self, law: int, data: bytes) -> None:
        """Records that these bytes are about to be asked."""
        self.beat()
        self._head.law, self._head.size = law, len(data)
        self._memory[_BEGIN : _BEGIN + len(data)] = data

    def beat(self) -> None:
        """Records that the current law has asked something more."""
        self.beats += 1
        self._head.beats, self._head.executions, self._head.features = self.beats, self.executions, self.features

    def read(self) -> Entry:
        """Returns the current entry."""
        head = self._head
        data = self._memory[_BEGIN : _BEGIN + min(head.size, LONGEST)]
        return Entry(head.beats, head.executions, head.features, head.law, data)

    @property
    def stops(self) -> bool:
        """Whether the worker should finish."""
        return self._head.stops != 0

    def stop(self) -> None:
        """Tells the worker to finish."""
        self._head.stops = 1
