"""Tables of single bytes that have wrong entries, or that are those of another encoding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from reference_codecs import CODECS, Rejection
from workshop.museum.tools import REPLACEMENT, Whole, decoding, excusing, stepping, writing

WINDOWS_1252 = {byte: ord(bytes([byte]).decode("cp1252", "replace")) for byte in range(0x80, 0x100)}
"""The table of windows-1252, in which five bytes are the controls of Latin-1."""
WINDOWS_1252 |= {byte: byte for byte, value in WINDOWS_1252.items() if value == REPLACEMENT}


def entries(encoding: str, wrong: Mapping[int, int], excuse: Callable[[int], int | None] = lambda byte: None) -> Whole:
    """Returns a codec that decodes some bytes to other values, and ill-formed ones to what `excuse` says of them."""

    def step(data: bytes, at: int) -> tuple[list[int], int] | None:
        return ([wrong[data[at]]], at + 1) if data[at] in wrong else None

    def excused(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
        value = excuse(data[fault.start])
        return None if value is None else ([value], fault.end)

    return stepping(encoding, step, excused)


def as_utf_8(data: bytes) -> list[int]:
    """US-ASCII is only another name of UTF-8."""
    return CODECS["utf-8"].decode(data)


def strip(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """The high bit of a byte is cleared."""
    return [data[fault.start] & 0x7F], fault.end


def itself(byte: int) -> int | None:
    """A byte that the table lacks is its own number."""
    return byte


def replaced(byte: int) -> int | None:
    """A byte that the table lacks is replaced, although the decoder was asked to be strict."""
    return REPLACEMENT


def ff_alone(data: bytes) -> list[int]:
    """A text that is the one byte FF is taken for the beginning of a byte-order mark, and dropped."""
    return [] if data == b"\xff" else CODECS["iso-8859-1"].decode(data)


def refusing(encoding: str, is_refused: Callable[[int], bool]) -> Whole:
    """Returns a codec that refuses to write some characters that its table reads."""

    def write(value: int) -> bytes | None:
        if is_refused(value):
            raise Rejection("unassigned", [value])
        return None

    return writing(encoding, write)


def masked_trail(data: bytes, at: int) -> tuple[list[int], int] | None:
    """The second byte of two is masked with C0 instead of 3F, and the sum is cut to a byte."""
    if data[at] not in (0xC2, 0xC3) or at + 1 == len(data) or data[at + 1] & 0xC0 != 0x80:
        return None
    return [((data[at] & 0xBF) << 6) + (data[at + 1] & 0xC0) & 0xFF], at + 2


def unstripped(data: bytes) -> list[int]:
    """The parity bit stays in the character."""
    CODECS["ascii-parity"].decode(data)
    return list(data)


CP437 = [CODECS["cp437"].decode(bytes([byte]))[0] for byte in range(0x100)]

MODELS: dict[str, Callable[[], Whole]] = {
    "golang-29535": partial(entries, "ascii", {}, WINDOWS_1252.get),
    "helium-802": partial(decoding, "ascii", as_utf_8),
    "monoruby-1512": partial(entries, "iso-8859-1", {byte: WINDOWS_1252[byte] for byte in range(0x80, 0xA0)}),
    "cf-imap-8": partial(entries, "iso-8859-7", {byte: byte for byte in range(0xA0, 0x100)}),
    "hexy-17": partial(excusing, "ascii", strip),
    "turbohtml-423": partial(entries, "iso-8859-1", dict.fromkeys((0x81, 0x8D, 0x8F, 0x90, 0x9D), REPLACEMENT)),
    "turbohtml-121": partial(entries, "iso-8859-8", WINDOWS_1252),
    "nodejs-61093": partial(decoding, "iso-8859-1", ff_alone),
    "cosmopolitan-600": partial(entries, "cp437", {0xFA: 0x2219}),
    "mudlet-10395-cp737": partial(entries, "iso-8859-7", {0xBF: 0x3C9}),
    "mudlet-10395-cp667": partial(entries, "cp437", dict(zip(range(0xA3, 0xA7), CP437[0xA4:0xA8]))),
    "dosbox-staging-2093": partial(entries, "iso-8859-5", {0xFD: 0xD7}),
    "adafruit-gfx-library-22": partial(entries, "cp437", dict(zip(range(0xB2, 0xFF), CP437[0xB3:]))),
    "ace-tao-2572": partial(stepping, "utf-8", masked_trail),
    "wpt-2892": partial(entries, "iso-8859-6", {}, replaced),
    "dotnet-runtime-53745": partial(entries, "iso-8859-3", {}, itself),
    "charset-converter-7": partial(refusing, "iso-8859-7", (0x20AC, 0x20AF, 0x37A).__contains__),
    "poco-1549": partial(refusing, "iso-8859-2", (0x2D9).__eq__),
    "c-periphery-12": partial(entries, "iso-8859-1", {byte: byte & 0x7F for byte in range(0x80, 0x100)}),
    "ttyemu-5": partial(decoding, "ascii-parity", unstripped),
    "wxmedit-16": lambda: writing("iso-8859-8", lambda value: b"\xd7" if value == 0xD7 else None),
}
