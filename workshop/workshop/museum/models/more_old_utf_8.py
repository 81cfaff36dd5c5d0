"""Bugs of decoders of UTF-8 with five and six bytes, and of Perl's longer forms."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from reference_codecs import CODECS, Rejection
from workshop.museum.tools import Whole, decoding, excusing, stepping

OLD = "utf-8-31bit"
TRAIL = range(0x80, 0xC0)
Given = tuple[list[int], int] | None


def length_of(lead: int) -> int:
    """Returns how many bytes a lead byte calls for, and 1 for other bytes."""
    return max(1, 8 - (~lead & 0xFF).bit_length()) if lead >= 0xC0 else 1


def value_of(code: bytes) -> int:
    """Returns the value of a whole code, with no check."""
    value = code[0] & 0x7F >> len(code)
    for byte in code[1:]:
        value = value << 6 | byte & 0x3F
    return value


def code_at(data: bytes, at: int) -> bytes | None:
    """Returns the code whose lead byte is at an offset, if all its bytes are there and trail bytes."""
    code = data[at : at + length_of(data[at])]
    return code if len(code) == length_of(data[at]) and all(byte in TRAIL for byte in code[1:]) else None


def masks_of_one_bit(data: bytes, fault: Rejection) -> Given:
    """Each test asks whether any bit of a mask is set and the next is not, so the bits of a trail byte from the sixth on make it
    a lead byte."""
    lead = data[fault.start]
    if fault.reason != "bad-lead" or lead not in TRAIL:
        return None
    length = next((length for length in range(2, 7) if not lead & 0x80 >> length), 0)
    trails = data[fault.start + 1 : fault.start + length]
    if length == 0 or len(trails) < length - 1 or not all(byte in TRAIL for byte in trails):
        return None
    return [value_of(bytes([lead]) + trails)], fault.start + length


def one_more(data: bytes, at: int) -> Given:
    """The loop over the trail bytes takes one more than there are, and looks at none of them."""
    if (length := length_of(data[at])) == 1 or code_at(data, at) is None:
        return None
    if at + length == len(data):
        raise Rejection("truncated", data[at:], at)
    return [value_of(data[at : at + length]) << 6 | data[at + length] & 0x3F], at + length + 1


def refused(data: bytes, at: int, is_refused: Callable[[bytes], bool]) -> Given:
    """Refuses some codes that are well-formed."""
    code = code_at(data, at)
    if code and is_refused(code):
        raise Rejection("bad-lead", code, at)
    return None


def four_from_f8(data: bytes, at: int) -> Given:
    """All lead bytes from F0 on call for four bytes, and their three low bits count."""
    code = data[at : at + 4]
    if data[at] < 0xF8 or len(code) < 4 or not all(byte in TRAIL for byte in code[1:]):
        return None
    return [value_of(bytes([code[0] & 7 | 0xF0]) + code[1:])], at + 4


def second_byte_lost(data: bytes, at: int) -> Given:
    """Behind lead bytes with a narrower range for the second byte, and some others, that byte adds nothing."""
    if data[at] not in (0xE0, 0xED, 0xF1, 0xF2, 0xF3):
        return None
    values, end, _ = CODECS["utf-8"].decode_one(data, at, None)
    shift = 6 * (end - at - 2)
    return [values[0] & ~(0x3F << shift)], end


def longer_forms(data: bytes, fault: Rejection, shortest: int, longest: int) -> Given:
    """Forms that are longer than needed are read."""
    code = code_at(data, fault.start)
    is_read = fault.reason in ("overlong", "bad-lead") and code and shortest <= len(code) <= longest
    return ([value_of(code)], fault.start + len(code)) if code and is_read else None


def any_trail(data: bytes, fault: Rejection) -> Given:
    """No trail byte is looked at."""
    code = data[fault.start : fault.start + length_of(data[fault.start])]
    is_whole = 1 < len(code) == length_of(data[fault.start]) and code[0] < 0xFE
    return ([value_of(code)], fault.start + len(code)) if fault.reason == "bad-trail" and is_whole else None


def trails_skipped(data: bytes, fault: Rejection) -> Given:
    """The step to the next character skips all trail bytes, also those that are too many."""
    end = fault.start
    while end < len(data) and data[end] in TRAIL:
        end += 1
    return ([], end) if fault.reason == "bad-lead" and fault.start and end > fault.start else None


def assertion(encoding: str, data: bytes, fails: Callable[[bytes], bool]) -> list[int]:
    """An assertion fails on some inputs."""
    if fails(data):
        raise AssertionError
    return CODECS[encoding].decode(data)


def units(data: bytes) -> list[int]:
    """Returns the units of UTF-16 in little-endian bytes."""
    return [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data) - 1, 2)]


def ff_twice(data: bytes) -> bool:
    """Whether a lead byte FF has no trail byte behind it but another FF."""
    return any(data[at : at + 2] == b"\xff\xff" for at in range(len(data) - 1))


def refusing(is_refused: Callable[[bytes], bool]) -> Whole:
    """Returns a decoder that refuses some codes that are well-formed."""
    return stepping(OLD, lambda data, at: refused(data, at, is_refused))


def before_line_feed(data: bytes, at: int) -> Given:
    """A character of four bytes that ends in BF is malformed if a line feed follows."""
    code = code_at(data, at)
    if code and len(code) == 4 and code[-1] == 0xBF and data[at + 4 : at + 5] == b"\n":
        raise Rejection("bad-trail", code, at)
    return None


MODELS: dict[str, Callable[[], Whole]] = {
    "flac-706": partial(excusing, OLD, masks_of_one_bit),
    "serenity-8921": partial(stepping, OLD, one_more),
    "dolphin-560": partial(refusing, lambda code: len(code) > 4),
    "perlonjava-1353": partial(refusing, lambda code: len(code) > 4),
    "protobuf-6844": partial(stepping, OLD, four_from_f8),
    "utf-8-misc-1": partial(stepping, "utf-8", second_byte_lost),
    "vim-20988": partial(excusing, OLD, partial(longer_forms, shortest=2, longest=6)),
    "vim-2824": partial(excusing, OLD, partial(longer_forms, shortest=2, longest=2)),
    "perl5-9254": partial(refusing, lambda code: 0xF5 <= code[0] <= 0xF7),
    "perl5-5899": partial(stepping, OLD, before_line_feed),
    "perl5-15852": partial(decoding, "utf-inf-8", partial(assertion, "utf-inf-8", fails=ff_twice)),
    "perl5-14471": partial(
        decoding,
        "utf-16-le",
        partial(assertion, "utf-16-le", fails=lambda data: any(0x400 <= unit <= 0x7FF for unit in units(data))),
    ),
    "cpanel-json-xs-77": partial(excusing, OLD, any_trail),
    "lua-a1089b4": partial(excusing, OLD, trails_skipped),
}
