import sys

sys.path.insert(0, "..")
from honest import Ascii


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError


class Liar(Ascii):
    def lie(self, right):
        raise Unprintable


CODEC = Liar()
