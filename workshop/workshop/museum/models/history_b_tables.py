"""Code pages with a wrong table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reference_codecs import CODECS, Rejection
from workshop.museum.tools import Whole, decoding


def table(encoding: str) -> dict[int, int]:
    """Returns the values of a code page by their bytes."""
    found: dict[int, int] = {}
    for byte in range(0x100):
        try:
            (found[byte],) = CODECS[encoding].decode(bytes([byte]))
        except Rejection:
            continue
    return found


def by_table(values_of: Mapping[int, int]) -> Whole:
    """Returns a codec with this table in both directions."""
    bytes_of = {value: byte for byte, value in values_of.items()}

    def decode(data: bytes) -> list[int]:
        for at, byte in enumerate(data):
            if byte not in values_of:
                raise Rejection("unassigned", data[at : at + 1], at)
        return [values_of[byte] for byte in data]

    def encode(values: Sequence[int]) -> bytes:
        for at, value in enumerate(values):
            if value not in bytes_of:
                raise Rejection("unassigned", [value], at)
        return bytes(bytes_of[value] for value in values)

    return Whole(encode, lambda data: decode(bytes(data)))


def as_windows_1252(data: bytes) -> list[int]:
    """The name of Latin-1 leads to the table of windows-1252, which has printable characters where Latin-1 has controls."""
    return [ord(byte.to_bytes().decode("cp1252", "ignore") or chr(byte)) for byte in data]


def pointer_0_is_none(data: bytes) -> list[int]:
    """The pointer into the upper half is tested for being true, and the first one is 0."""
    values = CODECS["cp437"].decode(data)
    for at, byte in enumerate(data):
        pointer = byte - 0x80 if byte >= 0x80 else None
        if pointer is not None and not pointer:
            raise Rejection("unassigned", data[at : at + 1], at)
    return values


def other_way_back(data: bytes) -> list[int]:
    """The byte that is written for one value is read as another that looks alike."""
    return [0x3BC if value == 0xB5 else value for value in CODECS["cp437"].decode(data)]


MODELS = {
    "helium-810": lambda: decoding("iso-8859-1", as_windows_1252),
    "phobos-3392": lambda: by_table({**table("iso-8859-10"), 0xBD: 0x2051}),
    "kuroko-15": lambda: decoding("cp437", pointer_0_is_none),
    "whatwg-encoding-17": lambda: decoding("cp437", other_way_back),
}
