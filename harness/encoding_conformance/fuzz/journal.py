"""A worker's record of what it is doing, in memory that it shares with its supervisor.

The record stays, whatever happens to the worker.
"""

import mmap
from ctypes import Structure, c_bool, c_uint32, c_uint64, sizeof

SIZE = 1 << 20


class _Fields(Structure):
    """What stands before the input. Each field is written and read as a whole."""

    _fields_ = (
        ("beats", c_uint64),
        ("executions", c_uint64),
        ("features", c_uint64),
        ("check", c_uint32),
        ("size", c_uint32),
        ("stops", c_bool),
    )
    beats: int
    executions: int
    features: int
    check: int
    size: int
    stops: bool


LONGEST = SIZE - sizeof(_Fields)
"""The most bytes of an input."""


class Journal:
    """The journal of one worker. The worker writes it and its supervisor reads it, except for the word to stop.

    `now.beats` grows whenever something is asked. `now.check` is the index of the current check among all of the encoding.
    """

    def __init__(self, fd: int = -1):
        """Maps a file of SIZE bytes; with -1, memory that is not shared."""
        self._memory = mmap.mmap(fd, SIZE)
        self.now = _Fields.from_buffer(self._memory)

    @property
    def data(self) -> bytes:
        """The current input."""
        return self._memory[sizeof(_Fields) : sizeof(_Fields) + self.now.size]

    def begin(self, check: int, data: bytes) -> None:
        """Records that these bytes are about to be asked."""
        self._memory[sizeof(_Fields) : sizeof(_Fields) + len(data)] = data
        self.now.check, self.now.size = check, len(data)
        self.beat()

    def beat(self) -> None:
        """Records that the current check has asked something more."""
        self.now.beats += 1
