"""Mistakes that show in the first or the last character of a text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mutants.methods import Decode, Encode
from reference_codecs import CODECS as SOUND
from reference_codecs import Rejection
from workshop.rare.codec import What, decoder, encoder, forgiving, steady

_MARK = 0xFEFF
_RESET = b"\xff"


def last_return_held(decode: Decode, data: bytes) -> list[int]:
    """CR is held until it is seen whether LF follows, and at the end of a text nobody asks for it."""
    return decode(data.removesuffix(b"\r"))


def first_spaces_skipped(decode: Decode, data: bytes) -> list[int]:
    """Bytes of A0 in front, the space of Latin-1 that does not break, are skipped as what a spreadsheet left there."""
    text = data.lstrip(b"\xa0")
    try:
        return decode(text)
    except Rejection as rejection:
        raise rejection.moved_by(len(data) - len(text)) from None


def mark_counted(encode: Encode, values: Sequence[int]) -> bytes:
    """A mark in front is dropped after the characters were counted."""
    whole = encode(values)
    if list(values[:1]) != [_MARK]:
        return whole
    return SOUND["kim-count"].encode([len(values)]) + SOUND["kim"].encode(values[1:])


def zero_left_over(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A last byte of zero is the terminator of a string in C, whose length counts it."""
    return ([], fault.end) if fault.reason == "truncated" and fault.ill_formed == b"\0" else None


def last_reset_refused(decode: Decode, data: bytes) -> list[int]:
    """A reset stands between two texts that were joined, so that one at the end looks like a second text that is cut."""
    values = decode(data)
    if not data.endswith(_RESET):
        return values
    try:
        decode(data[:-1])
    except Rejection:
        return values  # it ends a character
    raise Rejection("truncated", _RESET, len(data) - 1)


def last_of_two_unchecked(decode: Decode, data: bytes) -> list[int]:
    """Two bytes are checked at a time, with `<` for `<=` at the end of an even number of them."""
    last = len(data) - 1
    try:
        return decode(data)
    except Rejection as rejection:
        if last % 2 == 0 or rejection.start != last:
            raise
    return [*decode(data[:last]), data[last] & 0x7F]


def last_byte_empty(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A last byte without data changes no value, and so nobody sees that another must follow."""
    return ([], fault.end) if fault.reason == "truncated" and fault.ill_formed == b"\x80" else None


def end_of_a_file(decode: Decode, data: bytes) -> list[int]:
    """DOS ends a text with 1A, which is taken off if it stands at the end, behind a line that is ended."""
    return decode(data[:-1] if data.endswith(b"\n\x1a") else data)


def mark_of_another(decode: Decode, data: bytes) -> list[int]:
    """The function that skips a byte-order mark in front is shared with UTF-16, and nobody asks which mark it has found."""
    if data[:2] not in (b"\xfe\xff", b"\xff\xfe"):
        return decode(data)
    try:
        return decode(data[2:])
    except Rejection as rejection:
        raise rejection.moved_by(2) from None


def marks_joined(encode: Encode, values: Sequence[int]) -> bytes:
    """Where two files were joined of which the first has nothing but a mark, one of the two marks in front is left out."""
    whole = encode(values)
    return encode(values[1:]) if list(values[:2]) == [_MARK, _MARK] else whole


def zeros_in_front(encode: Encode, values: Sequence[int]) -> bytes:
    """Groups of zero in front, which a value of a fixed size has, are taken off what was written, and not off each value."""
    encoded = encode(values)
    return encoded.lstrip(b"\0") or encoded[:1]


_decoder, _encoder = partial(decoder, What.EDGE), partial(encoder, What.EDGE)

CODECS = (
    _decoder("utf-8", "last-return-held", steady(last_return_held), [b"a\r"], in_domain=True),
    _decoder("utf-8", "first-spaces-skipped", steady(first_spaces_skipped), [b"\xa0a"], in_domain=True),
    _encoder("kim-text", "mark-counted", steady(mark_counted), [[_MARK, 0x61]]),
    _decoder("utf-32-le", "zero-left-over", steady(forgiving(zero_left_over)), [b"a\0\0\0\0"], in_domain=True),
    _decoder("bocu-1", "last-reset-refused", steady(last_reset_refused), [b"\xb1\xff"]),
    _decoder("ascii-parity", "last-of-two-unchecked", steady(last_of_two_unchecked), [b"\x41\xc1"]),
    _decoder("kim", "last-byte-empty", steady(forgiving(last_byte_empty)), [b"a\x80"], in_domain=True),
    _decoder("cp437", "end-of-a-file", steady(end_of_a_file), [b"a\x1a", b"\n\x1a"], in_domain=True),
    _decoder("utf-8-31bit", "mark-of-another", steady(mark_of_another), [b"a\xfe\xff", b"\xfe\xffa"], in_domain=True),
    _encoder("utf-8", "marks-joined", steady(marks_joined), [[_MARK], [_MARK, _MARK]]),
    _encoder("kim-count", "zeros-in-front", steady(zeros_in_front), [[0], [5, 0], [0, 5]]),
)
