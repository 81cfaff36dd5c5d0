"""Mistakes of codecs that remember something of a text: until its end, until a reset, or for the next character."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from mutants.methods import Decode, Encode
from reference_codecs import CODECS as SOUND
from reference_codecs import Rejection
from workshop.rare.codec import What, decoder, encoder, forgiving, steady

_ESCAPED = re.compile(rb"(?<=\x1b%@).*?(?=\x1b%G|\Z)", re.DOTALL)
_SHIFT_OUT, _SHIFT_IN = 0x0E, 0x0F
_LINES = dict(zip(b"jklmnqtuvwx", (0x2518, 0x2510, 0x250C, 0x2514, 0x253C, 0x2500, 0x251C, 0x2524, 0x2534, 0x252C, 0x2502)))
_LANGUAGE, _CANCEL = 0xE0001, 0xE007F
_TAGS = range(0xE0020, 0xE007F)
_FOURTEEN_BYTES = 1 << 71
"""The first value of a code of fourteen bytes."""


def escape_to_latin_1(decode: Decode, data: bytes) -> list[int]:
    """From ESC % @, which ends UTF-8 in ISO 2022, to ESC % G, which begins it, bytes are read as Latin-1."""
    return decode(_ESCAPED.sub(lambda found: found[0].decode("latin-1").encode(), data))


def filler_behind_six_bytes(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Records of eight bytes are filled with FF behind a character of six, and the reader is still in the record."""
    behind_six = fault.start >= 6 and data[fault.start - 6] & 0xFE == 0xFC
    return ([], fault.end) if behind_six and fault.ill_formed == b"\xff" else None


def shifted_out(decode: Decode, data: bytes) -> list[int]:
    """From SO to SI, letters are lines, as a terminal has them."""
    values, out = decode(data), False
    for index, value in enumerate(values):
        out = value == _SHIFT_OUT or (out and value != _SHIFT_IN)
        values[index] = _LINES.get(value, value) if out else value
    return values


def swapped_behind_fffe(decode: Decode, data: bytes) -> list[int]:
    """A byte-order mark of the other order swaps the bytes of the rest, wherever it stands."""
    at = next((found.start() for found in re.finditer(b"\xfe\xff", data) if found.start() % 2 == 0), None)
    if at is None:
        return decode(data)
    values = decode(data[: at + 2])
    try:
        return values + SOUND["utf-16-be"].decode(data[at + 2 :])
    except Rejection as rejection:
        raise rejection.moved_by(at + 2) from None


def tags_dropped(encode: Encode, values: Sequence[int]) -> bytes:
    """Tag characters are not written from the language tag to the cancel tag, by a filter for plain text."""
    whole = encode(values)
    if _LANGUAGE not in values:
        return whole
    kept, tagging = [], False
    for value in values:
        tagging = value == _LANGUAGE or (tagging and value != _CANCEL)
        if not (tagging and value in _TAGS):
            kept.append(value)
    return encode(kept)


def two_zeros_end(decode: Decode, data: bytes) -> list[int]:
    """Two bytes of zero end a list of counts, as they end a list of strings in C."""
    end = data.find(b"\0\0")
    return decode(data if end < 0 else data[: end + 2])


def padding_left(encode: Encode, values: Sequence[int]) -> bytes:
    """The digits are put into a buffer that is not cleared between two long values, so that the padding of the second is the
    first digit of the first."""
    whole = encode(values)
    if not any(before >= _FOURTEEN_BYTES <= value for before, value in pairwise(values)):
        return whole
    return b"".join(_with_padding(encode([value]), before, value) for before, value in pairwise([0, *values]))


def _with_padding(code: bytes, before: int, value: int) -> bytes:
    digits = len(f"{value:X}")
    if not before >= _FOURTEEN_BYTES <= value or digits % 3 == 0:
        return code
    storage = 2 * len(f"{digits - 18:X}")
    old = int(f"{before:X}"[0], 16)
    return code[:storage] + bytes([code[storage] | old << 2]) + code[storage + 1 :]


def no_reset_behind_a_space(decode: Decode, data: bytes) -> list[int]:
    """The path for a space, which keeps the state, also takes the byte behind it and keeps the state for a reset."""
    return decode(data.replace(b" \xff", b" "))


def put_back(decode: Decode, data: bytes) -> list[int]:
    """The unit behind CR is put back if it is not LF, into a slot in which FFFF means that there is none."""
    return [value for before, value in pairwise([0, *decode(data)]) if (before, value) != (0x0D, 0xFFFF)]


def slot_with_two_uses(decode: Decode, data: bytes) -> list[int]:
    """A low surrogate is kept in a slot until the caller has room for it. A CR, which waits in the same slot for LF, takes its
    place."""
    values = decode(data)
    for index, (value, after) in enumerate(pairwise(values)):
        if value > 0xFFFF and after == 0x0D:
            values[index] = 0xD7C0 + (value >> 10)
    return values


def limbs_not_trimmed(encode: Encode, values: Sequence[int]) -> bytes:
    """A value of more than 64 bits stands in limbs of 64. Their number only grows, so that a shorter one behind a longer one has
    limbs of zero in front, of which the groups are written."""
    whole, limbs = encode(values), 1
    if all(value >> 64 == 0 for value in values):
        return whole
    codes = b""
    for value in values:
        code = encode([value])
        if value >> 64:
            own = -(-value.bit_length() // 64)
            limbs = max(limbs, own)
            code = code.rjust(-(-64 * limbs // 7), b"\x80") if own < limbs else code
        codes += code
    return codes


def wide_space_keeps(decode: Decode, data: bytes) -> list[int]:
    """The space of East Asian text keeps the state, as the other does, which is all that the path for spaces has to do."""
    codec, values = SOUND["bocu-1"], list[int]()
    position, state = 0, codec.initial_state
    while position < len(data):
        decoded, position, after = codec.decode_one(data, position, state)
        state = state if decoded == (0x3000,) else after
        values += decoded
    return values


_decoder, _encoder = partial(decoder, What.STATE), partial(encoder, What.STATE)

CODECS = (
    _decoder("utf-8", "escape-to-latin-1", steady(escape_to_latin_1), [b"\x1b%@\xc3\xa9"]),
    _decoder(
        "utf-8-31bit",
        "filler-behind-six-bytes",
        steady(forgiving(filler_behind_six_bytes)),
        [b"\xfc\x84\x80\x80\x80\x80\xff"],
        in_domain=True,
    ),
    _decoder("ascii", "shifted-out", steady(shifted_out), [b"\x0eq"], in_domain=True),
    _decoder("utf-16-le", "swapped-behind-fffe", steady(swapped_behind_fffe), [b"\xfe\xff\x61\x00"]),
    _encoder("utf-32-be", "tags-dropped", steady(tags_dropped), [[_LANGUAGE, 0xE0065]]),
    _decoder("kim-count", "two-zeros-end", steady(two_zeros_end), [b"\0\0\x05"]),
    _encoder("utf-inf-8", "padding-left", steady(padding_left), [[16**18, 16**18]]),
    _decoder("bocu-1", "no-reset-behind-a-space", steady(no_reset_behind_a_space), [b"\xd0\x66 \xff\xb1"]),
    _decoder("utf-16-le", "put-back", steady(put_back), [b"\xff\xff", b"\r\0\xff\xff"], in_domain=True),
    _decoder("utf-8", "slot-with-two-uses", steady(slot_with_two_uses), ["😀\n".encode(), "😀\r".encode()], in_domain=True),
    _encoder("kim-count", "limbs-not-trimmed", steady(limbs_not_trimmed), [[1 << 64, 1 << 128], [1 << 128, 1 << 64]]),
    _decoder("bocu-1", "wide-space-keeps", steady(wide_space_keeps), [SOUND["bocu-1"].encode([0x3000, 0x4E00])]),
)
