"""Locations in files, and the ids of test vectors, checks and verdicts, whose text this module alone writes and reads."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import NamedTuple


class Location(NamedTuple):
    """A line of a file, counted from 1, or 0 for a whole file or folder. `str()` gives FILE:LINE, which editors open."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


NOWHERE = Location("", 0)
"""The location of something that was not read from a file."""


class IdKind(StrEnum):
    """What an id names."""

    VECTOR = "vector"
    """A test vector that was written by hand."""
    EDGE_CASE = "edge case"
    """A test vector that was derived from an encoding's tables."""
    CHECK = "check"
    START = "start"
    """Whether an implementation starts."""
    OFFER = "offer"
    """Whether an implementation offers the encoding."""
    DECLARATION = "declaration"
    """A known deviation, named after its pattern in the manifest."""
    INPUT = "input"
    """An input of a fuzzer or a corpus, named after its file."""


START_KINDS = (IdKind.START, IdKind.OFFER)
"""The kinds of ids of verdicts on an implementation that could not run anything."""

_WHOLE = {IdKind.START: "start", IdKind.OFFER: "offered"}
_BEGINNING = {IdKind.EDGE_CASE: "edge/", IdKind.CHECK: "check/", IdKind.INPUT: "input/"}
"""The texts of ids without a name, and the prefixes of other kinds."""


@dataclass(frozen=True, slots=True, order=True)
class Id:
    """The id of the subject of a verdict. `encoding` is empty for a declaration about no or several encodings. `name`
    distinguishes ids of one encoding and kind. `str()` gives the text that reports and the option `-k` use, which is stable."""

    encoding: str
    kind: IdKind
    name: str = ""

    @property
    def local(self) -> str:
        """The text of the id without the encoding, as in vector files."""
        return _WHOLE.get(self.kind) or _BEGINNING.get(self.kind, "") + self.name

    def __str__(self) -> str:
        return self.local if self.kind == IdKind.DECLARATION else f"{self.encoding}/{self.local}"


def check_id(encoding: str, name: str) -> Id:
    """Returns the id of a check on an encoding."""
    return Id(encoding, IdKind.CHECK, name)


def vector_id(encoding: str, local: str) -> Id:
    """Returns the id of the vector or edge case whose text in a vector file is `local`, which must not be reserved."""
    if local.startswith(begins := _BEGINNING[IdKind.EDGE_CASE]):
        return Id(encoding, IdKind.EDGE_CASE, local.removeprefix(begins))
    return Id(encoding, IdKind.VECTOR, local)


def read_id(encoding: str, text: str) -> Id:
    """Returns the id in this encoding whose `str()` is `text`. A text that does not begin with the encoding is the
    id of a declaration."""
    local = text.removeprefix(f"{encoding}/")
    if local == text:
        return Id(encoding, IdKind.DECLARATION, text)
    whole = (Id(encoding, kind) for kind, each in _WHOLE.items() if local == each)
    named = (Id(encoding, kind, local.removeprefix(each)) for kind, each in _BEGINNING.items() if local.startswith(each))
    return next(chain(whole, named), Id(encoding, IdKind.VECTOR, local))


def is_reserved(local: str) -> bool:
    """Returns whether a text without its encoding is the id of something other than a vector."""
    return read_id("", f"/{local}").kind not in (IdKind.VECTOR, IdKind.EDGE_CASE)
