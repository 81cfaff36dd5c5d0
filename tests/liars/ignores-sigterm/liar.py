import atexit
import signal
import time


def lie(reply):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    atexit.register(time.sleep, 1000)
    return reply
