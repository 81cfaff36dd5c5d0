"""Free text of those under test: logs, exceptions, reasons. It may hold anything, and is shown everywhere."""

from __future__ import annotations

LONGEST = 300
"""Characters that are kept."""


def printable(text: str, longest: int = LONGEST) -> str:
    """The beginning of a text, in one line; what cannot be printed (controls, lone surrogates) is escaped."""
    text = text[:longest]
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else character.encode("unicode_escape").decode() for character in text)
