"""One testable statement of a specification, and the vectors and checks that serve it."""

from __future__ import annotations

from dataclasses import dataclass

from encoding_conformance.core.label import About
from encoding_conformance.core.location import NOWHERE, Location
from encoding_conformance.core.vector import Vector


@dataclass(frozen=True)
class Requirement:
    """One testable statement of a specification, which applies to `encodings`.

    `checks` are the names of the checks that serve it there, in addition to the vectors that name it. `about` are the kinds
    of vectors that may name it; if there are none, any vector may. A `general` requirement applies to every encoding, so
    `encodings` grows when a folder with other encodings is added.
    """

    id: str
    section: str
    text: str
    encodings: tuple[str, ...]
    checks: tuple[str, ...] = ()
    location: Location = NOWHERE
    about: tuple[About, ...] = ()
    general: bool = False


@dataclass(frozen=True)
class Service:
    """What serves a requirement: vectors, and checks that apply to at least one of its encodings."""

    requirement: Requirement
    vectors: tuple[Vector, ...]
    checks: tuple[str, ...]

    @property
    def by_hand(self) -> list[Vector]:
        """The vectors that were written by hand."""
        return [vector for vector in self.vectors if not vector.is_edge_case]

    @property
    def edge_cases(self) -> int:
        """The number of vectors that were derived from the encodings' tables."""
        return len(self.vectors) - len(self.by_hand)
