import sys


def lie(reply):
    taken = bytearray(b"1") * (512 << 20)
    while taken:
        sys.stderr.write("taking" * 1000)
