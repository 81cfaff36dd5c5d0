"""Codecs that accept or write forms that are longer than a value needs."""

from __future__ import annotations

from reference_codecs import CODECS, Rejection
from workshop.museum.counts import characters, counts_written, sound, value_of
from workshop.museum.forms import accepting, overlong, written
from workshop.museum.tools import Given, excusing, writing


def at_threshold(value: int) -> bytes:
    """The largest count of each length takes the form that is one byte longer."""
    code = sound(value)
    return b"\x80" + code if value and code == b"\xff" * (len(code) - 1) + b"\x7f" else code


def length_with_zeros(data: bytes, fault: Rejection) -> Given:
    """A length is not checked for leading zeros, so a sequence with them is read as the one without."""
    length = data[fault.start : fault.end].lstrip(b"\xff\xb4")
    if fault.reason != "overlong" or data[fault.start : fault.start + 2] != b"\xff\xb4" or length[:1] != b"\xa0":
        return None
    digits = "".join(f"{byte & 0xF:X}" for byte in length).lstrip("0") or "0"
    end = fault.end + (18 + int(digits, 16) + 2) // 3 * 2
    shorter = b"\xff" + b"\xb4" * (len(digits) - 1) + bytes(0xA0 + int(digit, 16) for digit in digits) + data[fault.end : end]
    try:
        return CODECS["utf-inf-8"].decode(shorter), end
    except Rejection:
        return None


MODELS = {
    "zig-js-877": lambda: characters(lambda code: value_of(code) <= 0x10FFFF),
    "openttd-8125": lambda: counts_written(at_threshold),
    "ddnet-229": lambda: accepting(overlong(2)),
    "urbit-631": lambda: accepting(overlong(3)),
    "libunicode-145-overlong": lambda: accepting(overlong(2, 3, 4)),
    "simdjson-1187": lambda: accepting(lambda value, size: size == 4 and value == 0xFFFF),
    "wxwidgets-693": lambda: writing("utf-8", lambda value: written(value, 4) if value == 0xFFFF else None),
    "vim-2824": lambda: accepting(overlong(2), "utf-8-31bit"),
    "mbedtls-7105": lambda: excusing("utf-inf-8", length_with_zeros),
}
