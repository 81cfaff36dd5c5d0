import os


def lie(reply):
    os.abort()
