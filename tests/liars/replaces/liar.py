def answer(reply):
    return reply if " ok " in reply else reply.split(" ")[0] + " ok FFFD"
