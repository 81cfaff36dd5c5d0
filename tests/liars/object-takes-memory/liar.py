import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        return right if bytearray(10 << 30) else []


CODEC = Liar()
