held = []


def answer(reply):
    held.append(reply)
    if len(held) < 2:
        return None
    text = "\n".join(reversed(held))
    held.clear()
    return text
