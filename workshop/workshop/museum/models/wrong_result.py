"""Codecs that give a wrong result for well-formed input."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reference_codecs import CODECS, Rejection
from workshop.museum.counts import DATA, MORE, NO_BYTES, U32, U64, Beyond, reading, value_of
from workshop.museum.tools import HIGH, LOW, SURROGATES, Given, Whole, decoding, stepping, with_table, writing
from workshop.museum.units import by_pairs, by_units


def unstripped(data: bytes) -> list[int]:
    """The parity bit stays in the character."""
    CODECS["ascii-parity"].decode(data)
    return list(data)


def spaces(data: bytes) -> list[int]:
    """Tabs and line ends become spaces."""
    return [0x20 if c in (0x9, 0xA, 0xD) else c for c in CODECS["bocu-1"].decode(data)]


def powers_of_eight(code: bytes) -> int:
    """The shift of group i is i times one less than 8 to the power of i, which is seven times i only for the first two."""
    if value_of(code) >> 64:
        raise Beyond
    groups = (byte & DATA for byte in reversed(code))
    return sum(group << index * ((1 << 3 * index) - 1) % 64 for index, group in enumerate(groups)) & U64


def backwards(value: int) -> bytes:
    """A count is written from its last byte on into zeros. A rest of exactly 80 takes one byte, so the loop stops one byte too
    early, and the largest count of four bytes is 1FFFFFFF instead of FFFFFFF."""
    last = sum(value > largest for largest in (0x7F, 0x3FFF, 0x1FFFFF, 0x1FFFFFFF))
    code = bytearray(last + 1)
    mask, index, rest = 0, last, value
    while rest > 0x80:
        code[index] = rest & DATA | mask
        if index == 0:
            raise Rejection("out-of-range", [value])
        mask, index, rest = MORE, index - 1, rest >> 7
    code[0] = rest | mask
    return bytes(code)


def written_backwards() -> Whole:
    """Counts of 32 bits are written by `backwards`."""

    def encode(values: Sequence[int]) -> bytes:
        return NO_BYTES if max(values, default=0) > U32 else b"".join(map(backwards, values))

    return Whole(encode, reading(value_of, U32).decode)


def twenty_bits(high: int, low: int) -> tuple[list[int], int] | None:
    """The high half of a pair is shifted by five bits."""
    return ([0x10000 + (high - HIGH.start << 5) + low - LOW.start], 2) if high in HIGH and low in LOW else None


def bit_16_set(high: int, low: int) -> tuple[list[int], int] | None:
    """The first value of the planes is not added to the two halves of a pair, but its bit is set."""
    return ([0x10000 | high - HIGH.start << 10 | low - LOW.start], 2) if high in HIGH and low in LOW else None


def masked_trail(data: bytes, at: int) -> Given:
    """The second byte of two is masked with C0 instead of 3F, and the sum is cut to a byte."""
    if data[at] not in (0xC2, 0xC3) or at + 1 == len(data) or data[at + 1] & 0xC0 != 0x80:
        return None
    return [((data[at] & 0xBF) << 6) + (data[at + 1] & 0xC0) & 0xFF], at + 2


def one_bit_more(value: int) -> bytes | None:
    """The mask for the high bits of the second byte has a bit too many, which belongs to the first byte."""
    if not 0x800 <= value <= 0xFFFF or value in SURROGATES:
        return None
    return bytes([0xE0 | value >> 12, 0x80 + ((value >> 8 & 0x1F) << 2) + (value >> 6 & 3), 0x80 | value & 0x3F])


def swapped_replacement(value: int) -> bytes | None:
    """The replacement is written in the machine's byte order."""
    return b"\xfd\xff" if value in SURROGATES or value > 0x10FFFF else None


MODELS: dict[str, Callable[[], Whole]] = {
    "ttyemu-5": lambda: decoding("ascii-parity", unstripped),
    "fmptools-c6e1e3c": lambda: decoding("bocu-1", spaces),
    "c-periphery-12": lambda: with_table("iso-8859-1", {byte: byte & 0x7F for byte in range(0x80, 0x100)}),
    "pq-113": lambda: reading(powers_of_eight, U64),
    "rustcrypto-formats-1520": written_backwards,
    "pdf-writer-84": by_pairs("utf-16-be", twenty_bits),
    "soasis-text-52": lambda: writing("utf-16-be", swapped_replacement),
    "busybox-w32-363": by_pairs("utf-16-le", bit_16_set),
    # Only the sixteen low bits of a value that needs a pair are kept.
    "sakura-1913": by_units("utf-32-be", lambda value: [value & 0xFFFF] if 0x10000 <= value <= 0x10FFFF else None),
    "ace-tao-2572": lambda: stepping("utf-8", masked_trail),
    "cuckoomon-42": lambda: writing("utf-8", one_bit_more),
}
