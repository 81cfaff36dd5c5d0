"""A place in a file."""

from __future__ import annotations

from typing import NamedTuple


class Location(NamedTuple):
    """A line of a file, counted from 1, or 0 for a whole file or folder. `str()` gives FILE:LINE, as compilers write it and
    editors open it."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


NOWHERE = Location("", 0)
"""The location of something that was not read from a file."""
