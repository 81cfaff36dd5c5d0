import os
import signal


def lie(reply):
    os.kill(os.getpid(), signal.SIGSTOP)
