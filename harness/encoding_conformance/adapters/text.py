"""Free text from implementations: logs, exceptions, reasons. It may contain anything, and is shown everywhere."""

from __future__ import annotations

LONGEST = 300
"""The number of characters that are kept."""


def printable(text: str, longest: int = LONGEST) -> str:
    """The beginning of a text, on one line. Characters that cannot be printed (controls, lone surrogates) are escaped."""
    text = text[:longest]
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else character.encode("unicode_escape").decode() for character in text)
