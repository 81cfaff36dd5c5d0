import time


def lie(reply):
    time.sleep(2.5)
    return reply
