def hello(reply):
    return None
