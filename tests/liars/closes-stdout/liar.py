import os
import time


def lie(reply):
    os.close(1)
    time.sleep(1000)
