"""The lines of the plug-in protocol, version 1: writes and parses requests and replies. It is pure."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate

from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import BrokenProtocol, Decoded, Encoded, Malformed, Outcome, Rejection, Unsupported, Valid
from encoding_conformance.core.text import printable
from encoding_conformance.core.vector import Permitted

VERSION = "1"
HELLO = f"0 hello {VERSION}\n".encode()

_SHORT = 40
"""The most bytes of an answer that is worth remembering."""

_HEX = b"0123456789ABCDEFabcdef"
_HEX_AND_COMMAS = _HEX + b","

_FIELD, _NUMBER = re.compile(rb"[!-~]+"), re.compile(rb"[-+]?[0-9][0-9.]*")
"""A field of a line, whatever it says, and one that somebody wrote as a number."""

_VALID = "valid"
"""The reply of a validator to a decode of what is well-formed."""

_EMPTY = "-"
"""The text for an empty sequence, and for an unknown offset."""


class ProtocolError(Exception):
    """A line does not follow the protocol. The message says what is expected."""

    kind = BrokenProtocol


class FieldError(ProtocolError):
    """A line has the fields that it must have, but one of them is not what it should be."""


def numbered(first: int, texts: Iterable[str]) -> bytes:
    """Returns the lines of requests or replies with these texts. Each has its id, and the first one has the id `first`."""
    return "".join([f"{id} {text}\n" for id, text in enumerate(texts, first)]).encode("ascii")


def request_text(operation: Operation) -> str:
    """Returns the request for an operation, without its id."""
    if isinstance(operation, Encode):
        text = _values(operation.input)
    else:
        text = "/".join(piece.hex().upper() for piece in operation.pieces) if operation.cuts else _bytes(operation.input)
    return f"{operation.kind} {operation.encoding} {text}"


def expected_reply(expected: Permitted | Valid) -> str:
    """Returns the reply with a result or a rejection, without its id, and without free text."""
    if isinstance(expected, Valid):
        return _VALID
    if isinstance(expected, Rejection):
        return "reject" if expected.offset is None else f"reject {expected.offset}"
    return f"ok {_bytes(expected.value) if isinstance(expected, Encoded) else _values(expected.value)}"


def _bytes(data: bytes) -> str:
    return data.hex().upper() or _EMPTY


def _values(values: Iterable[int]) -> str:
    return ",".join([f"{value:X}" for value in values]) or _EMPTY


def parse_reply(line: bytes, id: int, kind: str) -> Outcome:
    """Returns the outcome that a reply to the request with this id gives: Malformed if it has the right fields, but
    something else stands for its result or its offset. Raises ProtocolError if the line is not such a reply."""
    head, _, answer = line.partition(b" ")
    if head != b"%d" % id:
        raise ProtocolError(f"{shown(line)} is not the reply to request {id}{_advice(line)}")
    return _parse_short_answer(answer, kind) if len(answer) <= _SHORT else _parse_answer(answer, kind)


def _parse_answer(answer: bytes, kind: str) -> Outcome:
    word, _, rest = answer.partition(b" ")
    try:
        if word == b"ok":
            return Encoded(_parse_bytes(rest)) if kind == Kind.ENCODE else Decoded(_parse_values(rest))
        if word == b"reject":
            return _rejection(rest)
        if answer == _VALID.encode() and kind == Kind.DECODE:
            return Valid()
        if word == b"unsupported":
            return Unsupported(printable(rest.decode("utf-8", "replace")))
    except FieldError as error:
        return Malformed(str(error))
    raise ProtocolError(f"{shown(answer)} is not a reply; expected ok, valid, reject or unsupported after the id")


_parse_short_answer = lru_cache(maxsize=1 << 14)(_parse_answer)
"""Laws repeat their questions, and the most frequent answer is a rejection without a remark."""


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


def parse_request(line: bytes) -> tuple[str, str, Operation | None]:
    """Returns the id and the word of a request, and its operation, or None if it asks for something else. Raises ProtocolError
    if the line is not a request."""
    match line.decode("ascii", "replace").split(" "):
        case [id, *_] if not (id.isascii() and id.isdigit()):
            pass
        case [id, "hello", _]:
            return id, "hello", None
        case [id, "encode", encoding, text]:
            return id, Kind.ENCODE, Encode(encoding, _parse_values(text.encode()))
        case [id, "decode", encoding, text]:
            pieces = [_parse_bytes(piece.encode()) for piece in text.split("/")]
            return id, Kind.DECODE, Decode(encoding, b"".join(pieces), tuple(accumulate(map(len, pieces[:-1]))))
    raise ProtocolError(f"{shown(line)} is not a request; expected ID hello 1, ID encode E VALUES or ID decode E BYTES")


def reply(id: str, outcome: Outcome) -> str:
    """Returns the line that answers with an outcome, which must not be a failure."""
    match outcome:
        case Encoded() | Decoded() | Valid():
            return f"{id} {expected_reply(outcome)}\n"
        case Rejection(offset, text):
            words = f"reject {_EMPTY if offset is None else offset}"
        case Unsupported(text):
            words = "unsupported"
        case _:
            raise ValueError(outcome)
    return f"{id} {words} {printable(text).encode('ascii', 'backslashreplace').decode()}".rstrip() + "\n"


def _parse_bytes(text: bytes) -> bytes:
    if text == b"-":
        return b""
    try:
        if text and not text.translate(None, _HEX):
            return bytes.fromhex(text.decode("ascii"))
    except ValueError:
        pass
    raise _wrong(text, "BYTES, pairs of hex digits with nothing between, or -")


def _parse_values(text: bytes) -> tuple[int, ...]:
    if text == b"-":
        return ()
    try:
        if not text.translate(None, _HEX_AND_COMMAS):
            return tuple([int(number, 16) for number in text.split(b",")])
    except ValueError:
        pass
    raise _wrong(text, "VALUES, hex numbers without prefix, separated by commas, or -")


def _wrong(text: bytes, expected: str) -> ProtocolError:
    """Returns the error for a text that is not BYTES or VALUES. If it is not even one field, it has broken the whole line."""
    kind = FieldError if _FIELD.fullmatch(text) else ProtocolError
    return kind(f"{shown(text)}: expected {expected}")


def _rejection(text: bytes) -> Rejection:
    offset, _, reason = text.partition(b" ")
    if offset in (b"", b"-") or (offset.isdigit() and len(offset) < 20):
        return Rejection(int(offset) if offset.isdigit() else None, printable(reason.decode("utf-8", "replace")))
    kind = FieldError if _NUMBER.fullmatch(offset) else ProtocolError
    raise kind(f"{shown(text)}: expected a decimal OFFSET or - after reject")


def shown(line: bytes) -> str:
    """Returns the beginning of a line, quoted."""
    text = ascii(line[:60].decode("latin-1"))
    return text if len(line) <= 60 else f"{text}… ({len(line)} bytes)"
