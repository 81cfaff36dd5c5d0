import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    last = None

    def decode(self, data):
        self.last, last = data, self.last
        return super().decode(data[:-1] if last == b"" else data)


CODEC = Liar()
