import os
import sys


def lie(reply):
    sys.stdout.write(reply[:-1])
    sys.stdout.flush()
    os._exit(0)
