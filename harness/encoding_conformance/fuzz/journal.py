"""What a worker is doing, in memory that it shares with the campaign. It survives the worker."""

import mmap
from ctypes import Structure, c_bool, c_uint32, c_uint64, sizeof

SIZE = 1 << 20


class _Fields(Structure):
    """What precedes the input."""

    _fields_ = (("beats", c_uint64), ("executions", c_uint64), ("size", c_uint32), ("is_busy", c_bool))
    beats: int
    executions: int
    size: int
    is_busy: bool


LONGEST = SIZE - sizeof(_Fields)
"""The most bytes of an input."""


class Journal:
    """The journal of one worker. `now.beats` grows with each operation, and `now.executions` with each input.
    `now.is_busy` is set while an input is executed."""

    def __init__(self, fd: int = -1):
        """Maps a file of SIZE bytes; with -1, memory that is not shared."""
        self._memory = mmap.mmap(fd, SIZE)
        self.now = _Fields.from_buffer(self._memory)

    @property
    def data(self) -> bytes:
        """The current input."""
        return self._memory[sizeof(_Fields) : sizeof(_Fields) + self.now.size]

    def begin(self, data: bytes) -> None:
        """Records the input that is executed next."""
        data = data[:LONGEST]  # inputs of a campaign are shorter, and no other process reads the rest
        self._memory[sizeof(_Fields) : sizeof(_Fields) + len(data)] = data
        self.now.size, self.now.is_busy = len(data), True
        self.now.executions += 1
