def lie(reply):
    return reply.replace("ok ", "ok -")
