import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        return memoryview(right) if isinstance(right, bytes) else tuple(right)


CODEC = Liar()
