"""Mutants of incremental decoders, in what they keep from one piece to the next."""

from __future__ import annotations

from typing import Any

from reference_codecs import CODECS, Rejection
from reference_codecs.codec import Codec
from reference_codecs.incremental import IncrementalDecoder

from mutants.general import BYTE_ORDER_MARK
from mutants.planting import altered

Decoder = IncrementalDecoder[Any]


def feeding(id: str, decoder: type[Decoder]) -> Codec[Any]:
    """A codec whose incremental decoder is this one."""
    return altered(id, incremental_decoder=lambda sound: decoder(CODECS[id]))


class ByteLostAtACut(Decoder):
    def decode(self, data: bytes, final: bool = False) -> list[int]:
        values = super().decode(data, final)
        self.unfinished = self.unfinished[1:]
        return values


class EndNotSeen(Decoder):
    """What is left over at the end is dropped."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        return super().decode(data, False)


class EachPieceAWhole(Decoder):
    """A piece that ends inside a value is rejected."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        return super().decode(data, True)


class EmittedEarly(Decoder):
    """The bytes of a value that is not complete come out as values."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        values = super().decode(data, final)
        early, self.unfinished = list(self.unfinished), b""
        return values + early


class BegunAnewAtACut(Decoder):
    """The state at the end of a piece is not kept."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        self.state = self.codec.initial_state
        return super().decode(data, final)


class FewBytesKept(Decoder):
    """The buffer for what is unfinished has four places."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        values = super().decode(data, final)
        self.unfinished = self.unfinished[:4]
        return values


class RestOfPieceLost(Decoder):
    """Where a piece completes a value that was cut, what follows in the piece is lost."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        cut = bool(self.unfinished)
        values = super().decode(data, final)
        return values[:1] if cut else values


class FaultBeforeTheCutForgotten(Decoder):
    """What was found ill-formed in an earlier piece than the last is dropped."""

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
    """All decoders have one buffer for what is unfinished."""

    shared = b""

    def __init__(self, codec: Codec[Any]):
        super().__init__(codec)
        self.unfinished = type(self).shared

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        values = super().decode(data, final)
        type(self).shared = self.unfinished
        return values


class EndAtAnEmptyPiece(Decoder):
    """A piece of no bytes is taken for the end."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        return super().decode(data, final or not data)


class LostAtAnEmptyPiece(Decoder):
    """A piece of no bytes ends the decoding, and what is unfinished is forgotten."""

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        if not data:
            self.unfinished = b""
            return []
        return super().decode(data, final)
