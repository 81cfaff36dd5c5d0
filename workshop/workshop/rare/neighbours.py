"""Mistakes that show where two particular characters, or characters of two classes, stand one after another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from mutants.methods import Decode, Encode
from reference_codecs import CODECS as SOUND
from reference_codecs import Rejection
from workshop.rare.codec import KIM_CODES, What, decoder, encoder, forgiving, joined, steady

_HANGUL = range(0xAC00, 0xD7A4)
_PUNCTUATION = range(0x3000, 0x3040)
_UNIHAN_MIDDLE = 0x7711
_ABOVE, _BELOW = range(0x300, 0x315), range(0x323, 0x327)
_ENDS_OF_STRINGS = re.compile(rb"[^\0]\0\0[^\0]", re.DOTALL)


def padding_behind_three(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A fast path reads four bytes for a character of three, and lets the fourth pass unread if it is the padding 80."""
    behind_three = fault.start >= 3 and data[fault.start - 3] & 0xF0 == 0xE0
    return ([0x80], fault.end) if behind_three and fault.ill_formed == b"\x80" else None


def dotted_i(encode: Encode, values: Sequence[int]) -> bytes:
    """I and the dot above become the one letter, as a table for Turkish letter case has it."""
    whole = encode(values)
    return encode(joined(values, 0x49, 0x307, 0x130)) if 0x307 in values else whole


def cjk_for_low_surrogates(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The mask for low surrogates loses its first bit in a signed byte, so that 5C to 5F pass behind a high surrogate."""
    pair = data[fault.start : fault.start + 4]
    if len(pair) < 4 or pair[0] & 0xFC != 0xD8 or pair[2] & 0xFC != 0x5C:
        return None
    high, low = (int.from_bytes(pair[at : at + 2], "big") & 0x3FF for at in (0, 2))
    return [0x10000 + (high << 10 | low)], fault.start + 4


def end_across_units(encode: Encode, values: Sequence[int]) -> bytes:
    """The end of a string is two bytes of zero. They are looked for at odd offsets too, where the neighbours U+0061 and U+0100
    have them."""
    encoded = encode(values)
    for found in _ENDS_OF_STRINGS.finditer(encoded):
        if found.start() % 2 == 0:
            return encoded[: found.start() + 2]
    return encoded


def nul_behind_three_bytes(decode: Decode, data: bytes) -> list[int]:
    """A word of four bytes is shifted until it is zero, so that a character of three bytes takes a NUL with it."""
    values = decode(data)
    return [value for before, value in pairwise([0, *values]) if value or before <= 0x3FFF]


def cached_by_16_bits(encode: Encode, values: Sequence[int]) -> bytes:
    """The bytes of the last character are kept under its lowest 16 bits, which its neighbour of another plane can share."""
    encode(values)
    cached: list[int] = []
    for value in values:
        same = cached and (cached[-1] ^ value) & 0xFFFF == 0
        cached.append(cached[-1] if same else value)
    return encode(cached)


def punctuation_behind_hangul(encode: Encode, values: Sequence[int]) -> bytes:
    """The fast path for East Asian text takes ideographic punctuation for a neighbour of Unihan, also behind Hangul."""
    encoded = encode(values)
    between = [(before in _HANGUL and value in _PUNCTUATION) for before, value in pairwise([0, *values])]
    if not any(between):
        return encoded
    codec, codes = SOUND["bocu-1"], b""
    state = codec.initial_state
    for value, is_wrong in zip(values, between):
        code, state = codec.encode_one(value, _UNIHAN_MIDDLE if is_wrong else state)
        codes += code
    return codes


def thai_vowel_composed(decode: Decode, data: bytes) -> list[int]:
    """NIKHAHIT and SARA AA become SARA AM, as some converters compose them for display."""
    return joined(decode(data), 0xE4D, 0xE32, 0xE33)


def doubled_in_transit(decode: Decode, data: bytes) -> list[int]:
    """Telnet doubles FF, which begins its commands, and two of them are made one where nothing doubled them."""
    return decode(data.replace(b"\xff\xff", b"\xff"))


def marks_in_order(decode: Decode, data: bytes) -> list[int]:
    """A mark below the letter is put before a mark above it, as in the canonical order, by a loop that goes over a text once."""
    found: list[int] = []
    for value in decode(data):
        is_late = value in _BELOW and found and found[-1] in _ABOVE
        found.insert(len(found) - 1 if is_late else len(found), value)
    return found


def lead_kept(decode: Decode, data: bytes) -> list[int]:
    """The bits of the first byte are kept where they were shifted to. The next character takes them from there if it has the same
    first byte, though it has two bytes and the one before had three."""
    values = decode(data)
    codes = [b"", *KIM_CODES.findall(data)]
    for index, (before, code) in enumerate(pairwise(codes)):
        if len(before) == 3 and len(code) == 2 and before[0] == code[0]:
            values[index] = (code[0] & 0x7F) << 14 | code[1]
    return values


def remainder_of_zero(encode: Encode, values: Sequence[int]) -> bytes:
    """The remainder of a negative difference is made positive if it is not, with `<=` for `<`. One of zero becomes 243, for which
    the sum that gives a trail byte is 100, of which a byte keeps zero."""
    encode(values)
    codec, codes = SOUND["bocu-1"], b""
    state = codec.initial_state
    for value in values:
        code, state = codec.encode_one(value, state)
        is_zero = len(code) == 2 and code[0] < 0x50 and code[1] == 1
        codes += bytes([code[0] - 1, 0]) if is_zero else code
    return codes


_decoder, _encoder = partial(decoder, What.NEIGHBOURS), partial(encoder, What.NEIGHBOURS)

CODECS = (
    _decoder("utf-8", "padding-behind-three", steady(forgiving(padding_behind_three)), [b"\xe7\x8b\x80\x80"], in_domain=True),
    _encoder("utf-8", "dotted-i", steady(dotted_i), [[0x49, 0x307]]),
    _decoder(
        "utf-16-be", "cjk-for-low-surrogates", steady(forgiving(cjk_for_low_surrogates)), [b"\xd8\x00\x5c\x00"], in_domain=True
    ),
    _encoder("utf-16-le", "end-across-units", steady(end_across_units), [[0x61, 0x100]]),
    _decoder("kim", "nul-behind-three-bytes", steady(nul_behind_three_bytes), [b"\x81\x80\x00\x00"], in_domain=True),
    _encoder("utf-32-le", "cached-by-16-bits", steady(cached_by_16_bits), [[0x41, 0x10041]]),
    _encoder("bocu-1", "punctuation-behind-hangul", steady(punctuation_behind_hangul), [[0xAC00, 0x3002]]),
    _decoder("iso-8859-11", "thai-vowel-composed", steady(thai_vowel_composed), [b"\xed\xd2"], in_domain=True),
    _decoder("iso-8859-1", "doubled-in-transit", steady(doubled_in_transit), [b"\xff", b"\xff\xff"], in_domain=True),
    _decoder("utf-16-be", "marks-in-order", steady(marks_in_order), [b"\x03\x23\x03\x01", b"\x03\x01\x03\x23"]),
    _decoder("kim", "lead-kept", steady(lead_kept), [b"\x81\x9c\0\x82\x69", b"\x81\x9c\0\x81\x69"], in_domain=True),
    _encoder("bocu-1", "remainder-of-zero", steady(remainder_of_zero), [[0x440, 0x33], [0x440, 0x34]]),
)
