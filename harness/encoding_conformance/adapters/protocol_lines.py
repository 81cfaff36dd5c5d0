"""The lines of the plug-in protocol, version 1: writes and parses requests and replies. It is pure.

The harness's own worker speaks it as well. It has two more replies, for what a program says by ending or cannot say: that a codec
raised an exception that is no rejection, and that it returned what cannot be a result.
"""

import re
import struct
from binascii import unhexlify
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate, repeat

from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Malformed,
    Outcome,
    Rejection,
    Unsupported,
    Valid,
)
from encoding_conformance.core.text import printable

VERSION = "1"
HELLO = f"0 hello {VERSION}\n".encode()

CANNOT_LOAD = "0 unsupported "
"""How the harness's own worker begins its reply to hello if it cannot load the implementation."""

_SHORT = 40
"""The most bytes of a rejection that is worth remembering."""

_LONGEST, _LONGER = 1 << 20, 16
"""The most bytes of a reply: the first number, and the second for each byte of the requests."""

_MANY, _DIGITS = 16, 8
"""From so many values on, each is written with so many digits if the reader takes leading zeros. That is 30 times as fast."""

_HEX_AND_COMMAS = b"0123456789ABCDEFabcdef,"

_FIELD, _NUMBER = re.compile(rb"[!-~]+"), re.compile(rb"[-+]?[0-9][0-9.]*")
"""A field of a line, whatever it says, and one that somebody wrote as a number."""

_EMPTY = "-"
"""The text for an empty sequence, and for an unknown offset."""

_BEFORE_FRAME = "\t"
"""What separates the text of a crash from its frame. No printable text has it."""


class ProtocolError(Exception):
    """A line does not follow the protocol. The message says what is expected."""

    kind = BrokenProtocol


class FieldError(ProtocolError):
    """A line has the fields that it must have, but one of them is not what it should be."""


def request_lines(first: int, operations: Sequence[Operation], own: bool = False) -> list[str]:
    """Returns the requests for operations. The first one has the id `first`, and the others count on. Only the harness's `own`
    worker takes values with leading zeros."""
    return [f"{id} {_request(operation, own)}\n" for id, operation in enumerate(operations, first)]


def _request(operation: Operation, own: bool) -> str:
    if isinstance(operation, Encode):
        return f"encode {operation.encoding} {_values(operation.input, own)}"
    if operation.cuts:
        return f"decode {operation.encoding} {'/'.join(piece.hex().upper() for piece in operation.pieces)}"
    return f"decode {operation.encoding} {operation.input.hex().upper() or _EMPTY}"


def _values(values: tuple[int, ...], padded: bool) -> str:
    if padded and len(values) >= _MANY:
        with suppress(struct.error):  # a value is larger
            return struct.pack(f">{len(values)}I", *values).hex(",", _DIGITS // 2).upper()
    return (",%X" * len(values) % values)[1:] or _EMPTY  # a third of the time of a loop


def longest_reply(requested: int) -> int:
    """Returns the most bytes of a reply to requests of so many bytes."""
    return _LONGEST + _LONGER * requested


def parse_reply(line: bytes, id: int, kind: Kind, own: bool = False) -> Outcome:
    """Returns the outcome in a reply to the request with this id: Malformed if it has the right fields, but something else stands
    for its result or its offset. Only the harness's `own` worker may reply `crash` or `malformed`. Raises ProtocolError if the
    line is not such a reply."""
    head, _, answer = line.partition(b" ")
    if head != b"%d" % id:
        raise ProtocolError(f"{shown(line)} is not the reply to request {id}{_advice(line)}")
    word, _, rest = answer.partition(b" ")
    try:
        if word == b"ok":
            return Encoded(_parse_bytes(rest)) if kind == Kind.ENCODE else Decoded(_parse_values(rest))
        if word == b"reject":
            return _parse_short_rejection(rest) if len(rest) <= _SHORT else _parse_rejection(rest)
        if answer == b"valid" and kind == Kind.DECODE:
            return Valid()
        if word == b"unsupported":
            return Unsupported(_free_text(rest))
        if word == b"malformed" and own:
            return Malformed(_free_text(rest))
        if word == b"crash" and own:
            text, _, frame = rest.partition(_BEFORE_FRAME.encode())
            return Crash(_free_text(text), _free_text(frame), raised=True)
    except FieldError as error:
        return Malformed(str(error))
    raise ProtocolError(f"{shown(answer)} is not a reply; expected ok, valid, reject or unsupported after the id")


def _free_text(text: bytes) -> str:
    return printable(text.decode("utf-8", "replace"))


def parse_hello(line: bytes) -> tuple[list[str], list[str]]:
    """Returns the encodings and features in a reply to hello. Raises ProtocolError if the line is not such a reply."""
    match line.decode("ascii", "replace").split(" "):
        case ["0", "ok", version, encodings, *features] if version == VERSION:
            return encodings.split(","), features
        case ["0", "ok", _, _, *_]:
            raise ProtocolError(f"{shown(line)} has another protocol version; expected {VERSION}")
    expected = "0 ok 1 ENCODING[,ENCODING…] [FEATURE…]"
    raise ProtocolError(f"{shown(line)} is not a reply to hello; expected {expected}{_advice(line)}")


def _advice(line: bytes) -> str:
    """Returns advice about a line without an id, which is probably a log; empty if the line has one."""
    if line.partition(b" ")[0].isdigit():
        return ""
    return "; standard output is for replies only, so write logs to standard error"


def parse_request(line: bytes) -> tuple[str, Operation | None]:
    """Returns the id of a request and its operation, or None for a hello. Raises ProtocolError if the line is not a request."""
    match line.split(b" "):
        case [id, word, encoding, text] if id.isdigit():
            name = encoding.decode("ascii", "replace")
            if word == b"encode":
                return id.decode(), Encode(name, _parse_values(text))
            if word == b"decode" and b"/" not in text:
                return id.decode(), Decode(name, _parse_bytes(text))
            if word == b"decode":
                pieces = [_parse_bytes(piece) if piece else b"" for piece in text.split(b"/")]
                return id.decode(), Decode(name, b"".join(pieces), tuple(accumulate(map(len, pieces[:-1]))))
        case [id, b"hello", _] if id.isdigit():
            return id.decode(), None
    raise ProtocolError(f"{shown(line)} is not a request; expected ID hello 1, ID encode E VALUES or ID decode E BYTES")


def hello_line(id: str, encodings: Iterable[str], features: Iterable[str]) -> str:
    """Returns the reply to a hello."""
    return " ".join([id, "ok", VERSION, ",".join(encodings), *features]) + "\n"


def reply_line(id: str, outcome: Outcome) -> str:
    """Returns the reply with an outcome, whose texts are cut and made printable. Raises ValueError if there is no such reply."""
    match outcome:
        case Encoded(data):
            return f"{id} ok {data.hex().upper() or _EMPTY}\n"
        case Decoded(values):
            return f"{id} ok {_values(values, padded=True)}\n"
        case Rejection(offset, text):
            words = f"reject {_EMPTY if offset is None else offset} {printable(text)}"
        case Valid():
            words = "valid"
        case Unsupported(text):
            words = f"unsupported {printable(text)}"
        case Malformed(text):
            words = f"malformed {printable(text)}"
        case Crash(text, frame):
            words = f"crash {printable(text)}{_BEFORE_FRAME}{printable(frame)}"
        case _:
            raise ValueError(outcome)
    return f"{id} {words}".rstrip() + "\n"


def _parse_bytes(text: bytes) -> bytes:
    if text == b"-":
        return b""
    try:
        if text:
            return unhexlify(text)
    except ValueError:
        pass
    raise _wrong(text, "BYTES, pairs of hex digits with nothing between, or -")


def _parse_values(text: bytes) -> tuple[int, ...]:
    if text == b"-":
        return ()
    count, rest = divmod(len(text) + 1, _DIGITS + 1)
    try:
        if count >= _MANY and not rest and text[_DIGITS :: _DIGITS + 1] == b"," * (count - 1) == b"," * text.count(b","):
            return struct.unpack(f">{count}I", unhexlify(text.replace(b",", b"")))
        if not text.translate(None, _HEX_AND_COMMAS):
            return tuple(map(int, text.split(b","), repeat(16)))
    except ValueError:
        pass
    raise _wrong(text, "VALUES, hex numbers without prefix, separated by commas, or -")


def _wrong(text: bytes, expected: str) -> ProtocolError:
    """Returns the error for a text that is not BYTES or VALUES. If it is not even one field, it has broken the whole line."""
    kind = FieldError if _FIELD.fullmatch(text) else ProtocolError
    return kind(f"{shown(text)}: expected {expected}")


def _parse_rejection(text: bytes) -> Rejection:
    offset, _, reason = text.partition(b" ")
    if offset in (b"", b"-") or (offset.isdigit() and len(offset) < 20):
        return Rejection(int(offset) if offset.isdigit() else None, _free_text(reason))
    kind = FieldError if _NUMBER.fullmatch(offset) else ProtocolError
    raise kind(f"{shown(text)}: expected a decimal OFFSET or - after reject")


_parse_short_rejection = lru_cache(maxsize=1 << 14)(_parse_rejection)
"""The most frequent reply is a rejection without free text."""


def shown(line: bytes) -> str:
    """Returns the beginning of a line, quoted."""
    text = ascii(line[:60].decode("latin-1"))
    return text if len(line) <= 60 else f"{text}… ({len(line)} bytes)"
