"""The process that asks a shared library for a slice of the texts of `transitions`:
`python -m encoding_conformance.adapters.transitions_worker LIBRARY FIRST LAST`, with the pickled encoding on standard input.

It makes the texts and their bytes with numpy, calls the functions of the library directly, and compares whole arrays. When it is
ready, and after some texts, it writes a line with the number of the next text, and the numbers of the texts that differ.
"""

import ctypes
import os
import pickle
import sys
from typing import Any

import numpy as np

from encoding_conformance.adapters.child_setup import become_worker
from encoding_conformance.adapters.shared_library import DECODE, ENCODE, OK
from encoding_conformance.checks.transitions_in_bulk import BulkText, BulkTexts
from encoding_conformance.core.encoding import Encoding

_LINE = 16
"""The number of texts for each line."""

_BYTES, _SPARE = 4, 16
"""The bytes of output for each value, and the items of room beyond what is expected."""

_compare = ctypes.CDLL(None).memcmp
_compare.argtypes = ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t


class Both:
    """The two functions of a library, with room for their output."""

    def __init__(self, library: ctypes.CDLL, encoding: str):
        size, pointer = ctypes.c_size_t, ctypes.c_void_p
        self._decode, self._encode = (getattr(library, direction.name) for direction in (DECODE, ENCODE))
        for function in (self._decode, self._encode):
            function.argtypes = ctypes.c_char_p, pointer, size, pointer, size, pointer, pointer
        self._encoding = encoding.encode()
        self._count, self._offset = size(), size()
        self._bytes, self._values = np.empty(0, np.uint8), np.empty(0, np.uint64)

    def are_right(self, text: BulkText) -> bool:
        """Returns whether the library goes both ways between the values and the bytes of a text."""
        data = np.frombuffer(text.data, np.uint8)
        return _same(self.encoded(text.values), data) and _same(self.decoded(data), text.values)

    def encoded(self, values: Any) -> Any:
        """Returns the bytes that the library gives for an array of values; an empty array if it gives none."""
        if len(self._bytes) < (size := _BYTES * len(values) + _SPARE):
            self._bytes = np.empty(size, np.uint8)
        return self._given(self._encode, values, self._bytes)

    def decoded(self, data: Any) -> Any:
        """Returns the values that the library gives for an array of bytes; an empty array if it gives none."""
        if len(self._values) < (size := len(data) + _SPARE):
            self._values = np.empty(size, np.uint64)
        return self._given(self._decode, data, self._values)

    def _given(self, function: Any, given: Any, room: Any) -> Any:
        count, offset = ctypes.byref(self._count), ctypes.byref(self._offset)
        status = function(self._encoding, given.ctypes.data, len(given), room.ctypes.data, len(room), count, offset)
        return room[: self._count.value if status == OK else 0]


def _same(one: Any, other: Any) -> bool:
    """Returns whether two arrays of one type have the same items. A comparison in numpy takes longer, and memory."""
    return len(one) == len(other) and not _compare(one.ctypes.data, other.ctypes.data, one.nbytes)


def main() -> None:
    """Asks the slice."""
    path, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    given, lines = become_worker()
    told = os.fdopen(lines, "w")
    encoding: Encoding = pickle.load(os.fdopen(given, "rb"))
    texts, library = BulkTexts(encoding), Both(ctypes.CDLL(path), encoding.id)
    differing = list[int]()
    print(first, file=told, flush=True)
    for index in range(first, last):
        if not library.are_right(texts[index]):
            differing.append(index)
        if (index + 1) % _LINE == 0 or index + 1 == last:
            print(index + 1, *differing, file=told, flush=True)
            differing.clear()


if __name__ == "__main__":
    main()
