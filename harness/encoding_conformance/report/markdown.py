"""Puts texts into a page in Markdown so that nothing in them is markup."""

import re
from collections.abc import Iterable

from encoding_conformance.core.text import abridged

LONGEST = 1000
"""The number of characters of a text that are shown."""

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def plain(text: str) -> str:
    """Returns the Markdown that shows a text unchanged and on one line."""
    return _MARKUP.sub(r"\\\1", abridged(text, LONGEST))


def code(text: str) -> str:
    """Returns a text as inline code, on one line and without backquotes."""
    return f"`{abridged(text, LONGEST).replace('`', '')}`"


def row(cells: Iterable[str]) -> str:
    """Returns a row of a table in Markdown."""
    return f"| {' | '.join(cells)} |"
