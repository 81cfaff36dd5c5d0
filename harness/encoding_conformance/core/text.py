"""Makes texts printable and short for people, and names characters."""

import re
import unicodedata
from collections.abc import Sequence
from textwrap import wrap

UNSEEN = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff"
"""The characters, for a regular expression, that break or turn a line, or that a terminal acts on or cannot show."""

_UNSEEN, _UNSEEN_IN_LINES = re.compile(f"[{UNSEEN}]"), re.compile(f"(?!\n)[{UNSEEN}]")

_COMMAND = re.compile(r"^([^\S\n]*)(::)|()(##(?:\[|vso\[))", re.MULTILINE)
"""The beginning of a command of GitHub, at the beginning of a line, or of Azure, anywhere."""

_ITEM = r"[0-9A-F][0-9A-F{}*]*"
_TOGETHER = re.compile(rf"`[^`]*`|[\w-]+: \{{.*\}}|(?<!\S)(?:ok|{_ITEM})(?: {_ITEM})+(?!\w)")
"""A command in backquotes, a mapping as in manifests, or several bytes or values."""

_NO_BREAK = "\N{NO-BREAK SPACE}"

LONGEST = 300
"""The number of characters of a text from an implementation that are kept."""


def printable(text: str, longest: int = LONGEST) -> str:
    """Returns the beginning of a text, on one line. Characters that cannot be printed (controls, lone surrogates) are escaped."""
    text = text[:longest]
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else character.encode("unicode_escape").decode() for character in text)


def visible(text: str) -> str:
    """Returns lines for a screen or log. Escapes characters that a terminal acts on, and text that a CI service takes for a
    command, such as `::error::` at the beginning of a line."""
    return _COMMAND.sub(r"\1\3\\\2\4", _UNSEEN_IN_LINES.sub(_escape, text))


def escaped(text: str) -> str:
    """Returns a text on one line, in which characters are escaped that a terminal acts on."""
    return _UNSEEN.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")


def abridged(text: str, most: int) -> str:
    """Returns a text on one line. Leaves out the middle if it has more than `most` characters."""
    if len(text) > most:
        text = f"{text[: most // 2]}…{text[-(most // 2) + 1 :]}"
    return escaped(text)


def in_lines(text: str, width: int) -> list[str]:
    """Returns a text in lines of at most `width` columns. A command in backquotes, a mapping as in manifests, and a sequence of
    bytes or values are broken only if they have more columns than a line."""

    def together(match: re.Match[str]) -> str:
        return match[0].replace(" ", _NO_BREAK) if len(match[0]) <= width else match[0]

    return [line.replace(_NO_BREAK, " ") for line in wrap(_TOGETHER.sub(together, text), width, break_on_hyphens=False)]


def counted(count: int, noun: str) -> str:
    """Returns a number of things, such as `1 byte` or `1,024 bytes`."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def first_of(texts: Sequence[object], most: int, separator: str = ", ") -> str:
    """Returns the first texts, and how many more there are: `a, b and 3 more`."""
    if len(texts) <= most + 1:  # the name of one more text takes no more room than "1 more"
        return separator.join(map(str, texts))
    return f"{separator.join(map(str, texts[:most]))} and {len(texts) - most:,} more"


LAST_CHARACTER = 0x10FFFF

_CATEGORIES = {"Cc": "control character", "Co": "private use", "Cs": "surrogate"}


def character(value: int) -> str:
    """Returns the name of a character, or the kind of a code point without a name: `LATIN SMALL LETTER A`, `surrogate`."""
    if value > LAST_CHARACTER:
        return "beyond 10FFFF"
    if value & 0xFFFE == 0xFFFE or 0xFDD0 <= value <= 0xFDEF:
        return "noncharacter"
    return unicodedata.name(chr(value), _CATEGORIES.get(unicodedata.category(chr(value)), "no name"))
