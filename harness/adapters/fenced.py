"""Memory between pages that nobody may touch, so that a read or a write beyond its ends ends the process."""

from __future__ import annotations

import ctypes
import mmap
import os

_FENCE = 16 * mmap.PAGESIZE
"""The bytes of the pages before and behind. They are reserved, but cost no memory."""

_NONE = 0
"""PROT_NONE: what is mapped may be neither read nor written."""

_protect = ctypes.CDLL(None, use_errno=True).mprotect
_protect.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int


class Fenced:
    """`size` bytes or more of `memory`, from `start` to `end`, which are whole pages. `address` is the address of the place 0 of
    the memory, whose places before `start` and from `end` on must not be touched."""

    def __init__(self, size: int):
        """Raises MemoryError if there is not enough memory."""
        pages = -(-max(size, 1) // mmap.PAGESIZE)
        self.start = _FENCE
        self.end = _FENCE + pages * mmap.PAGESIZE
        try:
            self.memory = mmap.mmap(-1, self.end + _FENCE)
        except OSError as error:
            raise MemoryError(os.strerror(error.errno or 0)) from None
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        for place in (0, self.end):
            if _protect(self.address + place, _FENCE, _NONE):
                raise MemoryError(os.strerror(ctypes.get_errno()))

    @property
    def size(self) -> int:
        """The bytes between the fences."""
        return self.end - self.start
