"""What a reason of a known deviation says: pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

BUG, CHOICE, LIMIT = KINDS = ("bug", "choice", "limit")
"""A bug contradicts what the library says of itself, or a standard that it claims; a choice is documented or plainly
intended; a limit lies in its types or its interface."""

_ID = "[a-z0-9-]+/[a-z0-9-]+"
_FORM = re.compile(rf"({'|'.join(KINDS)}): (.+) \(({_ID}(?:, {_ID})*)\)(?:; since (.+?))?(?:; (https?://\S+))?")


@dataclass(frozen=True)
class Reason:
    """`KIND: what (REQUIREMENT, ...); since VERSION; URL`, the last two where they are known. What is of no such form
    is all `what`."""

    what: str
    kind: str = ""
    requirements: tuple[str, ...] = ()
    since: str = ""
    url: str = ""


def parse(text: str) -> Reason:
    """The parts of a reason."""
    if not (found := _FORM.fullmatch(text)):
        return Reason(text)
    kind, what, requirements, since, url = found.groups(default="")
    return Reason(what, kind, tuple(requirements.split(", ")), since, url)
