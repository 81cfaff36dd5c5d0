"""The names of the pages and files of implementations, which a report may call anything."""

from __future__ import annotations

import re
from collections.abc import Iterable

_UNSAFE = re.compile(r"[^\w.-]|^\.", re.ASCII)
_LONGEST = 80


def files(names: Iterable[str]) -> dict[str, str]:
    """A name for a file for each of these names, which no file system takes for the same one."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        bare = _UNSAFE.sub("_", name)[:_LONGEST]
        file, number = bare, 1
        while file.casefold() in taken:
            number += 1
            file = f"{bare}_{number}"
        taken.add(file.casefold())
        found[name] = file
    return found
