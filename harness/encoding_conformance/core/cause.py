"""The causes of failures: each is one mistake of an implementation, as far as its failures tell."""

from __future__ import annotations

from typing import NamedTuple

from encoding_conformance.core.identity import Id
from encoding_conformance.core.verdict import Verdict


class LooksLike(NamedTuple):
    """The known mistake that a cause looks like. `mutant` is its id. `explained` is the number of failures of the cause
    that the mutant has as well, and `missing` the number of failures that only the mutant has."""

    mutant: str
    explained: int
    missing: int

    @property
    def words(self) -> str:
        """The name of the mistake in words."""
        return self.mutant.rpartition("/")[2].replace("-", " ")


class Cause(NamedTuple):
    """One mistake of an implementation in an encoding.

    `title` says in a few words what the implementation does wrong. `requirement` is the id of the requirement that it
    breaks most clearly; it is empty if the failures serve none. `explains` are the ids of the failures, that of the
    example first. `example` is the failure that shows the mistake best: of the worst kind, the one with the smallest
    input. `looks_like` is None if the failures look like those of no known mistake.
    """

    implementation: str
    encoding: str
    title: str
    requirement: str
    explains: tuple[Id, ...]
    example: Verdict
    looks_like: LooksLike | None = None
