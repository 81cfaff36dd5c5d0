import sys


def lie(reply):
    for _ in range(100):
        sys.stderr.write("noise " * 180_000)
    return reply
