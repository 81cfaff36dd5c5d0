"""Incremental decoders that lose, repeat or reject bytes where one chunk ends and the next begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import mutants.pieces
from mutants.mutant import Codec
from reference_codecs import Rejection
from workshop.museum.tools import (
    REPLACEMENT,
    InPieces,
    Pieces,
    Stepwise,
    excusing,
    feeding,
    is_lead,
    one_a_subpart,
    one_each,
    replaced,
    subpart_end,
)
from workshop.museum.units import number


class Replacing(Stepwise):
    """A sound decoder of UTF-8 that replaces. Only bytes with which a character can begin wait for more."""

    def __init__(self) -> None:
        super().__init__("utf-8", one_a_subpart)

    def decode(self, data: bytes, final: bool) -> list[int]:
        values = super().decode(data, final)
        while self.rest and not (is_lead(self.rest[0]) and subpart_end(self.rest, 0) == len(self.rest)):
            values.append(REPLACEMENT)
            self.rest = self.rest[subpart_end(self.rest, 0) :]
        return values


class EmptyPieceResets(Replacing):
    """An empty chunk removes the pending lead byte from the decoder, as if it had been used."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        if not data and not final:
            self.rest = b""
        return super().decode(data, final)


class EmptyFlushThrows(Replacing):
    """The converter gets room for as many units as there are bytes. At the end there are none, and the U+FFFD for the pending
    bytes does not fit."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        if final and not data and self.rest:
            raise ValueError("The encoded data was not valid for encoding utf-8")
        return super().decode(data, final)


class TooManyTrailBytes(Replacing):
    """The last three bytes of a chunk say how many are needed. A lead byte of two bytes with two trail bytes after it makes that
    number negative, and the next chunk is then read from before its beginning."""

    needed = 0

    def decode(self, data: bytes, final: bool) -> list[int]:
        if self.needed < 0 and data:
            raise IndexError("out of range index")
        lead, *trails = data[-3:] if len(data) >= 3 else (0,)
        self.needed = -1 if lead in range(0xC2, 0xE0) and all(0x80 <= byte <= 0xBF for byte in trails) else 0
        return super().decode(data, final)


class Alone:
    """Takes each chunk for a whole text, because no chunk says that another follows."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        return replaced("utf-8", data, one_a_subpart)


@dataclass
class EndsIn(Stepwise):
    """Rejects the bytes of an unfinished character at the end of a chunk, if `is_refused` returns True for them."""

    is_refused: Callable[[bytes], bool] = bool

    def decode(self, data: bytes, final: bool) -> list[int]:
        values = super().decode(data, final)
        if self.is_refused(self.rest):
            raise Rejection("surrogate", self.rest, self.offset)
        return values


def ends_in_surrogate(rest: bytes) -> bool:
    """The error handler gets the two bytes of a surrogate at the end of a chunk, and needs all three."""
    return len(rest) == 2 and rest[0] == 0xED and rest[1] >= 0xA0


class OfUtf16(Stepwise):
    """A decoder of UTF-16 that replaces."""

    def __init__(self) -> None:
        super().__init__("utf-16-be", one_each("utf-16-be"))


class LastSurrogateKept(OfUtf16):
    """Returns a high surrogate at the end of the stream as it is."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        values = super().decode(data, final=False)
        if final and self.rest:
            values.append(number("utf-16-be", self.rest) if len(self.rest) == 2 else REPLACEMENT)
        return values


class WrongIndex:
    """A decoder that keeps the bytes of a cut unit, and reads them from its offset in the chunk instead of the first byte. The
    bytes after the kept ones are zero."""

    def __init__(self) -> None:
        self.kept = b""
        self.sound = excusing("utf-32-le", one_each("utf-32-le"))

    def decode(self, data: bytes, final: bool) -> list[int]:
        completed: list[int] = []
        if self.kept:
            taken = min(4 - len(self.kept), len(data))
            self.kept += data[:taken]
            data = data[taken:]
            if len(self.kept) == 4:
                completed = self.sound.decode(self.kept[taken:].ljust(4, b"\0"))
                self.kept = b""
            elif not final:
                return []
        data = self.kept + data
        whole = len(data) if final else len(data) - len(data) % 4
        self.kept = data[whole:]
        return completed + self.sound.decode(data[:whole])


def replacing(decoder: Callable[[], Pieces], encoding: str = "utf-8") -> Callable[[], InPieces]:
    """Returns a function that makes a codec that replaces, and is sound except for its incremental decoder."""
    return lambda: feeding(encoding, decoder, replaces=True)


MODELS: dict[str, Callable[[], Codec]] = {
    "encoding-rs-126": replacing(EmptyPieceResets),
    "node-37466": replacing(EmptyFlushThrows),
    "node-7308": replacing(TooManyTrailBytes),
    "deno-std-5381": replacing(Alone),
    "cpython-12603": lambda: feeding("utf-8-31bit", lambda: EndsIn("utf-8-31bit", is_refused=ends_in_surrogate)),
    # A pair that lacks only its last byte counts as bad data, because its bytes are reported as two and one.
    "ironpython3-666": lambda: feeding("utf-16-le", lambda: EndsIn("utf-16-le", is_refused=lambda rest: len(rest) == 3)),
    "workerd-5384": replacing(LastSurrogateKept, "utf-16-be"),
    "iconv-lite-393": replacing(WrongIndex, "utf-32-le"),
    "peer-observer-463": lambda: mutants.pieces.feeding("kim-count", mutants.pieces.EachPieceAWhole),
}
