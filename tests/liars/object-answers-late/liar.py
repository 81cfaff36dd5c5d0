import sys
import time

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        time.sleep(60)
        return right


CODEC = Liar()
