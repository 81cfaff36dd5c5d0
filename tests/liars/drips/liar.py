import sys
import time


def lie(reply):
    while True:
        sys.stdout.write("0")
        sys.stdout.flush()
        time.sleep(0.1)
