"""Failures of the project's mutants, as verdicts of a run."""

from __future__ import annotations

from collections.abc import Iterable

import measured

from encoding_conformance.core.identity import Id
from encoding_conformance.core.outcome import Outcome
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import Judgement, Status, Verdict, judged
from workshop.mutation.selection import named


def place_of(id: str) -> int:
    """The place of a mutant among all of them."""
    return next(place for place, mutant in enumerate(named()) if mutant.id == id)


def verdict(vector: Vector, outcome: Outcome) -> Verdict:
    """A failure on a vector."""
    return judged(
        "my",
        vector.operation.encoding,
        vector.id,
        vector.requirements,
        Judgement(Status.FAIL),
        vector.operation,
        vector.permitted,
        outcome,
    )


def verdicts(places: Iterable[int]) -> list[Verdict]:
    """The failures of mutants of one encoding, as if one implementation had all their mistakes. Where several fail, the
    first counts."""
    found: dict[Id, Verdict] = {}
    for place in reversed([*places]):
        indexed = measured.indexed(named()[place].of)[0]
        for each in measured.failed(place).values():
            vector = indexed.vectors[each.place]
            found[vector.id] = verdict(vector, each.outcome)
    return [*found.values()]
