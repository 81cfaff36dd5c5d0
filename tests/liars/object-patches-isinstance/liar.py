import builtins
import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        builtins.isinstance = lambda item, kind: False
        return right


CODEC = Liar()
