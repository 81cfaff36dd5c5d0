import os


def lie(reply):
    os._exit(3)
