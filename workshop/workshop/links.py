"""Links and anchors of pages in Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from encoding_conformance.core.text import abridged
from encoding_conformance.report.markdown import LONGEST, plain

_LINK = re.compile(r"(https?://[^\s<>()]*[^\s<>().,;:])")
_NO_ANCHOR = re.compile(r"[^\w -]")


def linked(text: str) -> str:
    """Returns the Markdown that shows a text on one line, with its addresses as links."""
    parts = _LINK.split(abridged(text, LONGEST))
    return "".join(f"<{part}>" if _LINK.fullmatch(part) else plain(part) for part in parts)


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
