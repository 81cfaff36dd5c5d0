"""What an implementation is known to do other than specified."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

Kind = Literal["bug", "choice", "limit"]
BUG: Literal["bug"] = "bug"
"""It contradicts the library's documentation, or a standard that the library claims to follow."""
CHOICE: Literal["choice"] = "choice"
"""It is documented or clearly intended."""
LIMIT: Literal["limit"] = "limit"
"""The library's types or interface cannot do it."""
KINDS: tuple[Kind, ...] = get_args(Kind)


How = Literal["new", "gone", "different"]
NEW: Literal["new"] = "new"
"""A failure that no manifest declares."""
GONE: Literal["gone"] = "gone"
"""A declared failure that no longer fails."""
DIFFERENT: Literal["different"] = "different"
"""A declared failure that now fails in another way."""
HOWS: tuple[How, ...] = get_args(How)


class Changed(NamedTuple):
    """What an implementation does other than it did in the version that its known deviations were seen with, which is
    `since`. `str()` gives both as a text for people to read."""

    how: How
    since: str

    def __str__(self) -> str:
        return f"changed since {self.since} ({self.how})"


class Deviation(NamedTuple):
    """What an implementation does other than specified, in a few words, and the ids of the requirements that it breaks.
    `since` is the version of the library that began with it, and `url` the address of a page about it. Both are empty if
    nothing is known. `str()` gives all of it as one line for people to read."""

    kind: Kind
    what: str
    requirements: tuple[str, ...] = ()
    since: str = ""
    url: str = ""

    def __str__(self) -> str:
        broken = f" ({', '.join(self.requirements)})" if self.requirements else ""
        since = f"; since {self.since}" if self.since else ""
        return f"{self.kind}: {self.what}{broken}{since}" + (f"; {self.url}" if self.url else "")
