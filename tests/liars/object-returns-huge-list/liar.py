import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        return list(right) * 10_000_000


CODEC = Liar()
