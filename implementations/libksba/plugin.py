"""libksba's object identifiers as a codec object (docs/adapters.md, "In Python"), by way of ctypes.

Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. They go in
and come out as text, by ksba_oid_from_str and ksba_oid_to_str, which take the contents without a tag and a length.
"""

import sys
from ctypes import CDLL, POINTER, byref, c_char_p, c_int, c_size_t, c_void_p, string_at
from ctypes.util import find_library

FIRST = "1.3"
BAD = "1.3.6.1.4.1.11591.2.12242973"  # gnu.gnupg.badoid, which stands for what is not an object identifier

sys.set_int_max_str_digits(0)  # a limit of Python on the way to libksba's dotted numbers, not of libksba

LIBRARY = CDLL(find_library("ksba"))


def function(name, result, *arguments):
    """A function of libksba, with its types."""
    found = LIBRARY[name]
    found.restype, found.argtypes = result, arguments
    return found


from_str = function("ksba_oid_from_str", c_int, c_char_p, POINTER(c_void_p), POINTER(c_size_t))
to_str = function("ksba_oid_to_str", c_void_p, c_char_p, c_size_t)
free = function("ksba_free", None, c_void_p)


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers. Raises ValueError for libksba's errors."""
        return contents(".".join([FIRST, *map(str, values)])).removeprefix(PREFIX)

    def decode(self, data):
        """Decode bytes to a list of integers. Raises ValueError for libksba's bad object identifier."""
        dotted = text(PREFIX + data)
        if dotted == BAD and contents(BAD) != PREFIX + data:
            raise ValueError("badoid")
        _, _, *arcs = dotted.split(".")
        return list(map(int, arcs))


def contents(dotted):
    """The bytes of an object identifier, without its tag and length."""
    encoded, size = c_void_p(), c_size_t()
    if status := from_str(dotted.encode(), byref(encoded), byref(size)):
        raise ValueError(f"error {status & 0xFFFF}")
    try:
        return string_at(encoded, size.value)
    finally:
        free(encoded)


def text(encoded):
    """The dotted numbers of the contents of an object identifier."""
    dotted = to_str(encoded, len(encoded))
    if dotted is None:
        raise MemoryError
    try:
        return string_at(dotted).decode()
    finally:
        free(dotted)


PREFIX = contents(FIRST)
CODEC = Codec()
