import sys

sys.path.insert(0, "..")
from honest import Ascii


class Text(str):
    def __getitem__(self, place):
        return self


class Odd(Exception):
    def __str__(self):
        return Text("odd")


class Liar(Ascii):
    def lie(self, right):
        raise Odd


CODEC = Liar()
