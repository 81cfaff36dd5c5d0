"""Evaluates the trials of mutants: finds mutants that survive, vectors and checks that fail on no mutant, and requirements
that no mutant breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TypeVar

from encoding_conformance.core.identity import Id
from mutants.mutant import Mutant
from workshop.mutation.trial import Trial


class Fate(StrEnum):
    """What killed a mutant, or why nothing did."""

    BOTH = "both"
    VECTORS = "vectors alone"
    CHECKS = "checks alone"
    THOROUGH = "thorough run alone"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"
    DOES_NOT_LOAD = "does not load"


Name = TypeVar("Name", str, Id)


def fate(mutant: Mutant, trial: Trial) -> Fate:
    """Returns the fate of a mutant."""
    if trial.does_not_load:
        return Fate.DOES_NOT_LOAD
    if trial.vectors:
        return Fate.BOTH if trial.checks else Fate.VECTORS
    if trial.checks:
        return Fate.THOROUGH if trial.thoroughly else Fate.CHECKS
    return Fate.EQUIVALENT if mutant.equivalent else Fate.SURVIVED


@dataclass(frozen=True)
class KillMatrix:
    """The mutants and what killed each of them. `served` has the ids of the vectors and checks that serve each
    requirement."""

    tried: Sequence[tuple[Mutant, Trial]]
    vectors: Sequence[Id]
    checks: Sequence[Id]
    requirements: Sequence[str]
    served: Mapping[str, frozenset[Id]]

    @cached_property
    def fates(self) -> Mapping[str, Counter[Fate]]:
        """The number of mutants with each fate, by the code in which the mutants were made."""
        counts: dict[str, Counter[Fate]] = {}
        for mutant, trial in self.tried:
            counts.setdefault(mutant.of, Counter())[fate(mutant, trial)] += 1
        return counts

    @property
    def survivors(self) -> list[str]:
        """The ids of the mutants that nothing killed."""
        return [mutant.id for mutant, trial in self.tried if fate(mutant, trial) == Fate.SURVIVED]

    @property
    def not_equivalent(self) -> list[str]:
        """The ids of the mutants that are listed as equivalent although something killed them."""
        return [mutant.id for mutant, trial in self.tried if mutant.equivalent and fate(mutant, trial) != Fate.EQUIVALENT]

    @property
    def idle_vectors(self) -> list[Id]:
        """The ids of the vectors that fail on no mutant."""
        return _without(self.vectors, (id for _, trial in self.tried for id in trial.vectors))

    @property
    def idle_checks(self) -> list[str]:
        """The names of checks that no mutant of any encoding breaks by a wrong answer. Failures and refusals do not count."""
        return _without(
            dict.fromkeys(each.name for each in self.checks), (each.name for _, trial in self.tried for each in trial.own)
        )

    @property
    def unbroken(self) -> list[str]:
        """The ids of the requirements that no mutant was planted to break."""
        return _without(self.requirements, (id for mutant, _ in self.tried for id in mutant.breaks))

    @cached_property
    def unseen(self) -> list[tuple[str, str]]:
        """The ids of mutants, each with a requirement that it was planted to break, although nothing that serves the
        requirement failed on it."""
        return [
            (mutant.id, id)
            for mutant, trial in self.tried
            for id in mutant.breaks
            if not {*trial.vectors, *trial.checks} & self.served.get(id, frozenset())
        ]

    def holds(self, everything: bool) -> bool:
        """Returns whether the suite is strong enough: every mutant is killed and, if `everything` was tried, some mutant
        breaks each check and each requirement."""
        if self.survivors or self.not_equivalent or self.unseen:
            return False
        return not (everything and (self.idle_checks or self.unbroken))


def _without(ids: Iterable[Name], excluded: Iterable[Name]) -> list[Name]:
    known = set(excluded)
    return [id for id in ids if id not in known]
