def lie(reply):
    return None
