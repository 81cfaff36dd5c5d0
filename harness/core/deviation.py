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
