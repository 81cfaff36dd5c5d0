"""Mistakes of codecs that take what is ill-formed, but only behind something."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mutants.methods import Decode, Encode
from reference_codecs import CODECS as SOUND
from reference_codecs import Rejection
from reference_codecs.code_points import LOW_SURROGATES
from workshop.rare.codec import What, decoder, encoder, forgiving, steady

_RUN = 200


def java_behind_a_mark(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A text with a byte-order mark is taken to come from a tool in Java, which writes C0 80 for NUL."""
    return ([0], fault.end) if data.startswith(b"\xef\xbb\xbf") and fault.ill_formed == b"\xc0\x80" else None


def fourth_byte_behind_three_letters(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The first four bytes are read at once, to find the byte order, and the mask for the test of ASCII has only three."""
    lone_trail = data[fault.start] & 0xC0 == 0x80
    return ([data[3]], 4) if fault.start == 3 and lone_trail and data[:3].isascii() else None


def low_surrogate_behind_nul(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """What stands before a low surrogate is taken for nothing if it is zero."""
    low = int.from_bytes(data[fault.start : fault.start + 2], "big")
    behind_nul = fault.start >= 2 and data[fault.start - 2 : fault.start] == b"\0\0"
    return ([low], fault.start + 2) if behind_nul and low in LOW_SURROGATES else None


def plane_17_behind_a_mark(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The path for a text with a byte-order mark compares the plane with 17, and not with 16."""
    value = int.from_bytes(data[fault.start : fault.start + 4], "little")
    return ([value], fault.end) if data.startswith(b"\xff\xfe\0\0") and value >> 16 == 17 else None


def range_behind_a_run(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The loop that follows a long run of characters of one byte tests the length of a character, but not its value."""
    code, run = data[fault.start : fault.start + 3], data[max(0, fault.start - _RUN) : fault.start]
    if fault.reason != "out-of-range" or len(run) < _RUN or not run.isascii() or code[-1] & 0x80:
        return None
    return [(code[0] & 0x7F) << 14 | (code[1] & 0x7F) << 7 | code[2]], fault.end


def overlong_behind_nul(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A NUL sets the least value of the form to zero, and the path for FE reads it before it is set again."""
    code = bytes(fault.ill_formed)
    if fault.reason != "overlong" or code[0] != 0xFE or data[max(0, fault.start - 1) : fault.start] != b"\0":
        return None
    value = 0
    for byte in code[1:]:
        value = value << 6 | byte & 0x3F
    return [value], fault.end


def unassigned_behind_a_mark(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Behind FD, the mark for left to right, bytes are read as Latin-1 up to the next that is a letter of the table."""
    behind_mark = data[max(0, fault.start - 1) : fault.start] == b"\xfd"
    return ([0xFB], fault.end) if behind_mark and fault.ill_formed == b"\xfb" else None


def low_surrogate_behind_a_pair(encode: Encode, values: Sequence[int]) -> bytes:
    """The last high surrogate is remembered to see whether a low one may follow, and the path for pairs does not forget it."""
    try:
        return encode(values)
    except Rejection as rejection:
        at = rejection.start
        if not at or values[at - 1] < 0x10000 or values[at] not in LOW_SURROGATES:
            raise
    try:
        return encode(values[:at]) + values[at].to_bytes(2, "little") + low_surrogate_behind_a_pair(encode, values[at + 1 :])
    except Rejection as rejection:
        raise rejection.moved_by(at + 1) from None


def errors_marked(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A driver puts FF 00 in front of a byte with a wrong parity. Behind them, the parity is not asked for again."""
    is_marked = data[max(0, fault.start - 2) : fault.start] == b"\xff\0"
    return ([data[fault.start] & 0x7F], fault.end) if is_marked else None


def second_of_two(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Two characters of two bytes are read at once. Of the first, it is tested that it needs two bytes; of the second, only what
    shows its form."""
    if fault.reason != "overlong" or len(fault.ill_formed) != 2:
        return None
    first = fault.start
    while first > 1 and data[first - 2] & 0xE0 == 0xC0:
        first -= 2
    is_second = (fault.start - first) // 2 % 2 == 1
    return ([(data[fault.start] & 0x1F) << 6 | data[fault.start + 1] & 0x3F], fault.end) if is_second else None


def unit_read_twice(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A high surrogate is read again when the buffer is filled anew between it and its other half. One that stands twice is taken
    for such a one."""
    units = [data[at : at + 2] for at in (fault.start, fault.start + 2)]
    if fault.reason != "surrogate" or units[0] != units[1] or units[0][1] & 0xFC != 0xD8:
        return None
    last = fault.start + 2
    while data[last + 2 : last + 4] == units[0]:
        last += 2
    return ([], last) if len(data) >= last + 4 and data[last + 3] & 0xFC == 0xDC else None


def still_owed(decode: Decode, data: bytes) -> list[int]:
    """The number of characters that a text still owes is handed over in 16 bits, to whoever asks whether there are any."""
    try:
        return decode(data)
    except Rejection as rejection:
        if rejection.reason != "truncated" or rejection.ill_formed:
            raise
    count, end = SOUND["kim-count"].decode_one(data, 0, None)[:2]
    values = SOUND["kim"].decode(data[end:])
    if (count[0] - len(values)) % (1 << 16):
        raise Rejection("truncated", b"", len(data))
    return values


_decoder, _encoder = partial(decoder, What.LENIENT), partial(encoder, What.LENIENT)

CODECS = (
    _decoder("utf-8", "java-behind-a-mark", steady(forgiving(java_behind_a_mark)), [b"\xef\xbb\xbf\xc0\x80"]),
    _decoder("utf-8", "fourth-byte-behind-three-letters", steady(forgiving(fourth_byte_behind_three_letters)), [b"abc\x80"]),
    _decoder("utf-16-be", "low-surrogate-behind-nul", steady(forgiving(low_surrogate_behind_nul)), [b"\0\0\xdc\0"]),
    _decoder("utf-32-le", "plane-17-behind-a-mark", steady(forgiving(plane_17_behind_a_mark)), [b"\xff\xfe\0\0\0\0\x11\0"]),
    _decoder("kim", "range-behind-a-run", steady(forgiving(range_behind_a_run)), [b"a" * _RUN + b"\xff\xff\x7f"]),
    _decoder("utf-inf-8", "overlong-behind-nul", steady(forgiving(overlong_behind_nul)), [b"\0\xfe\x80\x80\x80\x80\x80\x80"]),
    _decoder(
        "iso-8859-8", "unassigned-behind-a-mark", steady(forgiving(unassigned_behind_a_mark)), [b"\xfd\xfb"], in_domain=True
    ),
    _encoder("utf-16-le", "low-surrogate-behind-a-pair", steady(low_surrogate_behind_a_pair), [[0x1F600, 0xDC00]]),
    _decoder("ascii-parity", "errors-marked", steady(forgiving(errors_marked)), [b"\0\xe1", b"\xff\0\x61"], in_domain=True),
    _decoder("utf-8", "second-of-two", steady(forgiving(second_of_two)), [b"\xc1\xa1", b"\xc3\xa9\xc1\xa1"], in_domain=True),
    _decoder("utf-16-le", "unit-read-twice", steady(forgiving(unit_read_twice)), [b"\x3d\xd8\x3d\xd8\0\xde"], in_domain=True),
    _decoder("kim-text", "still-owed", steady(still_owed), [b"\2a", b"\x84\x80\1a"]),
)
