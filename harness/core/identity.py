"""What vectors, checks, laws and verdicts are called: one writer and one reader of their ids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

IdKind = Literal["vector", "edge case", "check", "start", "offer", "declaration"]
VECTOR: Literal["vector"] = "vector"
"""A test vector that a person wrote."""
EDGE_CASE: Literal["edge case"] = "edge case"
"""A test vector that was derived from an encoding's tables."""
CHECK: Literal["check"] = "check"
START: Literal["start"] = "start"
"""Whether an implementation starts."""
OFFER: Literal["offer"] = "offer"
"""Whether an implementation offers the encoding."""
DECLARATION: Literal["declaration"] = "declaration"
"""A known deviation, named by the pattern in its manifest."""

_EDGE, _CHECK, _START, _OFFERED = "edge/", "check/", "start", "offered"


@dataclass(frozen=True, slots=True, order=True)
class Id:
    """What a verdict is on. `encoding` is empty for a declaration that is of no encoding or of several; `name` tells those
    of one kind apart. `str()` gives the stable text of reports and of `-k`."""

    encoding: str
    kind: IdKind
    name: str = ""

    @property
    def local(self) -> str:
        """The text without the encoding, as files of vectors have it."""
        match self.kind:
            case "edge case":
                return _EDGE + self.name
            case "check":
                return _CHECK + self.name
            case "start":
                return _START
            case "offer":
                return _OFFERED
            case _:
                return self.name

    def __str__(self) -> str:
        return self.local if self.kind == DECLARATION else f"{self.encoding}/{self.local}"


def check_id(encoding: str, name: str) -> Id:
    """The id of a check on an encoding."""
    return Id(encoding, CHECK, name)


def vector_id(encoding: str, local: str) -> Id:
    """The id of a vector by the text that files of vectors have."""
    if local.startswith(_EDGE):
        return Id(encoding, EDGE_CASE, local.removeprefix(_EDGE))
    return Id(encoding, VECTOR, local)


def read_id(encoding: str, text: str) -> Id:
    """The id that `str()` wrote, of something in an encoding. What does not begin with the encoding is a declaration."""
    local = text.removeprefix(f"{encoding}/")
    if local == text:
        return Id(encoding, DECLARATION, text)
    if local == _START:
        return Id(encoding, START)
    if local == _OFFERED:
        return Id(encoding, OFFER)
    if local.startswith(_CHECK):
        return Id(encoding, CHECK, local.removeprefix(_CHECK))
    return vector_id(encoding, local)


def is_reserved(local: str) -> bool:
    """Is this the text of something that is not a vector?"""
    return local in (_START, _OFFERED) or local.startswith(_CHECK)


class LawId(NamedTuple):
    """A law of a check, by their names; `inputs` is the kind of its inputs, where that has to be told. `str()` gives
    CHECK#LAW or CHECK#LAW-INPUTS, for people to read."""

    check: str
    law: str
    inputs: str = ""

    def __str__(self) -> str:
        return f"{self.check}#{self.law}" + (f"-{self.inputs}" if self.inputs else "")
