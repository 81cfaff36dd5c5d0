import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        print("0 ok 1 ascii " * 1000, flush=True)
        sys.stdin.read()
        return right


CODEC = Liar()
