def lie(reply):
    return reply + "41" * 50_000_000
