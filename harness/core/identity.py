"""What laws are called, wherever they are stored or shown."""

from __future__ import annotations

from typing import NamedTuple


class LawId(NamedTuple):
    """A law of a check, by their names; `fed` says what it is fed with, where that has to be told. `str()` gives
    CHECK#LAW or CHECK#LAW-FED, for people to read."""

    check: str
    law: str
    fed: str = ""

    def __str__(self) -> str:
        return f"{self.check}#{self.law}" + (f"-{self.fed}" if self.fed else "")
