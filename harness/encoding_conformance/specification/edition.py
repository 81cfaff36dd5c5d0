"""Reads the version of the test vectors, which is stated in one place and goes into every report and export."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from encoding_conformance.core.identity import Location
from encoding_conformance.data_folders import VECTORS
from encoding_conformance.specification.faults import DataError, DataFault
from encoding_conformance.specification.suite import Suite

FILE = "VERSION"
_VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")


class Edition(NamedTuple):
    """Which test vectors these are: `version` is the one that the project gives them, `hash` is of what they ask and permit."""

    version: str
    hash: str

    def __str__(self) -> str:
        return f"{self.version} {self.hash}"


def edition(suite: Suite, folder: Path = VECTORS) -> Edition:
    """The edition of a suite, whose version is stated in this folder. The hash is also of what a user added to the suite.
    Raises DataError if the version is missing or malformed, and OSError if the file cannot be read."""
    file = folder / FILE
    text = file.read_text(encoding="utf-8", errors="replace").strip() if file.exists() else ""
    if not _VERSION.fullmatch(text):
        found = f"{text!r} is not a version" if text else "no version is here"
        raise DataError([DataFault(Location(str(file), 1), f"{found}; expected three numbers such as 1.0.0")])
    return Edition(text, suite.content)
