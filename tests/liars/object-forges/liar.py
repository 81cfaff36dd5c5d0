import os
import stat
import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        for file in range(3, 64):
            try:
                if stat.S_ISFIFO(os.fstat(file).st_mode):
                    os.write(file, b"\n" * 3)
            except OSError:
                pass
        return right


CODEC = Liar()
