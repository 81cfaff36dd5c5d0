"""The edition of test vectors, which reports state."""

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from encoding_conformance.core.identity import Location
from encoding_conformance.data_files.families import files
from encoding_conformance.data_files.problems import DataError, DataProblem
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.data_folders import VECTORS

FILE = "VERSION"
_VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")


class Edition(NamedTuple):
    """The edition of the test vectors: the version that the project gives them, and a hash of their files."""

    version: str
    hash: str

    def __str__(self) -> str:
        return f"{self.version} {self.hash}"


def edition(suite: Suite, folder: Path = VECTORS) -> Edition:
    """Returns the edition of a suite, with the version that this folder states. The hash covers the names and contents of the
    files of encodings, requirements and vectors, including those that a user added. Raises DataError if the version is missing
    or malformed, and OSError if a file cannot be read."""
    file = folder / FILE
    text = file.read_text(encoding="utf-8", errors="replace").strip() if file.exists() else ""
    if not _VERSION.fullmatch(text):
        problem = f"{text!r} is not a version" if text else "the version is missing"
        raise DataError([DataProblem(Location(str(file), 1), f"{problem}; expected three numbers such as 1.0.0")])
    return Edition(text, hashed(_parts(suite.folders)))


def _parts(folders: Sequence[Path]) -> Iterator[bytes]:
    for folder in folders:
        yield b"folder"
        for file in files(folder):
            yield file.relative_to(folder).as_posix().encode()
            yield file.read_bytes()


def hashed(parts: Iterable[bytes]) -> str:
    """Returns a hash of these parts and of the boundaries between them."""
    total = sha256()
    for part in parts:
        total.update(b"%d:" % len(part) + part)
    return total.hexdigest()[:32]
