import mmap


def lie(reply):
    mmap.mmap(-1, 10 << 30)
    return reply
