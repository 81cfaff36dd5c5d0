"""ASCII with parity, code page 437 and ISO 8859: one byte for each character."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

from workshop.composed.codec import Codec, IllFormed
from workshop.composed.general import LIMIT, Broken, general
from workshop.composed.mistake import BOTH, DECODE, ENCODE, Mistake

PARTS = tuple(f"iso-8859-{part}" for part in range(1, 17) if part != 12)
ENCODINGS = ("ascii-parity", "cp437", *PARTS)
_PARITY, _PAGE = (("ascii-parity",), ("cp437",))
_WITH_HOLES = ("iso-8859-3", "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-11")

_CELLS = {
    "cp437": ("cp850", (0x9B, 0x9D, 0x9E, 0xE0, 0xE3)),
    "iso-8859-1": ("iso8859-15", (0xA4, 0xA6, 0xA8)),
    "iso-8859-2": ("cp1250", (0xA5, 0xA9, 0xB1, 0xB9)),
    "iso-8859-5": ("koi8-r", (0xC0, 0xC1, 0xC2, 0xC3)),
    "iso-8859-7": ("cp1253", (0xA1, 0xA2, 0xB6)),
    "iso-8859-9": ("iso8859-1", (0xD0, 0xDD, 0xDE, 0xF0, 0xFD, 0xFE)),
    "iso-8859-15": ("iso8859-1", (0xA4, 0xBC, 0xBD, 0xBE)),
    "iso-8859-16": ("iso8859-2", (0xA1, 0xA4, 0xA5, 0xAA)),
}
"""The cells that another page fills, and that page."""

_REST = "ascii/other-letters cp437/other-characters iso-8859/other-characters ascii/seven-bits cp437/pictures-not-encoded"
_CELLS_BROKEN = (
    "iso-8859/registered-tables iso-8859/part-decides iso-8859/latin-1 iso-8859/cyrillic iso-8859/fully-assigned"
    " cp437/upper-half cp437/other-characters iso-8859/other-characters cp437/box-drawing"
)
_TABLE_WORDS = r"table|cell|page|wrong (value|character|byte)|letter|other (value|character)|gives|writes|assign"

MISTAKES = (
    *general(
        Broken(
            cut="",
            kept="ascii/one-byte cp437/one-byte iso-8859/one-byte",
            nul="ascii/control-characters cp437/ascii-half cp437/controls iso-8859/ascii-half",
            mark="",
            noncharacters="",
            ill_formed="ascii/parity-checked iso-8859/unassigned",
            refused=_REST,
            controls="ascii/parity-bit-place",
        )
    ),
    Mistake("parity-unchecked", DECODE, r"parity|bit 7|check", "ascii/parity-checked", _PARITY),
    Mistake(
        "parity-odd", BOTH, r"parity|bit 7|odd|even", "ascii/parity-of-even ascii/parity-of-odd ascii/parity-checked", _PARITY
    ),
    Mistake("parity-not-set", ENCODE, r"parity|bit 7|odd|even", "ascii/parity-of-odd ascii/parity-bit-place", _PARITY),
    Mistake(
        "cells-of-another-page",
        BOTH,
        rf"{_TABLE_WORDS}|above FF",
        "iso-8859/registered-tables iso-8859/part-decides iso-8859/latin-1 iso-8859/cyrillic cp437/upper-half"
        " cp437/other-characters iso-8859/other-characters cp437/box-drawing",
        tuple(_CELLS),
    ),
    Mistake(
        "c1-as-in-windows-1252",
        BOTH,
        rf"C1|control|80|9F|1252|{_TABLE_WORDS}",
        "iso-8859/c1-controls iso-8859/other-characters iso-8859/fully-assigned",
        PARTS,
    ),
    Mistake("c1-refused", BOTH, r"C1|control|80|9F|refuse", "iso-8859/c1-controls iso-8859/fully-assigned", PARTS),
    Mistake(
        "unassigned-taken", DECODE, r"unassigned|not assigned|hole|undefined|not in the table", "iso-8859/unassigned", _WITH_HOLES
    ),
    Mistake(
        "question-mark-written",
        ENCODE,
        r"\?|3F|question|replac|substitut|accepts|lacks|unassigned|not in|outside|no (byte|place)",
        f"{_REST} common/values-of-the-encoding",
    ),
    Mistake(
        "low-byte-written",
        ENCODE,
        rf"low|cut|bits|wrap|accepts|lacks|not in|outside|unassigned|{LIMIT}",
        f"{_REST} common/values-of-the-encoding",
    ),
    Mistake(
        "controls-as-pictures",
        BOTH,
        r"control|picture|C0|U\+00|wrong (value|byte)|refuse|26|smil",
        "cp437/controls cp437/pictures-not-encoded cp437/ascii-half",
        _PAGE,
    ),
    Mistake("del-refused", BOTH, r"DEL|7F|refuse", "cp437/controls cp437/ascii-half ascii/delete iso-8859/ascii-half"),
    Mistake(
        "parity-bit-kept",
        DECODE,
        r"parity|bit 7|wrong value|above 7F|80|FF",
        "ascii/parity-bit-place ascii/parity-of-odd ascii/seven-bits common/map-both-ways",
        _PARITY,
    ),
    Mistake(
        "parity-of-six-bits",
        BOTH,
        r"parity|bit [67]|odd|even|\b40\b|7F",
        "ascii/parity-of-even ascii/parity-of-odd ascii/parity-checked ascii/parity-bit-place",
        _PARITY,
    ),
    Mistake("two-cells-exchanged", BOTH, rf"{_TABLE_WORDS}|E[01]|swap|exchang", _CELLS_BROKEN, ("cp437", *PARTS)),
    Mistake("cells-shifted", BOTH, rf"{_TABLE_WORDS}|shift|F[0-9A-F]", _CELLS_BROKEN, ("cp437", *PARTS)),
    Mistake(
        "cells-missing",
        BOTH,
        rf"{_TABLE_WORDS}|refuse|lacks|missing|F[0-9A-F]",
        f"{_CELLS_BROKEN} iso-8859/unassigned common/map-both-ways",
        ("cp437", *PARTS),
    ),
    Mistake(
        "no-break-space-as-space",
        DECODE,
        rf"A0|no-break|space|\b20\b|{_TABLE_WORDS}",
        f"{_CELLS_BROKEN} common/map-both-ways",
        ("cp437", *PARTS),
    ),
    Mistake(
        "upper-half-refused-when-read",
        DECODE,
        r"upper|80|FF|A0|high|above|sign|half|ASCII|7F",
        f"{_CELLS_BROKEN} iso-8859/c1-controls common/map-both-ways",
        ("cp437", *PARTS),
    ),
    Mistake(
        "base-letter-written",
        ENCODE,
        r"letter|accent|best|similar|alike|replac|substitut|accepts|lacks|not in|outside|unassigned|table|no (byte|place)",
        f"{_REST} common/values-of-the-encoding",
        ("cp437", *PARTS),
    ),
    Mistake(
        "sixteenth-byte-as-itself",
        DECODE,
        r"block|sixteen|\b16\b|places?\b|position|aligned|behind|after|Latin|own number",
        f"{_CELLS_BROKEN} iso-8859/unassigned cp437/one-byte iso-8859/one-byte common/any-length common/map-both-ways",
        ("cp437", *PARTS[1:]),
    ),
    Mistake(
        "numbers-below-100-written",
        ENCODE,
        r"latin|A0|FF|\b80\b|below 100|own number|accepts|lacks|not in|outside|unassigned|table|no (byte|place)|low",
        f"{_REST} {_CELLS_BROKEN} common/values-of-the-encoding",
        ("cp437", *PARTS[1:]),
    ),
)

_PICTURES = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"


class SingleByte(Codec):
    """A codec of an encoding in which each character is one byte."""

    def __init__(self, encoding: str, mistakes: tuple[str, ...] = ()) -> None:
        super().__init__(encoding, mistakes)
        self._read = _table(encoding, self.on)
        self._written = {value: byte for byte, value in reversed(self._read.items())}
        if "parity-unchecked" in self.on:
            self._read = {byte: byte & 0x7F for byte in range(0x100)}
        if "parity-bit-kept" in self.on:
            self._read = {byte: byte for byte in self._read}
        if "no-break-space-as-space" in self.on:
            self._read = {byte: 0x20 if value == 0xA0 else value for byte, value in self._read.items()}
        if "upper-half-refused-when-read" in self.on:
            self._read = {byte: value for byte, value in self._read.items() if byte < 0x80}
        if "parity-not-set" in self.on:
            self._written = {value: value for value in range(0x80)}
        if "unassigned-taken" in self.on:
            self._read = {byte: self._read.get(byte, byte) for byte in range(0x100)}

    def write(self, value: int, index: int) -> bytes:
        if value < 0x100 and "numbers-below-100-written" in self.on:
            return bytes((value,))
        byte = self._written.get(value)
        if byte is None and "base-letter-written" in self.on and value <= 0x10FFFF:
            byte = self._written.get(ord(normalize("NFKD", chr(value))[0]))
        if byte is None:
            if "question-mark-written" in self.on:
                return b"?"
            if "low-byte-written" in self.on:
                return bytes((value & 0xFF,))
            raise IllFormed(index)
        return bytes((byte,))

    def read(self, data: bytes, at: int) -> tuple[int, int]:
        if at % 16 == 15 and "sixteenth-byte-as-itself" in self.on:
            return data[at], at + 1
        value = self._read.get(data[at])
        if value is None:
            raise IllFormed(at)
        return value, at + 1


def _table(encoding: str, on: frozenset[str]) -> dict[int, int]:
    """Returns the values of the bytes, as far as these mistakes concern both directions."""
    if encoding == "ascii-parity":
        odd = "parity-odd" in on
        looked_at = 0xBF if "parity-of-six-bits" in on else 0xFF
        table = {byte: byte & 0x7F for byte in range(0x100) if (byte & looked_at).bit_count() % 2 == odd}
        if "del-refused" in on:
            table = {byte: value for byte, value in table.items() if value != 0x7F}
        return table
    table = _page(encoding.replace("iso-8859-", "iso8859-"), range(0x100))
    if "cells-of-another-page" in on:
        page, cells = _CELLS[encoding]
        table |= _page(page, cells)
    if "c1-as-in-windows-1252" in on:
        table |= _page("cp1252", range(0x80, 0xA0))
    if "controls-as-pictures" in on:
        table |= {byte: ord(picture) for byte, picture in enumerate(_PICTURES, 1)}
    if "two-cells-exchanged" in on:
        table |= {0xE0: table[0xE1], 0xE1: table[0xE0]}
    if "cells-shifted" in on:
        table = {byte - (byte > 0xF0): value for byte, value in table.items() if byte != 0xF0}
    refused = ((0x7F, 0x80), "del-refused"), ((0x80, 0xA0), "c1-refused"), ((0xF4, 0xF8), "cells-missing")
    for (first, behind), name in refused:
        if name in on:
            table = {byte: value for byte, value in table.items() if not first <= byte < behind}
    return table


def _page(page: str, cells: Iterable[int]) -> dict[int, int]:
    """Returns the values of some bytes in a code page, as Python has it."""
    found = {byte: bytes((byte,)).decode(page, "ignore") for byte in cells}
    return {byte: ord(character) for byte, character in found.items() if character}
