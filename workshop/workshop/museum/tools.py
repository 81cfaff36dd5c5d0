"""What models are made of: decoders that excuse some faults, decoders in pieces, and decoders that replace."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from mutants.general import forgiving
from mutants.methods import Decode, Encode, Excuse
from reference_codecs import CODECS, Rejection
from reference_codecs.incremental import decode_values

REPLACEMENT = 0xFFFD

KIM_CODES = re.compile(rb"[\x80-\xff]*[\0-\x7f]")
"""Finds the bytes of each value in Kim's encodings."""

Step = Callable[[bytes, int], tuple[list[int], int] | None]
"""Says what is given for the bytes at an offset, and the offset behind them; or None."""

_TRAIL = range(0x80, 0xC0)
_SECOND = {0xE0: range(0xA0, 0xC0), 0xED: range(0x80, 0xA0), 0xF0: range(0x90, 0xC0), 0xF4: range(0x80, 0x90)}
"""The bytes that may be second, where they are not all of `_TRAIL`."""


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
    """Replaces the part that the reference names by one U+FFFD. Except in UTF-8, that is a maximal subpart."""
    return [REPLACEMENT], fault.end


def one_a_subpart(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """Replaces a maximal subpart of UTF-8 by one U+FFFD, as a sound decoder does."""
    return [REPLACEMENT], subpart_end(data, fault.start)


def subpart_end(data: bytes, start: int) -> int:
    """Returns the end of the maximal subpart of UTF-8 that begins at `start`, or of the character if it is whole."""
    lead = data[start]
    trails = (lead >= 0xC2) + (lead >= 0xE0) + (lead >= 0xF0) if lead <= 0xF4 else 0
    end = start + 1
    while end < len(data) and end - start <= trails and data[end] in (_SECOND.get(lead, _TRAIL) if end == start + 1 else _TRAIL):
        end += 1
    return end


@dataclass
class Stepwise:
    """Decodes in pieces, with values for each ill-formed part and the offset behind it from `values_for`. It keeps the bytes that
    more could follow, and counts offsets from the beginning of the first piece."""

    encoding: str
    values_for: Excuse
    rest: bytes = b""
    offset: int = 0

    def decode(self, data: bytes, final: bool) -> list[int]:
        data = self.rest + data

        def recover(fault: Rejection) -> tuple[list[int], int]:
            if (given := self.values_for(data, fault)) is None:
                raise fault.moved_by(self.offset)
            return given

        values, position, _ = decode_values(CODECS[self.encoding], data, None, final, recover)
        self.rest = data[position:]
        self.offset += position
        return values


def stepping(encoding: str, step: Step, excuse: Excuse | None = None) -> Whole:
    """Returns a codec whose decoder asks `step` at each offset for values and the offset behind them, and reads one value as a
    sound decoder does where that says None. `excuse` gives what is in place of ill-formed parts. Values must not depend on those
    before them."""
    sound = CODECS[encoding]

    def one(data: bytes, at: int) -> tuple[list[int], int]:
        try:
            values, end, _ = sound.decode_one(data, at, None)
        except Rejection as fault:
            excused = excuse(data, fault) if excuse else None
            if excused is None:
                raise
            return excused
        return list(values), end

    def decode(data: bytes) -> list[int]:
        found: list[int] = []
        at = 0
        while at < len(data):
            values, at = step(data, at) or one(data, at)
            found += values
        return found

    return decoding(encoding, decode)


def writing(encoding: str, write: Callable[[int], bytes | None]) -> Whole:
    """Returns a codec whose encoder asks `write` for the bytes of each value, and writes what a sound encoder does where that
    says None. Values must not depend on those before them."""
    sound = CODECS[encoding]

    def encode(values: Sequence[int]) -> bytes:
        encoded = bytearray()
        for index, value in enumerate(values):
            written = write(value)
            try:
                encoded += sound.encode([value]) if written is None else written
            except Rejection as fault:
                raise fault.moved_by(index) from None
        return bytes(encoded)

    return encoding_with(encoding, encode)


def loose(data: bytes, start: int) -> tuple[int, int] | None:
    """Returns what the bits of a form of UTF-8 with two to four bytes stand for, whatever it is, and the offset behind the form;
    or None if there is no whole form at `start`."""
    lead = data[start]
    size = 2 + (lead >= 0xE0) + (lead >= 0xF0)
    part = data[start + 1 : start + size]
    if not 0xC0 <= lead <= 0xF7 or len(part) < size - 1 or any(byte not in _TRAIL for byte in part):
        return None
    value = lead & 0x7F >> size
    for byte in part:
        value = value << 6 | byte & 0x3F
    return value, start + size


def accepting(wanted: Callable[[int, int], bool]) -> Whole:
    """Returns a decoder of UTF-8 that also accepts each ill-formed form for which `wanted` says so, given the value that its bits
    stand for and how many bytes it has."""

    def excuse(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
        found = loose(data, fault.start)
        return ([found[0]], found[1]) if found and wanted(found[0], found[1] - fault.start) else None

    return excusing("utf-8", excuse)


def overlong(value: int, size: int) -> bool:
    """Says whether a form of this size is longer than the value needs."""
    return value < (0x80, 0x800, 0x10000)[size - 2]


def is_surrogate(value: int, size: int) -> bool:
    """Says whether a form of three bytes stands for a surrogate."""
    return size == 3 and 0xD800 <= value <= 0xDFFF


def beyond(value: int, size: int) -> bool:
    """Says whether a value lies beyond the last code point."""
    return value > 0x10FFFF
