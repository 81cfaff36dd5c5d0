import collections.abc
import sys

sys.path.insert(0, "..")
from honest import Ascii


class Endless(collections.abc.Sequence):
    def __len__(self):
        return 1

    def __getitem__(self, place):
        return 0x41


class Liar(Ascii):
    def lie(self, right):
        return Endless()


CODEC = Liar()
