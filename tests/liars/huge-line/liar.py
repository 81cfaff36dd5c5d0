import sys
import time


def lie(reply):
    sys.stdout.write(reply + "41" * 50_000_000)
    sys.stdout.flush()
    time.sleep(1000)
