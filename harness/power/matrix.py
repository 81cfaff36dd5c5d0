"""What the trials say of the suite: faults that survive, vectors and laws that nothing fails, requirements unbroken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from harness.core.identity import Id, LawId
from harness.power.trial import Fault, LawIn, Trial

BOTH, VECTORS, CHECKS, SURVIVED = "both", "vectors alone", "checks alone", "survived"
EQUIVALENT, STILLBORN = "equivalent", "does not load"
FATES = (BOTH, VECTORS, CHECKS, SURVIVED, EQUIVALENT, STILLBORN)
"""What becomes of a fault: what finds it, or why nothing does."""

Name = TypeVar("Name", str, Id, LawId)


def fate(fault: Fault, trial: Trial) -> str:
    """One of FATES."""
    if trial.stillborn:
        return STILLBORN
    if trial.vectors:
        return BOTH if trial.laws else VECTORS
    if trial.laws:
        return CHECKS
    return EQUIVALENT if fault.equivalent else SURVIVED


@dataclass(frozen=True)
class Matrix:
    """Faults and what found them. `served` has, by requirement, the ids of the vectors and checks that serve it."""

    tried: Sequence[tuple[Fault, Trial]]
    vectors: Sequence[Id]
    laws: Sequence[LawIn]
    requirements: Sequence[str]
    served: Mapping[str, frozenset[Id]]

    @cached_property
    def fates(self) -> Mapping[str, Counter[str]]:
        """How many faults had which fate, by what they were made in."""
        found: dict[str, Counter[str]] = {}
        for fault, trial in self.tried:
            found.setdefault(fault.of, Counter())[fate(fault, trial)] += 1
        return found

    @property
    def survivors(self) -> list[str]:
        """Faults that nothing finds."""
        return [fault.id for fault, trial in self.tried if fate(fault, trial) == SURVIVED]

    @property
    def told_apart(self) -> list[str]:
        """Faults that are said to be equivalent although something finds them."""
        return [fault.id for fault, trial in self.tried if fault.equivalent and fate(fault, trial) != EQUIVALENT]

    @property
    def idle_vectors(self) -> list[Id]:
        """Vectors that fail on no fault."""
        return _without(self.vectors, (id for _, trial in self.tried for id in trial.vectors))

    @property
    def idle_laws(self) -> list[LawId]:
        """Laws that no fault of any encoding breaks in what they are about."""
        laws = dict.fromkeys(each.law for each in self.laws)
        return _without(laws, (each.law for _, trial in self.tried for each in trial.own))

    @property
    def unbroken(self) -> list[str]:
        """Requirements that no fault was planted to break."""
        return _without(self.requirements, (id for fault, _ in self.tried for id in fault.breaks))

    @cached_property
    def unseen(self) -> list[tuple[str, str]]:
        """Faults, each with a requirement that it was planted to break although nothing that serves it fails."""
        return [
            (fault.id, id)
            for fault, trial in self.tried
            for id in fault.breaks
            if not {*trial.vectors, *trial.checks} & self.served.get(id, frozenset())
        ]

    def holds(self, everything: bool) -> bool:
        """Is every fault found and, if everything was tried, every law and every requirement broken by one?"""
        if self.survivors or self.told_apart or self.unseen:
            return False
        return not (everything and (self.idle_laws or self.unbroken))


def _without(ids: Iterable[Name], found: Iterable[Name]) -> list[Name]:
    known = set(found)
    return [id for id in ids if id not in known]
