import os
import stat
import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        replies = "".join(f"{id} ok 41\n" for id in range(100)).encode()
        for file in range(3, 64):
            try:
                if stat.S_ISFIFO(os.fstat(file).st_mode):
                    os.write(file, replies)
            except OSError:
                pass
        return right


CODEC = Liar()
