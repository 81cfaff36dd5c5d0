import sys
import time

from held import Held, lines

sys.stdin, sys.stdout = lines(), Held()


def lie(reply):
    time.sleep(1000)
