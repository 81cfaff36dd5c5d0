"""Says what the characters are called."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

LAST_CHARACTER = 0x10FFFF

_CATEGORIES = {"Cc": "control character", "Co": "private use", "Cs": "surrogate"}


def character(value: int) -> str:
    """Returns the name of a character, or what else is known about a code point: `LATIN SMALL LETTER A`, `surrogate`."""
    if value > LAST_CHARACTER:
        return "beyond 10FFFF"
    if value & 0xFFFE == 0xFFFE or 0xFDD0 <= value <= 0xFDEF:
        return "noncharacter"
    return unicodedata.name(chr(value), _CATEGORIES.get(unicodedata.category(chr(value)), "no name"))


def characters(values: Sequence[int]) -> str:
    """Returns the names of characters in a row."""
    return ", ".join(map(character, values))
