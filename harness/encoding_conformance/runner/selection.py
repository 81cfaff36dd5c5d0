"""Selects vectors and checks by their ids."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True)
class Selection:
    """An id is selected if one of the patterns `wanted` matches it, or if there are none, and if no pattern of `unwanted`
    matches it."""

    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()

    def __contains__(self, id: str) -> bool:
        wanted = not self.wanted or any(matches(pattern, id) for pattern in self.wanted)
        return wanted and not any(matches(pattern, id) for pattern in self.unwanted)

    def __bool__(self) -> bool:
        """Whether there is a pattern, so that something may be left out."""
        return bool(self.wanted or self.unwanted)

    def idle(self, ids: Collection[str]) -> Iterator[str]:
        """Yields the options whose patterns match none of the ids, as they are given on the command line."""
        for option, patterns in (("-k", self.wanted), ("--not", self.unwanted)):
            for pattern in patterns:
                if not any(matches(pattern, id) for id in ids):
                    yield f"{option} {pattern!r}"


EVERYTHING = Selection()


def matches(pattern: str, id: str) -> bool:
    """Whether a pattern selects an id. A pattern with `*` or `?` must match the whole id; any other must be a part of it."""
    return pattern in id or fnmatchcase(id, pattern)
