import os
import sys
import time

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        if not os.fork():
            os.setsid()
            if not os.fork():
                time.sleep(1000)
            os._exit(0)
        return right


CODEC = Liar()
