"""What a rare codec is: the reference, and one mistake in one direction that few inputs show.

It is no `Mutant`: what its decoder gives for pieces would show that it was altered, so it has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from mutants import methods
from mutants.methods import FaultyDecode, FaultyEncode
from reference_codecs import CODECS, Rejection

Fault = TypeVar("Fault", FaultyDecode, FaultyEncode)

KIM_CODES = re.compile(rb"[\x80-\xff]*[\0-\x7f]")
"""Finds the code of each value in Kim's encodings."""

Asked = TypeVar("Asked", bytes, Sequence[int])
Shown = Sequence[Asked] | Callable[[], Sequence[Asked]]
"""Inputs that are asked one after another. Long ones are made when they are needed."""

Excuse = Callable[[bytes, Rejection], tuple[list[int], int] | None]
"""Says what is given for an ill-formed part, and where reading goes on; or None if the part is rejected."""


class What(StrEnum):
    """What an input must have, or what must have been asked before it, so that it shows the mistake."""

    LENGTH = "an exact length"
    NEIGHBOURS = "one pair of neighbours"
    STATE = "an extra state"
    LENIENT = "leniency behind a prefix"
    BLOCK = "a place in a block"
    LONG = "a long text"
    WEAR = "many calls"
    EDGE = "the first or last character"


@dataclass(frozen=True)
class Codec:
    """A codec that encodes and decodes whole inputs."""

    encode: methods.Encode
    decode: methods.Decode


@dataclass(frozen=True)
class Rare:
    """A rare mistake. `make` returns a codec with it that has not been asked anything.

    `shown` returns operations, which are asked one after another, and the last of them is the first that goes wrong. `in_domain`
    says whether the faulty decoder is a machine on bytes whose states are each reached by a part of one code and at most one more
    byte, where the specification's is finite. A machine does not count, so that lengths, places, long texts and wear lie outside.
    """

    what: What
    encoding: str
    name: str
    direction: Kind
    make: Callable[[], Codec]
    shown: Callable[[], Sequence[Operation]]
    in_domain: bool = False

    def __str__(self) -> str:
        return f"{self.encoding}/{self.name}"


def decoder(
    what: What, encoding: str, name: str, fault: Callable[[], FaultyDecode], shown: Shown[bytes], in_domain: bool = False
) -> Rare:
    """Returns a mistake in decoding. `fault` begins it anew, with nothing remembered."""
    sound = CODECS[encoding]

    def make() -> Codec:
        faulty = fault()
        return Codec(sound.encode, lambda data: faulty(sound.decode, bytes(data)))

    return Rare(what, encoding, name, Kind.DECODE, make, lambda: [Decode(encoding, data) for data in _made(shown)], in_domain)


def encoder(what: What, encoding: str, name: str, fault: Callable[[], FaultyEncode], shown: Shown[Sequence[int]]) -> Rare:
    """Returns a mistake in encoding. `fault` begins it anew, with nothing remembered."""
    sound = CODECS[encoding]

    def make() -> Codec:
        faulty = fault()
        return Codec(lambda values: faulty(sound.encode, values), sound.decode)

    return Rare(what, encoding, name, Kind.ENCODE, make, lambda: [Encode(encoding, tuple(values)) for values in _made(shown)])


def _made(shown: Shown[Asked]) -> Sequence[Asked]:
    return shown() if callable(shown) else shown


def steady(fault: Fault) -> Callable[[], Fault]:
    """Begins a mistake that remembers nothing."""
    return lambda: fault


def forgiving(excuse: Excuse) -> FaultyDecode:
    """Returns a decoder that gives something for some ill-formed parts, in an encoding in which values do not depend on those
    before them."""

    def decode_some(decode: methods.Decode, data: bytes) -> list[int]:
        values: list[int] = []
        begin = 0
        while True:
            try:
                return values + decode(data[begin:])
            except Rejection as rejection:
                fault = rejection.moved_by(begin)
                if (excused := excuse(data, fault)) is None:
                    raise fault from None
                given, end = excused
                values += decode(data[begin : fault.start]) + given
                begin = end

    return decode_some


def joined(values: Sequence[int], first: int, second: int, together: int) -> list[int]:
    """Returns the values with each pair of these two made one."""
    found: list[int] = []
    for value in values:
        if value == second and found[-1:] == [first]:
            found[-1] = together
        else:
            found.append(value)
    return found
