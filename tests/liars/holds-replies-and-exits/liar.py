import os
import sys

from held import Held, lines

sys.stdin, sys.stdout = lines(), Held()


def lie(reply):
    os._exit(3)
