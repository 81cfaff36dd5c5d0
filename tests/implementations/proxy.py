"""Stands between the harness and a plug-in, and changes the replies to ill-formed input: `proxy.py CHANGE COMMAND…`.

What is ill-formed says the reference.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from reference_codecs import CODECS, Rejection


def without_the_last(values: str) -> str:
    return ",".join(values.split(",")[:-1]) or "-"


CHANGES: dict[str, Callable[[str], str]] = {
    "none": lambda values: values,
    "garbage": lambda values: "41,42,43",
    "nothing": lambda values: "-",
    "without the last": without_the_last,
}


def is_ill_formed(request: str) -> bool:
    _, operation, encoding, *fields = request.split()
    if operation != "decode":
        return False
    try:
        CODECS[encoding].decode(bytes.fromhex(fields[0].replace("/", "").replace("-", "")))
    except Rejection:
        return True
    return False


def main(change: Callable[[str], str], command: list[str]) -> None:
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as plug_in:
        assert plug_in.stdin
        assert plug_in.stdout
        for request in sys.stdin:
            plug_in.stdin.write(request)
            id, word, *fields = plug_in.stdout.readline().split()
            if word == "ok" and is_ill_formed(request):
                fields = [change(fields[0])]
            print(id, word, *fields, flush=True)


if __name__ == "__main__":
    main(CHANGES[sys.argv[1]], sys.argv[2:])
