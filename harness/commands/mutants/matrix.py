"""What the trials say about the suite: faults that survive, vectors and laws that no fault fails, and requirements that no fault
breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from harness.commands.mutants.trial import Fault, LawIn, Trial
from harness.core.identity import Id, LawId

BOTH, VECTORS, CHECKS, SURVIVED = "both", "vectors alone", "checks alone", "survived"
EQUIVALENT, STILLBORN = "equivalent", "does not load"
FATES = (BOTH, VECTORS, CHECKS, SURVIVED, EQUIVALENT, STILLBORN)
"""The fates of faults: what finds a fault, or why nothing does."""

Name = TypeVar("Name", str, Id, LawId)


def fate(fault: Fault, trial: Trial) -> str:
    """The fate of a fault, which is one of FATES."""
    if trial.stillborn:
        return STILLBORN
    if trial.vectors:
        return BOTH if trial.laws else VECTORS
    if trial.laws:
        return CHECKS
    return EQUIVALENT if fault.equivalent else SURVIVED


@dataclass(frozen=True)
class Matrix:
    """Faults and what found them. `served` has, for each requirement, the ids of the vectors and checks that serve it."""

    tried: Sequence[tuple[Fault, Trial]]
    vectors: Sequence[Id]
    laws: Sequence[LawIn]
    requirements: Sequence[str]
    served: Mapping[str, frozenset[Id]]

    @cached_property
    def fates(self) -> Mapping[str, Counter[str]]:
        """The number of faults with each fate, by the code in which they were made."""
        found: dict[str, Counter[str]] = {}
        for fault, trial in self.tried:
            found.setdefault(fault.of, Counter())[fate(fault, trial)] += 1
        return found

    @property
    def survivors(self) -> list[str]:
        """The faults that nothing finds."""
        return [fault.id for fault, trial in self.tried if fate(fault, trial) == SURVIVED]

    @property
    def told_apart(self) -> list[str]:
        """The faults that are listed as equivalent although something finds them."""
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
        """The requirements that no fault was planted to break."""
        return _without(self.requirements, (id for fault, _ in self.tried for id in fault.breaks))

    @cached_property
    def unseen(self) -> list[tuple[str, str]]:
        """The faults with a requirement that they were planted to break, if nothing that serves the requirement fails."""
        return [
            (fault.id, id)
            for fault, trial in self.tried
            for id in fault.breaks
            if not {*trial.vectors, *trial.checks} & self.served.get(id, frozenset())
        ]

    def holds(self, everything: bool) -> bool:
        """Whether every fault is found and, if `everything` was tried, some fault breaks every law and every requirement."""
        if self.survivors or self.told_apart or self.unseen:
            return False
        return not (everything and (self.idle_laws or self.unbroken))


def _without(ids: Iterable[Name], found: Iterable[Name]) -> list[Name]:
    known = set(found)
    return [id for id in ids if id not in known]
