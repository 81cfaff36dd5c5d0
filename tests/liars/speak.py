"""Speaks the plug-in protocol for an honest ASCII, and lets `liar.py` of the working folder bend it.

A liar may have `hello(reply)`, `answer(reply)` for every operation, and `lie(reply)` for that on U+0041 alone.
Each gives the line to write in place of the honest one, or None if it has done its own writing.
"""

import os
import sys

sys.path.insert(0, os.getcwd())
import liar

LIED_ABOUT = ("encode ascii 41", "decode ascii 41")


def honest(request):
    id, word, *rest = request.split(" ")
    if word == "hello":
        return "0 ok 1 ascii"
    text = rest[1]
    if text == "-":
        return f"{id} ok -"
    items = [int(item, 16) for item in text.split(",")] if word == "encode" else bytes.fromhex(text)
    for place, item in enumerate(items):
        if item > 0x7F:
            return f"{id} reject {place}"
    separator = "," if word == "decode" else ""
    form = "%X" if word == "decode" else "%02X"
    return f"{id} ok {separator.join(form % item for item in items)}"


def bent(request):
    if " hello " in request:
        bend = getattr(liar, "hello", None)
    elif hasattr(liar, "lie") and request.partition(" ")[2] in LIED_ABOUT:
        bend = liar.lie
    else:
        bend = getattr(liar, "answer", None)
    reply = honest(request)
    return bend(reply) if bend else reply


for line in sys.stdin:
    if (reply := bent(line.rstrip("\n"))) is not None:
        sys.stdout.write(reply + "\n")
        sys.stdout.flush()
