"""Parses the reason of a known deviation. It is pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

BUG, CHOICE, LIMIT = KINDS = ("bug", "choice", "limit")
"""A bug contradicts the library's documentation, or a standard that the library claims to follow. A choice is documented or
clearly intended. A limit comes from the library's types or interface."""

_ID = "[a-z0-9-]+/[a-z0-9-]+"
_FORM = re.compile(rf"({'|'.join(KINDS)}): (.+) \(({_ID}(?:, {_ID})*)\)(?:; since (.+?))?(?:; (https?://\S+))?")


@dataclass(frozen=True)
class Reason:
    """The parts of `KIND: what (REQUIREMENT, ...); since VERSION; URL`, of which the last two are optional. A text of another
    form is all `what`."""

    what: str
    kind: str = ""
    requirements: tuple[str, ...] = ()
    since: str = ""
    url: str = ""


def parse(text: str) -> Reason:
    """The parts of the text of a reason."""
    if not (found := _FORM.fullmatch(text)):
        return Reason(text)
    kind, what, requirements, since, url = found.groups(default="")
    return Reason(what, kind, tuple(requirements.split(", ")), since, url)
