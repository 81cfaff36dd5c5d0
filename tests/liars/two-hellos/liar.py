def hello(reply):
    return f"{reply}\n{reply}"
