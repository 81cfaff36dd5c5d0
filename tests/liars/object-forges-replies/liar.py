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
                    os.write(file, b"3 ok 41\n4 ok 43\n5 reject 0\n6 ok 44\n")
            except OSError:
                pass
        os._exit(3)


CODEC = Liar()
