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
    """The bytes of `memory` from `start` to `end`, which are whole pages; `size` is their number. `address` is the address of
    the place 0 of the memory, whose places before `start` and from `end` on must not be touched."""

    def __init__(self, size: int):
        """Makes room for `size` bytes or more. Raises MemoryError if there is not enough memory."""
        pages = -(-max(size, 1) // mmap.PAGESIZE)
        self.start = _FENCE
        self.size = pages * mmap.PAGESIZE
        self.end = self.start + self.size
        try:
            self.memory = mmap.mmap(-1, self.end + _FENCE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except OSError as error:
            raise MemoryError(os.strerror(error.errno or 0)) from None
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        for place in (0, self.end):
            if _protect(self.address + place, _FENCE, _NONE):
                raise MemoryError(os.strerror(ctypes.get_errno()))
