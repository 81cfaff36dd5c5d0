import ctypes


def lie(reply):
    ctypes.string_at(0)
