def lie(reply):
    id, _, rest = reply.partition(" ")
    return f"{int(id) + 1} {rest}"
