"""Mistakes that show at one place of a block."""

from __future__ import annotations

from collections.abc import Sequence

from mutants.methods import Decode, Encode
from reference_codecs import CODECS as SOUND
from reference_codecs import Rejection
from workshop.rare.codec import What, decoder, encoder, forgiving, steady

_REPLACED = (0xA4, 0xA6, 0xA8, 0xB4, 0xB8, 0xBC, 0xBD, 0xBE)
"""The characters of Latin-1 that ISO 8859-15 does not have."""
_KILOBYTE = 1024


def lead_ends_48(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Three vectors of 16 bytes are one step. A lead byte at its end is carried into the next step, which does not look at the
    carry if it has only ASCII in front."""
    ends_block = fault.start % 48 == 47 and len(fault.ill_formed) == 1 and 0xC2 <= data[fault.start] <= 0xDF
    return ([], fault.end) if ends_block and data[fault.end : fault.end + 1].isascii() and len(data) > fault.end else None


def six_bytes_as_eighth(encode: Encode, values: Sequence[int]) -> bytes:
    """A vector has eight values. If seven of them are ASCII, the eighth keeps only the bits of a form of five bytes."""
    whole = encode(values)
    wrong = [at for at in range(7, len(values), 8) if values[at] > 0x3FFFFFF and max(values[at - 7 : at]) < 0x80]
    if not wrong:
        return whole
    masked = list(values)
    for at in wrong:
        masked[at] &= 0x3FFFFFF
    return encode(masked)


def pair_across_1024(decode: Decode, data: bytes) -> list[int]:
    """A file is read by the kilobyte, and a pair of surrogates that two reads share is passed on as two characters."""
    values = decode(data)
    cuts = [at for at in range(_KILOBYTE, len(data), _KILOBYTE) if data[at - 1] & 0xFC == 0xD8]
    if not cuts:
        return values
    split: list[int] = []
    for start, end in zip([0, *(cut + 2 for cut in cuts)], [*cuts, len(data) + 2]):
        split += decode(data[start : end - 2])
        split += [int.from_bytes(data[at : at + 2], "little") for at in (end - 2, end) if end < len(data)]
    return split


def third_lane(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Four values are one vector. The test for surrogates shuffles its lanes and looks at the fourth twice, at the third never,
    if the others are ASCII."""
    block = data[fault.start - 8 : fault.start + 8] if fault.start % 16 == 8 else b""
    if fault.reason != "surrogate" or len(block) < 16:
        return None
    first, second, value, fourth = (int.from_bytes(block[at : at + 4], "big") for at in range(0, 16, 4))
    return ([value], fault.end) if max(first, second, fourth) < 0x80 else None


def three_bytes_as_hundredth(encode: Encode, values: Sequence[int]) -> bytes:
    """Room is made for a hundred characters at a time, less one byte: the longest last character loses its own last."""
    whole = encode(values)
    if not any(value > 0x3FFF for value in values[99::100]):
        return whole
    codes = [SOUND["kim"].encode([value]) for value in values]
    cut = [code[:2] if index % 100 == 99 else code for index, code in enumerate(codes)]
    return SOUND["kim-count"].encode([len(values)]) + b"".join(cut)


def space_ends_256(decode: Decode, data: bytes) -> list[int]:
    """The state is saved at the end of a block of 256 bytes by the path for a character, which a space does not take."""
    cuts = [at for at in range(256, len(data), 256) if data[at - 1] == 0x20]
    return decode(b"\xff".join(data[start:end] for start, end in zip([0, *cuts], [*cuts, None])))


def currency_as_sixteenth(encode: Encode, values: Sequence[int]) -> bytes:
    """Sixteen values are narrowed at once if fifteen of them are ASCII and none is above FF. The table is not asked."""
    written = list(values)
    for at in range(15, len(values), 16):
        if values[at] in _REPLACED and max(values[at - 15 : at]) < 0x80:
            written[at] = SOUND["iso-8859-15"].decode(bytes([values[at]]))[0]
    return encode(written)


CODECS = (
    decoder(What.BLOCK, "utf-8", "lead-ends-48", steady(forgiving(lead_ends_48)), [b"a" * 47 + b"\xc3a"]),
    encoder(What.BLOCK, "utf-8-31bit", "six-bytes-as-eighth", steady(six_bytes_as_eighth), [[0x61] * 7 + [0x7FFFFFFF]]),
    decoder(What.BLOCK, "utf-16-le", "pair-across-1024", steady(pair_across_1024), [b"a\0" * 511 + b"\x3d\xd8\x00\xde" + b"a\0"]),
    decoder(What.BLOCK, "utf-32-be", "third-lane", steady(forgiving(third_lane)), [b"\0\0\0a\0\0\0a\0\0\xd8\0\0\0\0a"]),
    encoder(
        What.BLOCK,
        "kim-text",
        "three-bytes-as-hundredth",
        steady(three_bytes_as_hundredth),
        [[0x61] * 99 + [0x4E00]],
    ),
    decoder(What.BLOCK, "bocu-1", "space-ends-256", steady(space_ends_256), [b"\xd0\x66" + b"\xb1" * 253 + b" \xb1"]),
    encoder(What.BLOCK, "iso-8859-15", "currency-as-sixteenth", steady(currency_as_sixteenth), [[0x61] * 15 + [0xA4]]),
)
