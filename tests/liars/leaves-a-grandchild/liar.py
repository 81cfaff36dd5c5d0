import os
import time


def lie(reply):
    if not os.fork():
        os.setsid()
        if not os.fork():
            time.sleep(1000)
        os._exit(0)
    return reply
