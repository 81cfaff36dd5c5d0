"""Says to which mistakes the failures of a composed codec belong, and judges its causes by that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from workshop.composed.mistake import DECODE, ENCODE, Mistake
from workshop.runs import Run, Told

MOSTLY = 0.7
"""The share of a cause that must belong to the mistake that it tells."""
HALF = 0.5
"""The share of a cause from which on its title may speak of a mistake."""
NOTABLE = 0.1
"""The share of a cause from which on it counts that it has failures of another mistake."""
CRASHES = ("crash", "time", "hang", "exception", "error", "no answer", "dies", "killed")
"""The words of which a title has one if it does not hide a crash."""

Belongs = Mapping[str, frozenset[str]]
"""The names of the mistakes to which each failure belongs. A failure of no mistake alone is missing."""


def belonging(failures: Collection[str], alone: Mapping[str, Collection[str]]) -> Belongs:
    """Returns the mistakes of each failure of a codec: those that fail it alone. `alone` has what each of them fails."""
    found = {id: frozenset(name for name, ids in alone.items() if id in ids) for id in failures}
    return {id: names for id, names in found.items() if names}


def hidden(failures: Collection[str], alone: Mapping[str, Collection[str]]) -> list[str]:
    """Returns the mistakes of which no failure of a codec is left that belongs to no other."""
    own = {name for names in belonging(failures, alone).values() if len(names) == 1 for name in names}
    return [name for name in alone if name not in own]


@dataclass
class Judged:
    """A cause, and what is right and wrong about it. `size` counts the failures that belong to a mistake."""

    cause: Told
    size: int
    mixed: bool = False
    owners: list[Mistake] = field(default_factory=list)
    title_true: bool = False
    wrong_direction: bool = False
    requirement_right: bool = False
    hidden_crashes: int = 0
    shares: Mapping[str, float] = field(default_factory=dict)
    own: Mapping[str, float] = field(default_factory=dict)
    """The shares of the failures that belong to one mistake only."""

    def may_tell(self, name: str) -> bool:
        """Returns whether most of it belongs to this mistake, and some of it to no other."""
        return self.shares.get(name, 0) >= MOSTLY and self.own.get(name, 0) > 0

    @property
    def wrongs(self) -> list[str]:
        """What is wrong, in words."""
        found = {
            "mixes": self.mixed,
            "title not true": self.size > 0 and not self.title_true,
            "example of the other direction": self.wrong_direction,
            "requirement not of the mistake": self.size > 0 and not self.requirement_right,
            f"hides {self.hidden_crashes} crashes": self.hidden_crashes > 0,
            "nothing belongs to a mistake": self.size == 0,
        }
        return [words for words, holds in found.items() if holds]


def judge(cause: Told, run: Run, belongs: Belongs, mistakes: Sequence[Mistake]) -> Judged:
    """Returns what is right and wrong about a cause."""
    ids = [id for id in cause.explains if id in belongs]
    shares = Counter(name for id in ids for name in belongs[id])
    own = Counter(name for id in ids for name in belongs[id] if len(belongs[id]) == 1)
    crashes = sum(id in run.failures and run.failures[id].is_crash for id in cause.explains)
    title = cause.title.lower()
    judged = Judged(cause, len(ids))
    judged.shares = {name: count / len(ids) for name, count in shares.items()}
    judged.own = {name: count / len(ids) for name, count in own.items()}
    judged.mixed = sum(share >= NOTABLE for share in judged.own.values()) > 1 or 0 < crashes < len(cause.explains)
    judged.owners = [each for each in mistakes if judged.shares.get(each.name, 0) >= HALF]
    judged.wrong_direction = title.startswith((DECODE, ENCODE)) and not title.startswith(cause.operation)
    judged.requirement_right = any(cause.requirement in each.requirements for each in judged.owners)
    judged.hidden_crashes = 0 if any(word in title for word in CRASHES) else crashes
    judged.title_true = bool(cause.operation and title.startswith((cause.operation, "this is"))) and any(
        each.is_told_by(cause.title) and each.name in belongs.get(cause.example, ()) for each in judged.owners
    )
    return judged


def told(mistakes: Sequence[str], causes: Sequence[Judged]) -> dict[str, int]:
    """Returns the place of a cause for each mistake that is told. No cause tells two, and as many as possible are told."""
    taken: dict[int, str] = {}

    def finds(name: str, tried: set[int]) -> bool:
        for place, cause in enumerate(causes):
            if cause.may_tell(name) and place not in tried:
                tried.add(place)
                if place not in taken or finds(taken[place], tried):
                    taken[place] = name
                    return True
        return False

    for name in mistakes:
        finds(name, set())
    return {name: place for place, name in taken.items()}


def is_whole(mistake: Mistake, causes: Sequence[Told]) -> bool:
    """Returns whether a mistake that is alone is told as one cause, or as one for each direction that it concerns."""
    directions = [cause.operation for cause in causes]
    return len(causes) == 1 or (sorted(directions) == sorted(mistake.directions) and len(causes) == 2)
