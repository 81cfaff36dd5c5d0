"""Mistakes of codecs that take what is ill-formed, but only behind something."""

from __future__ import annotations

from collections.abc import Sequence

from mutants.methods import Encode
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


CODECS = (
    decoder(What.LENIENT, "utf-8", "java-behind-a-mark", steady(forgiving(java_behind_a_mark)), [b"\xef\xbb\xbf\xc0\x80"]),
    decoder(
        What.LENIENT,
        "utf-8",
        "fourth-byte-behind-three-letters",
        steady(forgiving(fourth_byte_behind_three_letters)),
        [b"abc\x80"],
    ),
    decoder(What.LENIENT, "utf-16-be", "low-surrogate-behind-nul", steady(forgiving(low_surrogate_behind_nul)), [b"\0\0\xdc\0"]),
    decoder(
        What.LENIENT,
        "utf-32-le",
        "plane-17-behind-a-mark",
        steady(forgiving(plane_17_behind_a_mark)),
        [b"\xff\xfe\0\0\0\0\x11\0"],
    ),
    decoder(What.LENIENT, "kim", "range-behind-a-run", steady(forgiving(range_behind_a_run)), [b"a" * _RUN + b"\xff\xff\x7f"]),
    decoder(
        What.LENIENT,
        "utf-inf-8",
        "overlong-behind-nul",
        steady(forgiving(overlong_behind_nul)),
        [b"\0\xfe\x80\x80\x80\x80\x80\x80"],
    ),
    decoder(
        What.LENIENT,
        "iso-8859-8",
        "unassigned-behind-a-mark",
        steady(forgiving(unassigned_behind_a_mark)),
        [b"\xfd\xfb"],
        in_domain=True,
    ),
    encoder(
        What.LENIENT,
        "utf-16-le",
        "low-surrogate-behind-a-pair",
        steady(low_surrogate_behind_a_pair),
        [[0x1F600, 0xDC00]],
    ),
)
