import time


def lie(reply):
    taken = bytearray(b"1") * (512 << 20)
    time.sleep(1000)
    return reply if taken else None
