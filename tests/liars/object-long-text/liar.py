import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        raise ValueError("long " * 200_000)


CODEC = Liar()
