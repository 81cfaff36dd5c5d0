"""ICU's program uconv, asked through version 1 of the plug-in protocol.

It is started for each request, and converts between the encoding and UTF-32. Its exit status says whether it could. The
position in its message may be one after the fault, as its manual says, so it is no offset.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

NAMES = {"iso-8859-3": "ISO-8859-3"}
VALUES = "UTF-32BE"
VALUE_SIZE = 4
MAX_VALUE = 0xFFFFFFFF
BLOCK = 1 << 16


class Unsupported(Exception):
    """What is no request, and values that UTF-32 does not hold."""


def parse_values(field: str) -> bytes:
    """The values in UTF-32."""
    if field == "-":
        return b""
    if not re.fullmatch("[0-9A-Fa-f]+(,[0-9A-Fa-f]+)*", field):
        raise Unsupported("field")
    values = [int(digits, 16) for digits in field.split(",")]
    if max(values) > MAX_VALUE:
        raise Unsupported("value above 32 bits")
    return b"".join(value.to_bytes(VALUE_SIZE, "big") for value in values)


def parse_bytes(field: str) -> bytes:
    """The bytes of a request."""
    if field == "-":
        return b""
    if not re.fullmatch("([0-9A-Fa-f]{2})+", field):
        raise Unsupported("field")
    return bytes.fromhex(field)


def format_values(data: bytes) -> str:
    """The values of UTF-32 in a reply."""
    starts = range(0, len(data), VALUE_SIZE)
    return ",".join(f"{int.from_bytes(data[at : at + VALUE_SIZE], 'big'):X}" for at in starts) or "-"


def convert(data: bytes, source: str, target: str) -> subprocess.CompletedProcess[bytes]:
    """What uconv does with the bytes. It keeps no byte-order mark to itself where the name tells the byte order."""
    return subprocess.run(["uconv", "--callback", "stop", "-f", source, "-t", target], input=data, capture_output=True)


def rejection(ended: subprocess.CompletedProcess[bytes]) -> str:
    """The reply to a fault; without a message of it, it is this program's."""
    message = ended.stderr.decode("ascii", "replace").strip()
    if " failed at input byte position " not in message:
        sys.exit(message or f"uconv ended with status {ended.returncode}")
    return f"reject - {message.splitlines()[0]}"


def ask(operation: str, encoding: str, field: str) -> str:
    """The reply to a request without its id."""
    if encoding not in NAMES or operation not in ("encode", "decode"):
        raise Unsupported("operation or encoding")
    if operation == "encode":
        ended = convert(parse_values(field), VALUES, NAMES[encoding])
        return rejection(ended) if ended.returncode else f"ok {ended.stdout.hex().upper() or '-'}"
    ended = convert(parse_bytes(field), NAMES[encoding], VALUES)
    return rejection(ended) if ended.returncode else f"ok {format_values(ended.stdout)}"


def reply(words: list[str]) -> str:
    """The reply to what stands after the id."""
    if words == ["hello", "1"]:
        return f"ok 1 {','.join(NAMES)}"
    if len(words) != 3:
        return "unsupported request"
    try:
        return ask(*words)
    except Unsupported as fault:
        return f"unsupported {fault}"


def lines() -> Iterator[str]:
    """The lines of standard input, as they come."""
    unread = b""
    while block := os.read(sys.stdin.fileno(), BLOCK):
        *whole, unread = (unread + block).split(b"\n")
        yield from (line.decode("latin-1") for line in whole)


def main() -> None:
    """Answers until the input ends."""
    for line in lines():
        id, *words = line.split(" ")
        if re.fullmatch("[0-9]+", id) and words:
            print(id, reply(words), flush=True)
        else:
            print(f"no request: {line[:80]}", file=sys.stderr)  # there is no id to reply to


if __name__ == "__main__":
    main()
