"""Mutants of incremental decoders, in the state that they keep from one chunk to the next."""

from __future__ import annotations

from typing import Any

from mutants.general import BYTE_ORDER_MARK
from mutants.planting import altered
from reference_codecs import CODECS, Rejection
from reference_codecs.codec import Codec
from reference_codecs.incremental import IncrementalDecoder

Decoder = IncrementalDecoder[Any]


def feeding(id: str, decoder: type[Decoder]) -> Codec[Any]:
    """Returns a codec that uses this class as its incremental decoder."""
    return altered(id, incremental_decoder=lambda sound: decoder(CODECS[id]))


class ByteLostAtACut(Decoder):
    def decode(self, data: bytes, final: bool = False) -> list[int]:
        values = super().decode(data, final)
        self.unfinished = self.unfinished[1:]
        return values


class EndNotSeen(Decoder):
    """Drops an incomplete value at the end of the input."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        return super().decode(data, False)


class EachPieceAWhole(Decoder):
    """Rejects a chunk that ends inside a value."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        return super().decode(data, True)


class EmittedEarly(Decoder):
    """Returns the bytes of an incomplete value as values."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        values = super().decode(data, final)
        early, self.unfinished = list(self.unfinished), b""
        return values + early


class BegunAnewAtACut(Decoder):
    """Starts each chunk in the initial state."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        self.state = self.codec.initial_state
        return super().decode(data, final)


class FewBytesKept(Decoder):
    """Keeps at most four bytes of an incomplete value."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        values = super().decode(data, final)
        self.unfinished = self.unfinished[:4]
        return values


class RestOfPieceLost(Decoder):
    """Loses the values after one that began in an earlier chunk."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        cut = bool(self.unfinished)
        values = super().decode(data, final)
        return values[:1] if cut else values


class FaultBeforeTheCutForgotten(Decoder):
    """Ignores faults in every chunk except the last."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        try:
            return super().decode(data, final)
        except Rejection:
            if final:
                raise
            return []


class MarkSwallowedInEachPiece(Decoder):
    def decode(self, data: bytes, final: bool = False) -> list[int]:
        values = super().decode(data, final)
        return values[values[:1] == [BYTE_ORDER_MARK] :]


class BufferShared(Decoder):
    """Shares one buffer for incomplete values among all decoders."""

    shared = b""

    def __init__(self, codec: Codec[Any]):
        super().__init__(codec)
        self.unfinished = type(self).shared

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        values = super().decode(data, final)
        type(self).shared = self.unfinished
        return values


class EndAtAnEmptyPiece(Decoder):
    """Treats an empty chunk as the end of the input."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        return super().decode(data, final or not data)


class LostAtAnEmptyPiece(Decoder):
    """Drops an incomplete value when it gets an empty chunk."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        if not data:
            self.unfinished = b""
            return []
        return super().decode(data, final)


class LostAtAFullBlock(Decoder):
    """Drops an incomplete value at the end of a chunk of whole blocks of 64 bytes."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        values = super().decode(data, final)
        if data and len(data) % 64 == 0:
            self.unfinished = b""
        return values
