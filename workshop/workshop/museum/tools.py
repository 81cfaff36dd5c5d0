"""The parts of models: decoders that excuse some faults, incremental decoders, and codecs that replace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn, Protocol

from mutants.general import forgiving
from mutants.methods import Decode, Encode, Excuse
from reference_codecs import CODECS, Rejection
from reference_codecs.bocu_1 import INITIAL_PREV, Bocu1
from reference_codecs.incremental import decode_values

REPLACEMENT = 0xFFFD
HIGH, LOW, SURROGATES = range(0xD800, 0xDC00), range(0xDC00, 0xE000), range(0xD800, 0xE000)
TRAIL = range(0x80, 0xC0)

_SECOND = {0xE0: range(0xA0, 0xC0), 0xED: range(0x80, 0xA0), 0xF0: range(0x90, 0xC0), 0xF4: range(0x80, 0x90)}
"""The second bytes after a lead byte that restricts them to a part of `TRAIL`."""

Given = tuple[list[int], int] | None
"""Values, and the offset at which decoding continues; or None if a model does the same as a sound decoder."""

Step = Callable[[bytes, int], Given]
"""Returns the values for the bytes at an offset."""


class Pieces(Protocol):
    """A decoder that is fed chunk by chunk."""

    def decode(self, data: bytes, final: bool) -> list[int]: ...


@dataclass(frozen=True)
class Whole:
    """A codec that encodes and decodes whole inputs."""

    encode: Encode
    decode: Decode


@dataclass(frozen=True)
class InPieces(Whole):
    """A codec that also decodes in chunks. `incremental_decoder` makes a decoder in its initial state."""

    incremental_decoder: Callable[[], Pieces]


def decoding(encoding: str, decode: Callable[[bytes], list[int]]) -> Whole:
    """Returns a codec with this decoder and a sound encoder."""
    return Whole(CODECS[encoding].encode, lambda data: decode(bytes(data)))


def encoding_with(encoding: str, encode: Callable[[Sequence[int]], bytes]) -> Whole:
    """Returns a codec with this encoder and a sound decoder."""
    return Whole(encode, CODECS[encoding].decode)


def for_ever() -> NoReturn:
    """Reads the same byte again and again."""
    while True:
        pass


# Decoders that excuse or replace ill-formed parts


def excusing(encoding: str, excuse: Excuse) -> Whole:
    """Returns a codec whose decoder returns values for the ill-formed parts that `excuse` excuses."""
    return decoding(encoding, lambda data: replaced(encoding, data, excuse))


def replaced(encoding: str, data: bytes, values_for: Excuse) -> list[int]:
    """Decodes, with `values_for` giving the values of each ill-formed part and the offset after it."""
    decode = forgiving(values_for)
    return decode(CODECS[encoding].decode, data)


def replacing(encoding: str, odd: Excuse) -> Whole:
    """Returns a decoder that replaces maximal subparts, unless `odd` gives other values."""
    return excusing(encoding, lambda data, fault: odd(data, fault) or one_each(encoding)(data, fault))


def one_each(encoding: str) -> Excuse:
    """Replaces a maximal subpart by one U+FFFD, as a sound decoder does. Except in UTF-8, the reference names that part."""
    return one_a_subpart if encoding == "utf-8" else lambda data, fault: ([REPLACEMENT], fault.end)


def one_a_subpart(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """Replaces a maximal subpart of UTF-8 by one U+FFFD, as a sound decoder does."""
    return [REPLACEMENT], subpart_end(data, fault.start)


def subpart_end(data: bytes, start: int) -> int:
    """Returns the end of the maximal subpart of UTF-8 that begins at `start`, or of the character if it is whole."""
    lead, end = data[start], start + 1
    while (
        end < len(data) and end - start < width(lead) and data[end] in (_SECOND.get(lead, TRAIL) if end == start + 1 else TRAIL)
    ):
        end += 1
    return end


def width(lead: int) -> int:
    """Returns the number of bytes of a character of UTF-8 by its first byte, and 1 for a byte that begins none."""
    return 1 + (lead >= 0xC2) + (lead >= 0xE0) + (lead >= 0xF0) if lead <= 0xF4 else 1


def is_lead(byte: int) -> bool:
    """Returns whether a character of UTF-8 of several bytes can begin with this byte."""
    return 0xC2 <= byte <= 0xF4


def byte_itself(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """Decodes a byte at which no character begins to its own number."""
    return [data[fault.start]], fault.start + 1


# Incremental decoders


def feeding(encoding: str, decoder: Callable[[], Pieces], replaces: bool = False) -> InPieces:
    """Returns a codec that rejects, or one that replaces, and is sound except for its incremental decoder."""
    sound = excusing(encoding, one_each(encoding)) if replaces else CODECS[encoding]
    return InPieces(CODECS[encoding].encode, lambda data: sound.decode(bytes(data)), decoder)


@dataclass
class Stepwise:
    """Decodes in chunks, with `values_for` giving the values of each ill-formed part and the offset after it. It keeps the bytes
    of an unfinished value, and counts offsets from the beginning of the first chunk."""

    encoding: str
    values_for: Excuse = lambda data, fault: None
    rest: bytes = b""
    offset: int = 0

    def decode(self, data: bytes, final: bool) -> list[int]:
        data = self.rest + data

        def recover(fault: Rejection) -> tuple[list[int], int]:
            if (excused := self.values_for(data, fault)) is None:
                raise fault.moved_by(self.offset)
            return excused

        values, position, _ = decode_values(CODECS[self.encoding], data, None, final, recover)
        self.rest = data[position:]
        self.offset += position
        return values


# Decoders and encoders that work value by value


def stepping(encoding: str, step: Step, excuse: Excuse | None = None) -> Whole:
    """Returns a codec whose decoder calls `step` at each offset for values and the offset after them. If that returns None, it
    reads one value as a sound decoder does. `excuse` gives the values of ill-formed parts. The encoding must be one without
    state."""
    sound = CODECS[encoding]

    def decode_one(data: bytes, at: int) -> tuple[list[int], int]:
        try:
            values, end, _ = sound.decode_one(data, at, None)
        except Rejection as fault:
            excused = excuse(data, fault) if excuse else None
            if excused is None:
                raise
            return excused
        return list(values), end

    def decode(data: bytes) -> list[int]:
        decoded: list[int] = []
        at = 0
        while at < len(data):
            values, at = step(data, at) or decode_one(data, at)
            decoded += values
        return decoded

    return decoding(encoding, decode)


def refusing(encoding: str, is_refused: Callable[[bytes, int], bool]) -> Whole:
    """Returns a decoder that also rejects the input at each offset for which `is_refused` returns True."""

    def step(data: bytes, at: int) -> None:
        if is_refused(data, at):
            raise Rejection("bad-lead", data[at : at + 1], at)

    return stepping(encoding, step)


def writing(encoding: str, write: Callable[[int], bytes | None], substitute: bytes | None = None) -> Whole:
    """Returns a codec whose encoder calls `write` for the bytes of each value. If that returns None, it writes the bytes of a
    sound encoder, or `substitute` if a sound encoder rejects the value. The encoding must be one without state."""
    sound = CODECS[encoding]

    def encode(values: Sequence[int]) -> bytes:
        encoded = bytearray()
        for index, value in enumerate(values):
            try:
                written = write(value)
                encoded += sound.encode([value]) if written is None else written
            except Rejection as fault:
                if substitute is None:
                    raise fault.moved_by(index) from None
                encoded += substitute
        return bytes(encoded)

    return encoding_with(encoding, encode)


def refusing_to_write(encoding: str, values: Sequence[int]) -> Whole:
    """Returns a codec that refuses to write these values, although it reads them."""

    def write(value: int) -> None:
        if value in values:
            raise Rejection("unassigned", [value])

    return writing(encoding, write)


def with_table(encoding: str, wrong: Mapping[int, int]) -> Whole:
    """Returns a codec that decodes some bytes to other values."""
    return stepping(encoding, lambda data, at: ([wrong[data[at]]], at + 1) if data[at] in wrong else None)


class WithState(Bocu1):
    """A codec of BOCU-1 whose state after a character comes from `after`, which is given the character, the state before it, and
    the sound state after it."""

    def __init__(self, after: Callable[[int, int, int], int], initial: int = INITIAL_PREV) -> None:
        self.after = after
        self.initial_state = initial

    def encode_one(self, c: int, prev: int) -> tuple[bytes, int]:
        code, state = super().encode_one(c, prev)
        return code, self.after(c, prev, state)

    def decode_one(self, data: bytes, position: int, prev: int) -> tuple[tuple[int, ...], int, int]:
        values, end, state = super().decode_one(data, position, prev)
        return values, end, self.after(values[0], prev, state) if values else state
