def answer(reply):
    return reply.split(" ")[0] + " ok 58"
