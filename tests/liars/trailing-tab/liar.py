def lie(reply):
    return reply + "\t"
