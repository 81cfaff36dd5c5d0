def answer(reply):
    return reply.split(" ")[0] + " reject 0"
