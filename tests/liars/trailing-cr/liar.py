def lie(reply):
    return reply + "\r"
