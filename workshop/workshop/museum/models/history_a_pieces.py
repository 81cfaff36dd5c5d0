"""Decoders that are wrong in pieces, and codecs that keep something from one text to the next."""

from __future__ import annotations

from collections.abc import Callable

from reference_codecs import CODECS, Rejection
from workshop.museum.tools import REPLACEMENT, InPieces, Pieces, Stepwise, Whole, decoding, one_a_subpart, replaced, subpart_end

UTF_8 = CODECS["utf-8"]


def in_pieces(incremental_decoder: Callable[[], Pieces]) -> InPieces:
    """Returns a codec of UTF-8 that replaces, and decodes whole inputs as a sound one does."""
    return InPieces(UTF_8.encode, lambda data: replaced("utf-8", bytes(data), one_a_subpart), incremental_decoder)


class Replacing(Stepwise):
    """A sound decoder of UTF-8 that replaces. Only bytes with which a character can begin wait for more."""

    def __init__(self) -> None:
        super().__init__("utf-8", one_a_subpart)

    def decode(self, data: bytes, final: bool) -> list[int]:
        values = super().decode(data, final)
        while self.rest and (self.rest[0] not in range(0xC2, 0xF5) or subpart_end(self.rest, 0) < len(self.rest)):
            values.append(REPLACEMENT)
            self.rest = self.rest[subpart_end(self.rest, 0) :]
        return values


class EmptyPieceResets(Replacing):
    """An empty piece takes the lead byte that waits out of the decoder, as if it had been used up."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        if not data and not final:
            self.rest = b""
        return super().decode(data, final)


class LeadAtTheEnd(Replacing):
    """A lead byte that ends a piece takes the next byte with it if that cannot follow: both are replaced by one U+FFFD."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        if len(self.rest) == 1 and data and subpart_end(self.rest + data[:1], 0) == 1:
            self.rest, data = b"", data[1:]
            return [REPLACEMENT, *super().decode(data, final)]
        return super().decode(data, final)


class EmptyFlushThrows(Replacing):
    """The converter gets room for as many units as there are bytes. At the end there are none, and the U+FFFD for the bytes that
    wait does not fit."""

    def decode(self, data: bytes, final: bool) -> list[int]:
        if final and not data and self.rest:
            raise ValueError("The encoded data was not valid for encoding utf-8")
        return super().decode(data, final)


class FiveToSevenLead(Replacing):
    """F5 to F7 at the end of a piece count as lead bytes of four bytes. What waits is replaced by one U+FFFD."""

    waiting = b""

    def decode(self, data: bytes, final: bool) -> list[int]:
        values: list[int] = []
        if self.waiting:
            taken = 0
            while taken < len(data) and len(self.waiting) + taken < 4 and 0x80 <= data[taken] <= 0xBF:
                taken += 1
            self.waiting, data = self.waiting + data[:taken], data[taken:]
            if not data and not final and len(self.waiting) < 4:
                return []
            values, self.waiting = [REPLACEMENT], b""
        at = next((at for at in range(len(data)) if data[at] in range(0xF5, 0xF8) and len(data) - at < 4), len(data))
        if not final and all(0x80 <= byte <= 0xBF for byte in data[at + 1 :]) and at < len(data):
            self.waiting, data = data[at:], data[:at]
            return values + super().decode(data, True)
        return values + super().decode(data, final)


class TooManyTrailBytes(Replacing):
    """The last three bytes of a piece say how many are needed. A lead byte of two bytes with two trail bytes behind it makes that
    number negative, and the next piece is then read from before its beginning."""

    needed = 0

    def decode(self, data: bytes, final: bool) -> list[int]:
        if self.needed < 0 and data:
            raise IndexError("out of range index")
        lead, *trails = data[-3:] if len(data) >= 3 else (0,)
        self.needed = -1 if lead in range(0xC2, 0xE0) and all(0x80 <= byte <= 0xBF for byte in trails) else 0
        return super().decode(data, final)


class Leaking:
    """A decoder that is not reset behind a text whose last character is cut off, so that the next text begins with its bytes."""

    rest = b""

    def decode(self, data: bytes) -> list[int]:
        data, self.rest = self.rest + bytes(data), b""
        try:
            return UTF_8.decode(data)
        except Rejection as fault:
            if fault.reason == "truncated":
                self.rest = data[fault.start :]
            raise


def leaking() -> Whole:
    return decoding("utf-8", Leaking().decode)


class DrainedEncoder(Stepwise):
    """A high surrogate that ends a piece and is not paired is replaced before the next piece is read, and the first unit of that
    piece, which was looked at, is lost."""

    def __init__(self) -> None:
        super().__init__("utf-16-be", lambda data, fault: ([REPLACEMENT], fault.end))

    def decode(self, data: bytes, final: bool) -> list[int]:
        waits = len(self.rest) == 2
        if waits and len(data) >= 2 and not 0xDC <= data[0] <= 0xDF:
            self.rest = b""
            return [REPLACEMENT, *super().decode(data[2:], final)]
        return super().decode(data, final)


def drained() -> InPieces:
    def decode(data: bytes) -> list[int]:
        return replaced("utf-16-be", bytes(data), lambda data, fault: ([REPLACEMENT], fault.end))

    return InPieces(CODECS["utf-16-be"].encode, decode, DrainedEncoder)


MODELS = {
    "dotnet-runtime-33817": drained,
    "encoding-rs-126": lambda: in_pieces(EmptyPieceResets),
    "chromium-468458744": lambda: in_pieces(LeadAtTheEnd),
    "webkit-62618": leaking,
    "node-37466": lambda: in_pieces(EmptyFlushThrows),
    "node-22626": lambda: in_pieces(FiveToSevenLead),
    "node-7308": lambda: in_pieces(TooManyTrailBytes),
}
