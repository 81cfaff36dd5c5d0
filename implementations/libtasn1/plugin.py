"""GNU Libtasn1's object identifiers as a codec object (docs/adapters.md, "In Python"), by way of ctypes.

Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. They go in
and come out as text, by asn1_object_id_der and asn1_get_object_id_der. The length before the bytes is Libtasn1's too.
"""

import sys
from ctypes import CDLL, byref, c_char_p, c_int, c_ulong
from ctypes import create_string_buffer as buffer
from ctypes.util import find_library

FIRST = "1.3"
TAG_SIZE = 1
SUCCESS = 0  # ASN1_SUCCESS
CHARACTERS_OF_BYTE = 4  # of text, at most: a dot and three digits

sys.set_int_max_str_digits(0)  # a limit of Python on the way to Libtasn1's dotted numbers, not of Libtasn1

LIBRARY = CDLL(find_library("tasn1"))
LIBRARY.asn1_strerror.restype = c_char_p


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers. Raises ValueError for Libtasn1's errors."""
        return contents(".".join([FIRST, *map(str, values)])).removeprefix(PREFIX)

    def decode(self, data):
        """Decode bytes to a list of integers. Raises ValueError for Libtasn1's errors, and ArithmeticError for a
        negative arc: Libtasn1 gave it, so it is no rejection, and it is no value."""
        encoded = with_length(PREFIX + data)
        text = buffer(CHARACTERS_OF_BYTE * len(encoded))
        check(LIBRARY.asn1_get_object_id_der(encoded, len(encoded), byref(c_int()), text, len(text)))
        _, _, *arcs = map(int, text.value.decode().split("."))
        if arcs and min(arcs) < 0:
            raise ArithmeticError(f"an arc of {min(arcs)}")
        return arcs


def contents(dotted):
    """The bytes of an object identifier, without its tag and length."""
    size, of_length = c_int(), c_int()
    LIBRARY.asn1_object_id_der(dotted.encode(), None, byref(size), 0)
    encoded = buffer(size.value)
    check(LIBRARY.asn1_object_id_der(dotted.encode(), encoded, byref(size), 0))
    untagged = encoded.raw[TAG_SIZE:]
    LIBRARY.asn1_get_length_der(untagged, len(untagged), byref(of_length))
    return untagged[of_length.value :]


def with_length(data):
    """The contents of an object identifier behind their length."""
    size = c_int()
    LIBRARY.asn1_length_der(c_ulong(len(data)), None, byref(size))
    length = buffer(size.value)
    LIBRARY.asn1_length_der(c_ulong(len(data)), length, byref(size))
    return length.raw + data


def check(status):
    """Raises what Libtasn1 says of its errors."""
    if status != SUCCESS:
        raise ValueError(LIBRARY.asn1_strerror(status).decode())


PREFIX = contents(FIRST)
CODEC = Codec()
