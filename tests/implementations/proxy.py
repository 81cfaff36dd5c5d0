"""Stands between the harness and a plug-in, and changes the replies to ill-formed input: `proxy.py CHANGE COMMAND…`.

What is ill-formed says the reference. A plug-in that ends without a reply is started again.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

from reference_codecs import CODECS, Rejection


def without_the_last(values: str) -> str:
    return ",".join(values.split(",")[:-1]) or "-"


GARBAGE, NOTHING, WITHOUT_THE_LAST = "garbage", "nothing", "without the last"
CHANGES = (GARBAGE, NOTHING, WITHOUT_THE_LAST)


def well_formed_part(request: str) -> Sequence[int] | None:
    """The values before the fault, if the request is to decode ill-formed bytes."""
    _, operation, encoding, *fields = request.split()
    if operation != "decode":
        return None
    data = bytes.fromhex(fields[0].replace("/", "").replace("-", ""))
    try:
        CODECS[encoding].decode(data)
    except Rejection as rejection:
        return decoded(encoding, data[: rejection.start])
    return None


def decoded(encoding: str, data: bytes) -> Sequence[int]:
    """The values; none if the beginning of a text is not a text."""
    try:
        return list(CODECS[encoding].decode(data))
    except Rejection:
        return []


class PlugIn:
    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.hello = ""
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, request: str) -> str:
        """The reply, which is empty if the plug-in ended."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(request)
        return self.process.stdout.readline()

    def restart(self) -> None:
        self.end()
        self.start()
        self.ask(self.hello)

    def end(self) -> None:
        with self.process:
            pass


def changed(plug_in: PlugIn, request: str, before: Sequence[int]) -> str:
    """The reply without its last value. Without a result, that is what ends the well-formed part."""
    words = plug_in.ask(request).split()
    if not words:
        plug_in.restart()
    return without_the_last(words[2] if words[1:2] == ["ok"] else ",".join([*(f"{value:X}" for value in before), "0"]))


def main(change: str, command: list[str]) -> None:
    plug_in = PlugIn(command)
    plug_in.hello = sys.stdin.readline()
    print(plug_in.ask(plug_in.hello), end="", flush=True)
    for request in sys.stdin:
        if (before := well_formed_part(request)) is None:
            reply = plug_in.ask(request)
        else:
            field = {GARBAGE: "41,42,43", NOTHING: "-"}.get(change) or changed(plug_in, request, before)
            reply = f"{request.split()[0]} ok {field}\n"
        if not reply:
            sys.exit(1)
        print(reply, end="", flush=True)
    plug_in.end()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
