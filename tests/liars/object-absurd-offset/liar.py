import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        raise UnicodeDecodeError("ascii", b"A", -5, 7, "absurd")


CODEC = Liar()
