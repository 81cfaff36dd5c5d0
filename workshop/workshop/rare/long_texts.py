"""Mistakes that show in texts of 64 Ki values or more, in texts of more than a mebibyte, or in one long value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mutants.methods import Decode, Encode
from reference_codecs import CODECS as SOUND
from reference_codecs import Rejection
from workshop.rare.codec import What, decoder, encoder, steady

_MANY = 1 << 16
_MEBIBYTE = 1 << 20
_MARK = b"\xff\xfe"
_COUNT = 7 * _MANY
"""The bits of a count of 65,536 bytes."""


def latin_1_from_a_mebibyte(decode: Decode, data: bytes) -> list[int]:
    """A long text becomes an external string, whose constructor for Latin-1 is called."""
    return list(data) if len(data) >= _MEBIBYTE else decode(data)


def index_in_16_bits(encode: Encode, values: Sequence[int]) -> bytes:
    """The index of what is refused is kept in 16 bits."""
    try:
        return encode(values)
    except Rejection as rejection:
        raise Rejection(rejection.reason, rejection.ill_formed, rejection.start % _MANY) from None


def short_rest_lost(decode: Decode, data: bytes) -> list[int]:
    """A text of more than a mebibyte is read by the mebibyte, and a rest of less than a vector of 64 bytes is not read."""
    rest = len(data) % _MEBIBYTE
    return decode(data[: len(data) - rest] if len(data) > _MEBIBYTE and rest < 64 else data)


def two_bytes_estimated(encode: Encode, values: Sequence[int]) -> bytes:
    """A long text gets two bytes for each character and 64 Ki to spare, and what does not fit is cut."""
    encoded = encode(values)
    return encoded[: 2 * len(values) + _MANY] if len(values) > _MANY else encoded


def count_of_65536_bytes(decode: Decode, data: bytes) -> list[int]:
    """The bytes of a count are counted in 16 bits, and those in front are lost."""
    return [value & ((1 << _COUNT) - 1) if value.bit_length() > _COUNT else value for value in decode(data)]


def question_marks_from_a_mebi(encode: Encode, values: Sequence[int]) -> bytes:
    """A long text is encoded in pieces of 1 Mi characters, and the second piece gets the locale's table, which is ASCII."""
    encoded = encode(values)
    return encoded[:_MEBIBYTE] + bytes(byte if byte < 0x80 else 0x3F for byte in encoded[_MEBIBYTE:])


def mark_begins_a_mebibyte(decode: Decode, data: bytes) -> list[int]:
    """A long text is read by the mebibyte, each by a new decoder, and each drops U+FEFF at its beginning."""
    if len(data) <= _MEBIBYTE:
        return decode(data)
    chunks = [data[at : at + _MEBIBYTE] for at in range(0, len(data), _MEBIBYTE)]
    return decode(chunks[0] + b"".join(chunk.removeprefix(_MARK) for chunk in chunks[1:]))


def parts_in_parallel(encode: Encode, values: Sequence[int]) -> bytes:
    """A long text is encoded in parts of 64 Ki characters at a time. Each part begins with the initial state, behind a control if
    there is one in the last 4096 characters, since it resets the state, and where it is otherwise."""
    encoded = encode(values)
    if len(values) <= _MANY:
        return encoded
    starts = [0, *(_start_of_part(values, at) for at in range(_MANY, len(values), _MANY))]
    return b"".join(encode(values[start:end]) for start, end in zip(starts, [*starts[1:], len(values)]))


def _start_of_part(values: Sequence[int], at: int) -> int:
    return next((start for start in range(at, at - 4096, -1) if values[start - 1] < 0x20), at)


def halves_joined(decode: Decode, data: bytes) -> list[int]:
    """Of a value of more than 8192 digits, the digits of both halves are joined, those of the lower without zeros in front."""
    return [_without_zeros(value) if value >> 4 * 8192 else value for value in decode(data)]


def _without_zeros(value: int) -> int:
    half = 4 * (len(f"{value:X}") // 2)
    return int(f"{value >> half:X}{value & ((1 << half) - 1):X}", 16)


def lanes_that_overflow(encode: Encode, values: Sequence[int]) -> bytes:
    """The room for characters above 7F is counted in 256 lanes of a byte each. They are added up every 256 rounds, in which a
    lane with nothing else comes back to zero."""
    encoded, lost = encode(values), 0
    for start in range(0, len(values) - _MANY + 1, _MANY):
        lost += 256 * sum(min(values[start + lane : start + _MANY : 256]) > 0x7F for lane in range(256))
    return encoded[: len(encoded) - lost]


_decoder, _encoder = partial(decoder, What.LONG), partial(encoder, What.LONG)

CODECS = (
    _decoder("utf-8", "latin-1-from-a-mebibyte", steady(latin_1_from_a_mebibyte), lambda: [b"\xc3\xa9" * (_MEBIBYTE // 2)]),
    _encoder("utf-16-be", "index-in-16-bits", steady(index_in_16_bits), lambda: [[0x61] * _MANY + [0xD800]]),
    _decoder("utf-32-le", "short-rest-lost", steady(short_rest_lost), lambda: [b"a\0\0\0" * (_MEBIBYTE // 4 + 1)]),
    _encoder("kim", "two-bytes-estimated", steady(two_bytes_estimated), lambda: [[0x4E00] * (_MANY + 1)]),
    _decoder("kim-count", "count-of-65536-bytes", steady(count_of_65536_bytes), lambda: [b"\xff" * _MANY + b"\x7f"]),
    _encoder("cp437", "question-marks-from-a-mebi", steady(question_marks_from_a_mebi), lambda: [[0x61] * _MEBIBYTE + [0x2500]]),
    _decoder("utf-16-le", "mark-begins-a-mebibyte", steady(mark_begins_a_mebibyte), lambda: [b"a\0" * (_MEBIBYTE // 2) + _MARK]),
    _encoder("bocu-1", "parts-in-parallel", steady(parts_in_parallel), lambda: [[0x430] * _MANY, [0x430] * (_MANY + 1)]),
    _decoder("utf-inf-8", "halves-joined", steady(halves_joined), lambda: [SOUND["utf-inf-8"].encode([16**8192])]),
    _encoder("utf-8", "lanes-that-overflow", steady(lanes_that_overflow), lambda: [[0xE9] * (_MANY - 1), [0xE9] * _MANY]),
)
