def lie(reply):
    taken = []
    while len(taken) < 10240:
        taken.append(bytearray(b"1") * (1 << 20))
    return reply
