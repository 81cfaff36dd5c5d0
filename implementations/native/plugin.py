"""The C library of this folder as Python codec objects (docs/adapters.md, "In Python").

The environment variable SANITIZER, as OSS-Fuzz names it, chooses the library that was built with it.
"""

import os
from ctypes import CDLL, Structure, c_char_p, c_size_t, c_void_p, memmove, string_at
from pathlib import Path

SANITIZER = os.environ.get("SANITIZER")
LIBRARY = CDLL(str(Path(__file__).parent / "build" / (f"codecs-{SANITIZER}.so" if SANITIZER else "codecs.so")))


class Outcome(Structure):
    """As in codec.h."""

    _fields_ = [("data", c_void_p), ("length", c_size_t), ("fault", c_char_p), ("start", c_size_t)]


def function(library, name, result, *arguments):
    found = library[name]
    found.restype, found.argtypes = result, arguments
    return found


PROCESS = CDLL(None)
malloc = function(PROCESS, "malloc", c_void_p, c_size_t)
free = function(PROCESS, "free", None, c_void_p)


class IllFormed(UnicodeError):
    """What a codec rejects. `start`: the byte, or for encode the index of the value, at which the fault begins."""

    def __init__(self, fault, start):
        super().__init__(f"{fault} at {start}")
        self.start = start


class Codec:
    """The two functions of an encoding in the library."""

    def __init__(self, name):
        self._encode = function(LIBRARY, f"{name}_encode", Outcome, c_void_p, c_size_t)
        self._decode = function(LIBRARY, f"{name}_decode", Outcome, c_void_p, c_size_t)

    def encode(self, values):
        """Encode non-negative integers of any size. Raises IllFormed, MemoryError."""
        return perform(self._encode, ",".join(f"{value:X}" for value in values).encode())

    def decode(self, data):
        """Decode bytes to a list of integers. Raises IllFormed, MemoryError."""
        text = perform(self._decode, data)
        return [int(digits, 16) for digits in text.split(b",")] if text else []


def perform(operation, data):
    """What an operation makes of bytes.

    They are copied into memory from malloc, of exactly their length: a sanitizer watches the bounds of such memory, but
    not those of a Python object, which has a header before its bytes and a zero behind them.
    """
    memory = malloc(len(data))
    if not memory and data:
        raise MemoryError
    try:
        memmove(memory, data, len(data))
        outcome = operation(memory, len(data))
    finally:
        free(memory)
    if outcome.fault is not None:
        raise IllFormed(outcome.fault.decode(), outcome.start)
    if not outcome.data:
        raise MemoryError
    try:
        return string_at(outcome.data, outcome.length)
    finally:
        free(outcome.data)


CODECS = {"kim": Codec("kim"), "utf-inf-8": Codec("utf_inf_8")}
