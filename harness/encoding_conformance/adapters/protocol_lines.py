"""Writes and parses the requests and replies of the plug-in protocol, version 1, without side effects.

The harness's own worker also speaks it, with two more replies: a codec raised an exception that is not a rejection (a program
would exit), or it returned an object that cannot be a result.
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
"""The beginning of the worker's reply to hello if it cannot load the implementation."""

_SHORT = 40
"""The most bytes of a rejection that is cached."""

_LONGEST, _LONGER = 1 << 20, 16
"""The size limit of a reply in bytes: the first number, plus the second for each byte of the requests."""

_MANY, _DIGITS = 16, 8
"""The least number of values that are padded, and the digits of each. Padding is 30 times faster, but needs leading zeros."""

_HEX_AND_COMMAS = b"0123456789ABCDEFabcdef,"

_FIELD, _NUMBER = re.compile(rb"[!-~]+"), re.compile(rb"[-+]?[0-9][0-9.]*")
"""Any field of a line, and a field that looks like a number."""

_EMPTY = "-"
"""The text for an empty sequence, and for an unknown offset."""

_BEFORE_FRAME = "\t"
"""The separator of the text of a crash and its frame. Printable text does not contain it."""


class ProtocolError(Exception):
    """A line does not follow the protocol. The message states the expectation."""

    kind = BrokenProtocol


class FieldError(ProtocolError):
    """A line has the right fields, but one of them is invalid."""


def request_lines(first: int, operations: Sequence[Operation], own: bool = False) -> list[str]:
    """Returns the requests for operations, with ids from `first` on. Only the harness's `own` worker takes values with leading
    zeros."""
    return [f"{id} {_request(operation, own)}\n" for id, operation in enumerate(operations, first)]


def _request(operation: Operation, own: bool) -> str:
    if isinstance(operation, Encode):
        return f"encode {operation.encoding} {_values(operation.input, own)}"
    if operation.cuts:
        return f"decode {operation.encoding} {'/'.join(chunk.hex().upper() for chunk in operation.chunks)}"
    return f"decode {operation.encoding} {operation.input.hex().upper() or _EMPTY}"


def _values(values: tuple[int, ...], padded: bool) -> str:
    if padded and len(values) >= _MANY:
        with suppress(struct.error):  # a value is larger
            return struct.pack(f">{len(values)}I", *values).hex(",", _DIGITS // 2).upper()
    return (",%X" * len(values) % values)[1:] or _EMPTY  # three times faster than a loop


def longest_reply(requested: int) -> int:
    """Returns the size limit of a reply in bytes, given the bytes of the requests."""
    return _LONGEST + _LONGER * requested


def parse_reply(line: bytes, id: int, kind: Kind, own: bool = False) -> Outcome:
    """Returns the outcome in a reply to the request with this id: Malformed if its result or offset is invalid. Only the
    harness's `own` worker may reply `crash` or `malformed`. Raises ProtocolError if the line is not such a reply."""
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
    """Returns advice about a line without an id, which is probably a log; empty for a line with an id."""
    if line.partition(b" ")[0].isdigit():
        return ""
    return "; standard output is for replies only, so write logs to standard error"


def parse_request(line: bytes) -> tuple[str, Operation | None]:
    """Returns the id and the operation of a request; None for hello. Raises ProtocolError if the line is not a request."""
    match line.split(b" "):
        case [id, word, encoding, text] if id.isdigit():
            name = encoding.decode("ascii", "replace")
            if word == b"encode":
                return id.decode(), Encode(name, _parse_values(text))
            if word == b"decode" and b"/" not in text:
                return id.decode(), Decode(name, _parse_bytes(text))
            if word == b"decode":
                chunks = [_parse_bytes(chunk) if chunk else b"" for chunk in text.split(b"/")]
                return id.decode(), Decode(name, b"".join(chunks), tuple(accumulate(map(len, chunks[:-1]))))
        case [id, b"hello", _] if id.isdigit():
            return id.decode(), None
    raise ProtocolError(f"{shown(line)} is not a request; expected ID hello 1, ID encode E VALUES or ID decode E BYTES")


def hello_line(id: str, encodings: Iterable[str], features: Iterable[str]) -> str:
    """Returns the reply to a hello."""
    return " ".join([id, "ok", VERSION, ",".join(encodings), *features]) + "\n"


def reply_line(id: str, outcome: Outcome) -> str:
    """Returns the reply for an outcome, with its text shortened and printable. Raises ValueError if there is no such reply."""
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
    raise _wrong(text, "BYTES, pairs of hex digits without separators, or -")


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
    """Returns the error for invalid BYTES or VALUES. If the text is not a single field, the whole line is broken."""
    kind = FieldError if _FIELD.fullmatch(text) else ProtocolError
    return kind(f"{shown(text)}: expected {expected}")


def _parse_rejection(text: bytes) -> Rejection:
    offset, _, reason = text.partition(b" ")
    if offset in (b"", b"-") or (offset.isdigit() and len(offset) < 20):
        return Rejection(int(offset) if offset.isdigit() else None, _free_text(reason))
    kind = FieldError if _NUMBER.fullmatch(offset) else ProtocolError
    raise kind(f"{shown(text)}: expected a decimal OFFSET or - after reject")


_parse_short_rejection = lru_cache(maxsize=1 << 14)(_parse_rejection)
"""Caches short rejections, the most frequent replies."""


def shown(line: bytes) -> str:
    """Returns the quoted beginning of a line."""
    text = ascii(line[:60].decode("latin-1"))
    return text if len(line) <= 60 else f"{text}… ({len(line)} bytes)"
