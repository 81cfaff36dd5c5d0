import os
import signal
import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        os.kill(os.getpid(), signal.SIGSTOP)


CODEC = Liar()
