"""Codecs with wrong entries in a table, or with the table of another encoding."""

from __future__ import annotations

from collections.abc import Callable

from reference_codecs import CODECS, Rejection
from workshop.museum.tools import REPLACEMENT, Whole, WithState, decoding, refusing, refusing_to_write, with_table, writing

WINDOWS_1252 = {byte: ord(bytes([byte]).decode("cp1252", "replace")) for byte in range(0x80, 0x100)}
"""The table of windows-1252, in which five bytes are the controls of Latin-1."""
WINDOWS_1252 |= {byte: byte for byte, value in WINDOWS_1252.items() if value == REPLACEMENT}

CP437 = CODECS["cp437"].decode(bytes(range(0x100)))

LOOKALIKES = {0x160: b"S", 0x161: b"s", 0x17D: b"Z", 0x17E: b"z", 0x152: b"O", 0x153: b"o", 0x178: b"Y"}
"""The similar characters that are written for some characters."""


def entry_3800(c: int, prev: int, state: int) -> int:
    """The table of blocks has 3800 where 3380 belongs."""
    return 0x3840 if 0x3380 <= c <= 0x33FF else state


def quadruple_dot() -> Whole:
    """The byte BD is another character in both directions."""

    def write(value: int) -> bytes | None:
        if value == 0x2015:
            raise Rejection("unassigned", [value])
        return b"\xbd" if value == 0x2051 else None

    return Whole(writing("iso-8859-10", write).encode, with_table("iso-8859-10", {0xBD: 0x2051}).decode)


def without_small_ya() -> Whole:
    """One character is missing, in both directions."""
    decode = refusing("iso-8859-5", lambda data, at: data[at] == 0xEF).decode
    return Whole(refusing_to_write("iso-8859-5", [0x44F]).encode, decode)


MODELS: dict[str, Callable[[], Whole]] = {
    "golang-29535": lambda: with_table("ascii", WINDOWS_1252),
    "greenpad-28865d0": lambda: decoding("bocu-1", WithState(entry_3800).decode),
    # The pointer into the upper half is tested for being true, and the first one is 0.
    "kuroko-15": lambda: refusing("cp437", lambda data, at: data[at] == 0x80),
    "whatwg-encoding-17": lambda: with_table("cp437", {0xE6: 0x3BC}),
    "cosmopolitan-600": lambda: with_table("cp437", {0xFA: 0x2219}),
    "mudlet-10395-cp667": lambda: with_table("cp437", dict(zip(range(0xA3, 0xA7), CP437[0xA4:0xA8]))),
    "turbohtml-423": lambda: with_table("iso-8859-1", dict.fromkeys((0x81, 0x8D, 0x8F, 0x90, 0x9D), REPLACEMENT)),
    "dotnet-runtime-63192": lambda: writing("iso-8859-1", LOOKALIKES.get, b"?"),
    "phobos-3392": quadruple_dot,
    "notepad-plus-plus-3359": lambda: writing("iso-8859-11", {0xA7: b"\x15", 0xB6: b"\x14"}.get, b"?"),
    "iconv-lite-423": lambda: writing("iso-8859-3", {REPLACEMENT: b"\xf0"}.get, b"?"),
    "dosbox-staging-2093": lambda: with_table("iso-8859-5", {0xFD: 0xD7}),
    "mudlet-10395-cp737": lambda: with_table("iso-8859-7", {0xBF: 0x3C9}),
    "turbohtml-121": lambda: with_table("iso-8859-8", WINDOWS_1252),
    "wxmedit-16": lambda: writing("iso-8859-8", {0xD7: b"\xd7"}.get),
    "poco-521": without_small_ya,
}
