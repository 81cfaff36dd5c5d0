"""Puts texts into a page in Markdown so that nothing in them is markup."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from encoding_conformance.core.text import abridged

_LONGEST = 1000
"""The number of characters of a text that are shown."""

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_LINK = re.compile(r"(https?://[^\s<>()]*[^\s<>().,;:])")
_NO_ANCHOR = re.compile(r"[^\w -]")


def plain(text: str) -> str:
    """Returns the Markdown that shows a text unchanged and on one line."""
    return _MARKUP.sub(r"\\\1", abridged(text, _LONGEST))


def linked(text: str) -> str:
    """Returns the same, with addresses as links."""
    parts = _LINK.split(abridged(text, _LONGEST))
    return "".join(f"<{part}>" if _LINK.fullmatch(part) else plain(part) for part in parts)


def code(text: str) -> str:
    """Returns a text as inline code, on one line and without backquotes."""
    return f"`{abridged(text, _LONGEST).replace('`', '')}`"


def row(cells: Iterable[str]) -> str:
    """Returns a row of a table in Markdown."""
    return f"| {' | '.join(cells)} |"


def anchor(heading: str) -> str:
    """Returns the end of a link to a heading, as GitHub makes it."""
    return "#" + _NO_ANCHOR.sub("", heading.lower()).replace(" ", "-")


def anchors(headings: Iterable[str]) -> dict[str, str]:
    """Returns the same for all headings of a page. If several would be equal, the later ones get numbers."""
    found: dict[str, str] = {}
    before: Counter[str] = Counter()
    for heading in headings:
        end = anchor(heading)
        found[heading] = f"{end}-{before[end]}" if before[end] else end
        before[end] += 1
    return found
