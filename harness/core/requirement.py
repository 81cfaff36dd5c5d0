"""One testable statement of a specification, and what serves it."""

from __future__ import annotations

from dataclasses import dataclass

from harness.core.label import About
from harness.core.location import NOWHERE, Location
from harness.core.vector import Vector


@dataclass(frozen=True)
class Requirement:
    """`checks` are the names of the checks that serve it in `encodings`, beside the vectors that name it. `about` are
    the kinds of vectors that may name it; where there are none, any may. One that is `general` binds every encoding, so
    `encodings` grow when a folder with other encodings is added."""

    id: str
    section: str
    text: str
    encodings: tuple[str, ...]
    checks: tuple[str, ...] = ()
    place: Location = NOWHERE
    about: tuple[About, ...] = ()
    general: bool = False


@dataclass(frozen=True)
class Service:
    """What serves a requirement: vectors, and the checks that apply to at least one of its encodings."""

    requirement: Requirement
    vectors: tuple[Vector, ...]
    checks: tuple[str, ...]

    @property
    def by_hand(self) -> list[Vector]:
        """The vectors that a person wrote."""
        return [vector for vector in self.vectors if not vector.is_edge_case]

    @property
    def edge_cases(self) -> int:
        """How many vectors were derived from the encodings' tables."""
        return len(self.vectors) - len(self.by_hand)
