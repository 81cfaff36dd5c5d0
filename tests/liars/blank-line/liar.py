def lie(reply):
    return "\n" + reply
