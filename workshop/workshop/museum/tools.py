"""What models are made of: decoders that excuse some faults, decoders in pieces, and decoders that replace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from mutants.methods import Decode, Encode
from reference_codecs import CODECS, Rejection
from workshop.rare.codec import Excuse, forgiving

REPLACEMENT = 0xFFFD


class Pieces(Protocol):
    """A decoder that is fed piece by piece."""

    def decode(self, data: bytes, final: bool) -> list[int]: ...


@dataclass(frozen=True)
class Whole:
    """A codec that encodes and decodes whole inputs."""

    encode: Encode
    decode: Decode


@dataclass(frozen=True)
class InPieces(Whole):
    """A codec that also decodes in pieces. `incremental_decoder` makes a decoder in its initial state."""

    incremental_decoder: Callable[[], Pieces]


def decoding(encoding: str, decode: Callable[[bytes], list[int]]) -> Whole:
    """Returns a codec with this decoder and a sound encoder."""
    return Whole(CODECS[encoding].encode, lambda data: decode(bytes(data)))


def encoding_with(encoding: str, encode: Callable[[Sequence[int]], bytes]) -> Whole:
    """Returns a codec with this encoder and a sound decoder."""
    return Whole(encode, CODECS[encoding].decode)


def excusing(encoding: str, excuse: Excuse) -> Whole:
    """Returns a codec whose decoder gives something for the ill-formed parts that `excuse` excuses."""
    decode = forgiving(excuse)
    return decoding(encoding, lambda data: decode(CODECS[encoding].decode, data))


def replaced(encoding: str, data: bytes, values_for: Excuse) -> list[int]:
    """Decodes, with values for each ill-formed part and the offset behind it from `values_for`."""
    decode = forgiving(values_for)
    return decode(CODECS[encoding].decode, data)


def one_each(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """Replaces a maximal subpart by one U+FFFD, as a sound decoder does."""
    return [REPLACEMENT], fault.end
