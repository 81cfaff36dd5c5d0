def answer(reply):
    return None
