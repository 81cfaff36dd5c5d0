"""Links and anchors of pages in Markdown, and the order of names on them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from encoding_conformance.core.text import abridged
from encoding_conformance.report.markdown import LONGEST, plain

_LINK = re.compile(r"(https?://[^\s<>()]*[^\s<>().,;:])")
_NO_ANCHOR = re.compile(r"[^\w -]")
_NUMBER = re.compile(r"(\d+)")


def linked(text: str) -> str:
    """Returns a text as one line of Markdown, with its addresses as links."""
    parts = _LINK.split(abridged(text, LONGEST))
    return "".join(f"<{part}>" if _LINK.fullmatch(part) else plain(part) for part in parts)


def anchor(heading: str) -> str:
    """Returns the fragment of a link to a heading, as GitHub makes it."""
    return "#" + _NO_ANCHOR.sub("", heading.lower()).replace(" ", "-")


def anchors(headings: Iterable[str]) -> dict[str, str]:
    """Returns the anchors of all headings of a page. Repeated anchors get numbers."""
    fragments: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for heading in headings:
        fragment = anchor(heading)
        fragments[heading] = f"{fragment}-{counts[fragment]}" if counts[fragment] else fragment
        counts[fragment] += 1
    return fragments


def natural(name: str) -> list[tuple[bool, int, str]]:
    """Returns a key that sorts numbers in names by their value."""
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in _NUMBER.split(name) if part]
