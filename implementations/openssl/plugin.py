"""libcrypto's object identifiers as a codec object (docs/adapters.md, "In Python"), by way of ctypes.

Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. They go in
and come out as text, by OBJ_txt2obj and OBJ_obj2txt. The tag and the length are libcrypto's too.
"""

import sys
from ctypes import CDLL, POINTER, addressof, byref, c_char_p, c_int, c_long, c_size_t, c_void_p, string_at
from ctypes import create_string_buffer as buffer
from ctypes.util import find_library

FIRST = "1.3"
AS_NUMBERS = 1  # no names
PRIMITIVE, TAG, UNIVERSAL = 0, 6, 0  # V_ASN1_OBJECT, V_ASN1_UNIVERSAL

sys.set_int_max_str_digits(0)  # a limit of Python on the way to libcrypto's dotted numbers, not of libcrypto

LIBRARY = CDLL(find_library("crypto"))


def function(name, result, *arguments):
    """A function of libcrypto, with its types."""
    found = LIBRARY[name]
    found.restype, found.argtypes = result, arguments
    return found


txt2obj = function("OBJ_txt2obj", c_void_p, c_char_p, c_int)
obj2txt = function("OBJ_obj2txt", c_int, c_char_p, c_int, c_void_p, c_int)
d2i = function("d2i_ASN1_OBJECT", c_void_p, c_void_p, POINTER(c_void_p), c_long)
data_of = function("OBJ_get0_data", c_void_p, c_void_p)
length_of = function("OBJ_length", c_size_t, c_void_p)
free = function("ASN1_OBJECT_free", None, c_void_p)
object_size = function("ASN1_object_size", c_int, c_int, c_int, c_int)
put_object = function("ASN1_put_object", None, POINTER(c_void_p), c_int, c_int, c_int, c_int)
last_error = function("ERR_peek_last_error", c_size_t)
clear_errors = function("ERR_clear_error", None)
reason_of = function("ERR_reason_error_string", c_char_p, c_size_t)


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers of any size. Raises ValueError where libcrypto gives no object."""
        return contents(".".join([FIRST, *map(str, values)])).removeprefix(PREFIX)

    def decode(self, data):
        """Decode bytes to a list of integers. Raises ValueError where libcrypto gives no object, or no text of it."""
        encoded = tagged(PREFIX + data)
        identifier = d2i(None, byref(c_void_p(addressof(encoded))), len(encoded)) or refuse()
        try:
            _, _, *arcs = text(identifier).split(".")
            return list(map(int, arcs))
        finally:
            free(identifier)


def contents(dotted):
    """The bytes of an object identifier, without its tag and length."""
    identifier = txt2obj(dotted.encode(), AS_NUMBERS) or refuse()
    try:
        return string_at(data_of(identifier), length_of(identifier))
    finally:
        free(identifier)


def tagged(data):
    """A buffer of these contents behind the tag and the length of an object identifier."""
    size = object_size(PRIMITIVE, len(data), TAG)
    encoded = buffer(size)
    put_object(byref(c_void_p(addressof(encoded))), PRIMITIVE, len(data), TAG, UNIVERSAL)
    encoded[size - len(data) :] = data
    return encoded


def text(identifier):
    """The dotted numbers of an object."""
    length = obj2txt(None, 0, identifier, AS_NUMBERS)
    if length < 0:
        refuse()
    written = buffer(length + 1)
    obj2txt(written, len(written), identifier, AS_NUMBERS)
    return written.value.decode()


def refuse():
    """Raises what libcrypto says of its last error, if anything."""
    reason = reason_of(last_error()) or b"no reason"
    clear_errors()
    raise ValueError(reason.decode())


PREFIX = contents(FIRST)
CODEC = Codec()
