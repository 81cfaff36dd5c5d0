import ctypes
import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        ctypes.string_at(0)


CODEC = Liar()
