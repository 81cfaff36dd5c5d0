"""Faults of data files: told all at once, each with file, line and remedy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class DataFault:
    """What is wrong at a line of a file, and what would be right."""

    file: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


class DataError(Exception):
    """One or more faults of data files; `str()` has a line for each."""

    def __init__(self, faults: Iterable[DataFault]):
        self.faults = sorted(set(faults))
        super().__init__("\n".join(map(str, self.faults)))
