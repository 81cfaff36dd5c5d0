def lie(reply):
    while True:
        pass
