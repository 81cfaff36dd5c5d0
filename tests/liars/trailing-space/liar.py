def lie(reply):
    return reply + " "
