def lie(reply):
    return "\x00\xff garbage \x1b[31m"
