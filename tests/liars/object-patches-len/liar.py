import builtins
import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        builtins.len = lambda items: 0
        return right


CODEC = Liar()
