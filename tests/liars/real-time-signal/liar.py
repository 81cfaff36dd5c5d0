import os


def lie(reply):
    os.kill(os.getpid(), 40)
