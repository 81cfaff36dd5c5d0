"""Mistakes that show in the first or the last character of a text."""

from __future__ import annotations

from collections.abc import Sequence

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


CODECS = (
    decoder(What.EDGE, "utf-8", "last-return-held", steady(last_return_held), [b"a\r"], in_domain=True),
    decoder(What.EDGE, "utf-8", "first-spaces-skipped", steady(first_spaces_skipped), [b"\xa0a"], in_domain=True),
    encoder(What.EDGE, "kim-text", "mark-counted", steady(mark_counted), [[_MARK, 0x61]]),
    decoder(What.EDGE, "utf-32-le", "zero-left-over", steady(forgiving(zero_left_over)), [b"a\0\0\0\0"], in_domain=True),
    decoder(What.EDGE, "bocu-1", "last-reset-refused", steady(last_reset_refused), [b"\xb1\xff"]),
    decoder(What.EDGE, "ascii-parity", "last-of-two-unchecked", steady(last_of_two_unchecked), [b"\x41\xc1"]),
    decoder(What.EDGE, "kim", "last-byte-empty", steady(forgiving(last_byte_empty)), [b"a\x80"], in_domain=True),
)
