def lie(reply):
    return reply.lower()
