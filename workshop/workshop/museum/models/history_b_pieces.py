"""Decoders in pieces that lose, repeat or refuse what stands where one piece ends and the next begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reference_codecs import CODECS, Rejection
from workshop.museum.tools import REPLACEMENT, InPieces, Pieces, Stepwise, one_a_subpart, one_each, replaced, subpart_end

MARK = b"\xef\xbb\xbf"
"""The byte-order mark in UTF-8."""


def refuse(data: bytes, fault: Rejection) -> None:
    """Rejects each ill-formed part."""


def is_unfinished(rest: bytes) -> bool:
    """Returns whether a character can begin with these bytes."""
    return rest[:1] > b"\xc1" and rest[0] < 0xF5 and subpart_end(rest, 0) == len(rest)


class Alone:
    """Takes each piece for a whole text, because no piece says that another follows."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        return replaced("utf-8", data, one_a_subpart)


class Forgetful(Stepwise):
    """Forgets the unfinished character when an empty piece comes, as if that ended the text."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        if not data and not final and is_unfinished(self.rest):
            self.rest = b""
        return super().decode(data, final)


class Unflushed(Stepwise):
    """Processes one item at the end and gives its output only if it ends the text. An error is one, so its U+FFFD is lost."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        values = super().decode(data, final=False)
        while final and self.rest:
            values += [] if is_unfinished(self.rest) else [REPLACEMENT]
            self.rest = self.rest[subpart_end(self.rest, 0) :]
        return values


@dataclass
class MarkOfEachPiece(Stepwise):
    """Takes the beginning of each piece for that of the text, and drops a byte-order mark there."""

    begun: bool = False

    def decode(self, data: bytes, final: bool) -> list[int]:
        if self.begun and not self.rest and data.startswith(MARK):
            data = data.removeprefix(MARK)
            self.offset += len(MARK)
        self.begun = self.begun or bool(data)
        return super().decode(data, final)


@dataclass
class CutMark(Stepwise):
    """Drops the byte-order mark only if the first piece has all of it. The adapter writes one where the text begins with one."""

    first: bytes = b""

    def decode(self, data: bytes, final: bool) -> list[int]:
        values = super().decode(data, final)
        is_cut = 0 < len(self.first) < len(MARK) and MARK.startswith(self.first)
        self.first = self.first or data
        if not (is_cut and values):
            return values
        self.first = MARK
        return [0xFEFF, *values] if values[0] == 0xFEFF else values


class Reencoded(Stepwise):
    """Finds how much of a piece was read by writing the values again, where each U+FFFD has three bytes."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        data = self.rest + data
        values = super().decode(data[len(self.rest) :], final)
        self.rest = data[len(CODECS["utf-8"].encode(values)) :]
        return values


@dataclass
class Filling:
    """Completes a cut character with bytes of the next piece alone. Where that piece is too short, NUL takes their place."""

    rest: bytes = b""
    offset: int = 0

    def decode(self, data: bytes, final: bool) -> list[int]:
        values: list[int] = []
        if self.rest and (data or final):
            lacking = width(self.rest[0]) - len(self.rest)
            values = self.strict(self.rest + data[:lacking].ljust(lacking, b"\0"))
            self.rest, data = b"", data[lacking:]
        begun = (at for at in range(max(len(data) - 3, 0), len(data)) if at + width(data[at]) > len(data))
        end = len(data) if final else next(begun, len(data))
        self.rest += data[end:]
        return values + self.strict(data[:end])

    def strict(self, data: bytes) -> list[int]:
        try:
            values = CODECS["utf-8"].decode(data)
        except Rejection as fault:
            raise fault.moved_by(self.offset) from None
        self.offset += len(data)
        return values


def width(lead: int) -> int:
    """Returns how many bytes a character takes, by its first."""
    return 1 + (lead >= 0xC2) + (lead >= 0xE0) + (lead >= 0xF0)


class EndsInSurrogate(Stepwise):
    """Gives the two bytes of a surrogate with which a piece ends to the error handler, which needs all three."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        values = super().decode(data, final)
        if len(self.rest) == 2 and self.rest[0] == 0xED and self.rest[1] >= 0xA0:
            raise Rejection("surrogate", self.rest, self.offset)
        return values


class EndsInPair(Stepwise):
    """Takes a pair that lacks only its last byte for bad data, because its bytes are reported as two and one."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        values = super().decode(data, final)
        if len(self.rest) == 3:
            raise Rejection("surrogate", self.rest[:2], self.offset)
        return values


class LastSurrogateKept(Stepwise):
    """Gives a high surrogate with which the stream ends as it is."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        values = super().decode(data, final=False)
        if final and self.rest:
            values.append(int.from_bytes(self.rest, "big") if len(self.rest) == 2 else REPLACEMENT)
        return values


def replacing(decoder: Callable[[], Pieces]) -> InPieces:
    """Returns a codec of UTF-8 that replaces, and is sound but for its decoder in pieces."""
    return InPieces(CODECS["utf-8"].encode, lambda data: replaced("utf-8", bytes(data), one_a_subpart), decoder)


def strict(encoding: str, decoder: Callable[[], Pieces]) -> InPieces:
    """Returns a codec that rejects, and is sound but for its decoder in pieces."""
    return InPieces(CODECS[encoding].encode, CODECS[encoding].decode, decoder)


def last_surrogate() -> InPieces:
    """Returns a codec of UTF-16 that replaces, and keeps a high surrogate at the end of a stream."""
    encoding = "utf-16-be"
    return InPieces(
        CODECS[encoding].encode,
        lambda data: replaced(encoding, bytes(data), one_each),
        lambda: LastSurrogateKept(encoding, one_each),
    )


MODELS = {
    "deno-std-5381": lambda: replacing(Alone),
    "ollama-js-255": lambda: replacing(Alone),
    "effect-6039": lambda: replacing(Alone),
    "mastra-20216": lambda: replacing(Alone),
    "pypy-3414": lambda: replacing(Alone),
    "scala-js-3433": lambda: replacing(Alone),
    "bun-25495": lambda: strict("utf-8", lambda: MarkOfEachPiece("utf-8", refuse)),
    "bun-25495-cut": lambda: strict("utf-8", lambda: CutMark("utf-8", refuse)),
    "bun-36027": lambda: replacing(lambda: Reencoded("utf-8", one_a_subpart)),
    "workerd-6193": lambda: replacing(lambda: Forgetful("utf-8", one_a_subpart)),
    "workerd-5384": last_surrogate,
    "jsonparse-41": lambda: strict("utf-8", Filling),
    "whatwg-encoding-263": lambda: replacing(lambda: Unflushed("utf-8", one_a_subpart)),
    "cpython-12603": lambda: strict("utf-8-31bit", lambda: EndsInSurrogate("utf-8-31bit", refuse)),
    "ironpython3-666": lambda: strict("utf-16-le", lambda: EndsInPair("utf-16-le", refuse)),
}
