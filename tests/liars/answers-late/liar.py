import time


def lie(reply):
    time.sleep(60)
    return reply
