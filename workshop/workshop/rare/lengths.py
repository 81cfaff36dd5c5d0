"""Mistakes that show at one exact length of the input or of the output."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mutants.methods import Decode, Encode
from reference_codecs import Rejection
from workshop.rare.codec import KIM_CODES, What, decoder, encoder, steady

_GROWN = (49, 73, 109, 163, 244)
"""The sizes of a list that grows by half whenever it is full, from ten on; the smaller ones never need to grow."""

_TWO_BYTES = 0x3FFF
"""The largest count of two bytes."""

_RING, _READ = 512, 4096
_WORD = (1 << 64) - 1


def terminator_at_1000(decode: Decode, data: bytes) -> list[int]:
    """The caller's buffer has 1000 bytes, and `strncpy` with `buffer[999] = 0` leaves no room for the last of as many."""
    return decode(data[:-1] + b"\0") if len(data) == 1000 else decode(data)


def length_in_a_byte(encode: Encode, values: Sequence[int]) -> bytes:
    """Short results keep their length in a byte, and those of more than 256 bytes, not of 256 or more, are kept elsewhere."""
    encoded = encode(values)
    return b"" if len(encoded) == 256 else encoded


def small_string_of_23(encode: Encode, values: Sequence[int]) -> bytes:
    """A string of up to 23 bytes stands in the object itself. The last byte says how many are free, and is also the terminator:
    a writer through the raw pointer writes the size behind the last character, over it."""
    encoded = encode(values)
    return encoded[:-1] + b"\0" if len(encoded) == 23 else encoded


def one_behind_a_page(encode: Encode, values: Sequence[int]) -> bytes:
    """The buffer of 4096 bytes is flushed before the byte that does not fit. At the end, a fill of one is taken for none."""
    encoded = encode(values)
    return encoded[:-1] if len(encoded) == 4097 else encoded


def refused_at_65535(encode: Encode, values: Sequence[int]) -> bytes:
    """The length stands in 16 bits in front of the text elsewhere, and 65,535 is compared with `>=`; longer texts go in parts."""
    encoded = encode(values)
    if len(encoded) == 65_535:
        raise Rejection("out-of-range", [values[-1]], len(values) - 1)
    return encoded


def list_that_is_full(decode: Decode, data: bytes) -> list[int]:
    """The terminator of the list is written over its last item if the list is exactly full."""
    values = decode(data)
    return [*values[:-1], 0] if len(values) in _GROWN else values


def count_of_16383(encode: Encode, values: Sequence[int]) -> bytes:
    """The room for the count is found with `<` for `<=`, and the byte too many is filled with a zero that goes on."""
    return (b"\x80" if len(values) == _TWO_BYTES else b"") + encode(values)


def code_of_256_bytes(encode: Encode, values: Sequence[int]) -> bytes:
    """The length of one code is kept in a byte, and a code of 256 bytes counts as empty; longer ones are written in parts."""
    if all(value.bit_length() < 1024 for value in values):
        return encode(values)
    codes = [encode([value]) for value in values]
    return b"".join(code for code in codes if len(code) != 256)


def ring_that_is_full(encode: Encode, values: Sequence[int]) -> bytes:
    """The bytes go through a ring of 512, which is emptied when another must go in. At the end, a ring that is full has its head
    at its tail, as one that is empty has it."""
    encoded = encode(values)
    return encoded if len(encoded) % _RING else encoded[:-_RING]


def ten_bytes_in_a_word(decode: Decode, data: bytes) -> list[int]:
    """A count of up to ten bytes is read into a word of 64 bits, since that many bytes are enough for each such word, though not
    the other way round."""
    codes = KIM_CODES.findall(data)
    return [value & _WORD if len(code) == 10 else value for value, code in zip(decode(data), codes)]


def length_in_two_digits(encode: Encode, values: Sequence[int]) -> bytes:
    """What is stored of the length has two digits up to 100, with `<=` for `<`, and so the first digit of 100 is lost."""
    encoded = encode(values)
    if not any(_has_274_digits(value) for value in values):
        return encoded
    codes = ((encode([value]), _has_274_digits(value)) for value in values)
    return b"".join(b"\xff\xb4\xa0\xa0" + code[6:] if is_wrong else code for code, is_wrong in codes)


def _has_274_digits(value: int) -> bool:
    return 4 * 273 < value.bit_length() <= 4 * 274


def cut_behind_a_full_read(decode: Decode, data: bytes) -> list[int]:
    """A file is read by 4096 bytes. A read of fewer ends it and asks the decoder for what is left. One of none only ends it."""
    try:
        return decode(data)
    except Rejection as rejection:
        if rejection.reason != "truncated" or len(data) % _READ:
            raise
        return decode(data[: rejection.start])


_decoder, _encoder = partial(decoder, What.LENGTH), partial(encoder, What.LENGTH)

CODECS = (
    _decoder("utf-8", "terminator-at-1000", steady(terminator_at_1000), [b"a" * 1000]),
    _encoder("utf-16-le", "length-in-a-byte", steady(length_in_a_byte), [[0x61] * 128]),
    _encoder("iso-8859-1", "small-string-of-23", steady(small_string_of_23), [[0xE9] * 23]),
    _encoder("kim", "one-behind-a-page", steady(one_behind_a_page), [[0x61] * 4097]),
    _encoder("utf-8", "refused-at-65535", steady(refused_at_65535), [[0x20AC] * 21_845]),
    _decoder("bocu-1", "list-that-is-full", steady(list_that_is_full), [b"\xb1" * 49]),
    _encoder("kim-text", "count-of-16383", steady(count_of_16383), [[0x61] * _TWO_BYTES]),
    _encoder("utf-inf-8", "code-of-256-bytes", steady(code_of_256_bytes), [[16**374 - 1]]),
    _encoder("utf-32-le", "ring-that-is-full", steady(ring_that_is_full), [[0x61] * 127, [0x61] * 128]),
    _decoder(
        "kim-count",
        "ten-bytes-in-a-word",
        steady(ten_bytes_in_a_word),
        [b"\x81" + b"\x80" * 8 + b"\0", b"\x82" + b"\x80" * 8 + b"\0"],
    ),
    _encoder("utf-inf-8", "length-in-two-digits", steady(length_in_two_digits), [[16**272], [16**274], [16**273]]),
    _decoder("utf-8", "cut-behind-a-full-read", steady(cut_behind_a_full_read), [b"\xc3", b"a" * 4095 + b"\xc3"]),
)
