"""Mistakes that show at one place of a block."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mutants.methods import Decode, Encode
from reference_codecs import CODECS as SOUND
from reference_codecs import Rejection
from workshop.rare.codec import What, decoder, encoder, forgiving, steady

_REPLACED = (0xA4, 0xA6, 0xA8, 0xB4, 0xB8, 0xBC, 0xBD, 0xBE)
"""The characters of Latin-1 that ISO 8859-15 does not have."""
_KILOBYTE = 1024
_WRONG_ROW = [1, 2, 1, 1, 2, 1]
_CP437 = {value: byte for byte, value in enumerate(SOUND["cp437"].decode(bytes(range(0x100))))}


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


def pair_in_a_full_buffer(encode: Encode, values: Sequence[int]) -> bytes:
    """The buffer has 64 units and doubles if there is no room for one. Of a pair in the last place, the low surrogate is written
    behind the end, where the new buffer has a zero."""
    encoded = bytearray(encode(values))
    capacity = 64 * 2  # bytes
    while capacity < len(encoded):
        if encoded[capacity - 2] & 0xFC == 0xD8:
            encoded[capacity : capacity + 2] = b"\0\0"
        capacity *= 2
    return bytes(encoded)


def row_of_a_shuffle(decode: Decode, data: bytes) -> list[int]:
    """If 16 bytes are left, six characters of one or two bytes are read with one shuffle, which a table has for any row of sizes.
    One of them takes the bytes of the second character for the fifth. Sixteen bytes of ASCII are read without the table."""
    values = decode(data)
    sizes = [1 + (value > 0x7F) + (value > 0x7FF) + (value > 0xFFFF) for value in values]
    index = start = 0
    while start + 16 <= len(data):
        row = sizes[index : index + 6]
        step = 6 if max(row) <= 2 else 1
        if data[start : start + 16].isascii():
            step = 16
        elif row == _WRONG_ROW:
            values[index + 4] = values[index + 1]
        start += sum(sizes[index : index + step])
        index += step
    return values


def vector_with_signs(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Sixteen values are compared with 10FFFF as integers with a sign, and the rest of a text one by one, without a sign."""
    value = int.from_bytes(data[fault.start : fault.start + 4], "little")
    in_vector = fault.start // 64 * 64 + 64 <= len(data)
    return ([value], fault.end) if in_vector and value >> 31 else None


def page_of_both_ends(encode: Encode, values: Sequence[int]) -> bytes:
    """Eight characters are looked up in one page of 256 if the first and the last lie in it. Only what has no byte there is
    looked up by itself."""
    encoded = bytearray(encode(values))
    for start in range(0, len(values) - 7, 8):
        page = values[start] & ~0xFF
        if page and values[start + 7] & ~0xFF == page:
            for index in range(start + 1, start + 7):
                encoded[index] = _CP437.get(page | values[index] & 0xFF, encoded[index])
    return bytes(encoded)


_decoder, _encoder = partial(decoder, What.BLOCK), partial(encoder, What.BLOCK)

CODECS = (
    _decoder("utf-8", "lead-ends-48", steady(forgiving(lead_ends_48)), [b"a" * 47 + b"\xc3a"]),
    _encoder("utf-8-31bit", "six-bytes-as-eighth", steady(six_bytes_as_eighth), [[0x61] * 7 + [0x7FFFFFFF]]),
    _decoder("utf-16-le", "pair-across-1024", steady(pair_across_1024), [b"a\0" * 511 + b"\x3d\xd8\x00\xde" + b"a\0"]),
    _decoder("utf-32-be", "third-lane", steady(forgiving(third_lane)), [b"\0\0\0a\0\0\0a\0\0\xd8\0\0\0\0a"]),
    _encoder("kim-text", "three-bytes-as-hundredth", steady(three_bytes_as_hundredth), [[0x61] * 99 + [0x4E00]]),
    _decoder("bocu-1", "space-ends-256", steady(space_ends_256), [b"\xd0\x66" + b"\xb1" * 253 + b" \xb1"]),
    _encoder("iso-8859-15", "currency-as-sixteenth", steady(currency_as_sixteenth), [[0x61] * 15 + [0xA4]]),
    _encoder(
        "utf-16-be",
        "pair-in-a-full-buffer",
        steady(pair_in_a_full_buffer),
        [[0x61] * 62 + [0x1F600], [0x61] * 63 + [0x1F600]],
    ),
    _decoder("utf-8", "row-of-a-shuffle", steady(row_of_a_shuffle), ["aéabèa".encode(), "aéabèaabcdefgh".encode()]),
    _decoder(
        "utf-32-le",
        "vector-with-signs",
        steady(forgiving(vector_with_signs)),
        [b"\0\0\0\x80", b"\0\0\0\x80" + b"a\0\0\0" * 15],
    ),
    _encoder("cp437", "page-of-both-ends", steady(page_of_both_ends), [[0x2502, 0x61, 0x2502], [0x2502, *[0x61] * 6, 0x2502]]),
)
