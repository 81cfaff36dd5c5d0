"""Codecs of UTF-8 that accept or refuse too much, and code pages with a wrong table."""

from __future__ import annotations

from reference_codecs import CODECS, Rejection
from workshop.museum.tools import Whole, accepting, beyond, decoding, excusing, is_surrogate, overlong, stepping, writing

LOOSE = CODECS["utf-8-31bit"]


def low_surrogates_written(value: int) -> bytes | None:
    """Only high surrogates are looked at, so that a low one alone is written like another character."""
    return LOOSE.encode([value]) if 0xDC00 <= value <= 0xDFFF else None


def surrogates_written(value: int) -> bytes | None:
    """No value is asked whether it is a surrogate."""
    return LOOSE.encode([value]) if 0xD800 <= value <= 0xDFFF else None


def one_too_many(value: int) -> bytes | None:
    """The largest value is compared with `>`, where the bound is the first that is too large."""
    return LOOSE.encode([value]) if value == 0x110000 else None


def end_of_input(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """What the input cuts off gives nothing."""
    return ([], fault.end) if fault.reason == "truncated" else None


def cut_lead_is_a_value(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A lead byte at the very end of the input is its number."""
    return ([data[fault.start]], fault.end) if fault.reason == "truncated" and fault.end - fault.start == 1 else None


def first_of_three_refused() -> Whole:
    """The test for overlong forms of three bytes compares with `<=`."""

    def step(data: bytes, at: int) -> None:
        if data[at : at + 3] == b"\xe0\xa0\x80":
            raise Rejection("overlong", data[at : at + 3], at)

    return stepping("utf-8", step)


def masked_lead(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Each lead byte from F0 on is one of four bytes, and its low three bits are taken."""
    form = data[fault.start : fault.start + 4]
    if form[0] < 0xF8 or len(form) < 4 or any(not 0x80 <= byte <= 0xBF for byte in form[1:]):
        return None
    value = (form[0] & 7) << 18 | (form[1] & 0x3F) << 12 | (form[2] & 0x3F) << 6 | form[3] & 0x3F
    return ([value], fault.start + 4) if 0x10000 <= value <= 0x10FFFF else None


def first_leads_refused() -> Whole:
    """The bounds between the sizes are one too high: E0 is a lead byte of two bytes, and F0 one of three."""

    def step(data: bytes, at: int) -> None:
        if data[at] in (0xE0, 0xF0):
            size = 2 if data[at] == 0xE0 else 3
            raise Rejection("bad-lead", data[at : at + size], at)

    return stepping("utf-8", step)


def any_byte_follows(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The bytes behind the lead byte are masked and not looked at."""
    lead = data[fault.start]
    size = 2 + (lead >= 0xE0) + (lead >= 0xF0)
    form = data[fault.start : fault.start + size]
    if not 0xC2 <= lead <= 0xF4 or len(form) < size or all(0x80 <= byte <= 0xBF for byte in form[1:]):
        return None
    value = lead & 0x7F >> size
    for byte in form[1:]:
        value = value << 6 | byte & 0x3F
    return [value], fault.start + size


def latin_1_in_the_middle(data: bytes) -> list[int]:
    """The bytes 80 to 9F are taken for those of Latin-1."""
    values = CODECS["cp437"].decode(data)
    return [byte if 0x80 <= byte <= 0x9F else value for byte, value in zip(data, values)]


MODELS = {
    "simd-json-228": lambda: writing("utf-8", low_surrogates_written),
    "corefxlab-1513": lambda: writing("utf-8", surrogates_written),
    "haskell-text-61": lambda: excusing("utf-8", end_of_input),
    "libunicode-145-overlong": lambda: accepting(overlong),
    "libunicode-145-surrogate": lambda: accepting(is_surrogate),
    "libunicode-145-range": lambda: accepting(beyond),
    "libunicode-145-swallows": lambda: excusing("utf-8", any_byte_follows),
    "dolphin-565": lambda: accepting(is_surrogate),
    "ddnet-229": lambda: accepting(lambda value, size: size == 2 and overlong(value, size)),
    "branchless-utf8-3": lambda: accepting(lambda value, size: 0x110000 <= value < 0x140000),
    "icu4lua-5": lambda: writing("utf-8", one_too_many),
    "log4cxx-664": first_of_three_refused,
    "log4cxx-699": lambda: excusing("utf-8", masked_lead),
    "urbit-211": first_leads_refused,
    "edbee-88": lambda: accepting(beyond),
    "vlang-27630-overlong": lambda: accepting(overlong),
    "vlang-27630-surrogate": lambda: accepting(is_surrogate),
    "vlang-27630-cut": lambda: excusing("utf-8", cut_lead_is_a_value),
    "modular-5434": lambda: excusing("utf-8", masked_lead),
    "protoc-gen-mbt-79-trail": lambda: excusing("utf-8", any_byte_follows),
    "protoc-gen-mbt-79-overlong": lambda: accepting(overlong),
    "protoc-gen-mbt-79-surrogate": lambda: accepting(is_surrogate),
    "protoc-gen-mbt-79-range": lambda: accepting(beyond),
    "freeunit-304": lambda: accepting(is_surrogate),
    "node-56542": lambda: decoding("cp437", latin_1_in_the_middle),
}
