def lie(reply):
    return f"{reply}\n{reply}"
