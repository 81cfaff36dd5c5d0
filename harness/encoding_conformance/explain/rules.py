"""Finds the requirement that an input breaks, or that leaves its outcome open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import DECODE, ENCODE, Decode, Encode, Operation
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.requirement import About, Requirement, Traits
from encoding_conformance.models.model import Walked
from encoding_conformance.models.traits import traits

_REFUSAL = "optional-values"
"""The check that serves the requirement by which an implementation may refuse values."""


class Rules:
    """The requirements of an encoding that may say something about an operation."""

    def __init__(self, encoding: Encoding, operation: Operation, requirements: Mapping[str, Requirement]):
        self._encoding = encoding
        self._kind = operation.kind
        self._own = {id: each for id, each in requirements.items() if encoding.id in each.encodings}

    def of_a_fault(self, step: Walked) -> Requirement | None:
        """Returns the requirement that the last step of an input breaks, or None. It is the one that edge cases with such a fault
        serve, in this encoding or in the one that the step is of. If there is none, it is the one that says most
        exactly which vectors may name it."""
        found = self._traits(step)
        family = step.reason if self._kind == DECODE else ENCODE
        for encoding in (self._encoding, step.model.encoding):
            for selector, id in encoding.edges.requirements.get(family, ()):
                if id in self._own and selector.takes(found):
                    return self._own[id]
        fitting = {id: max(map(_exactness, self._rows(each, step.reason, found)), default=0) for id, each in self._own.items()}
        best = max(fitting, key=lambda id: fitting[id], default="")
        return self._own[best] if best and fitting[best] else None

    def of_a_silence(self) -> Requirement | None:
        """Returns the requirement that leaves open whether a form that encode never gives is accepted, or None. It cites the
        same section as the definition of these forms. Of several, it is the one that is least about anything else."""
        sections = {longer.section for longer in self._encoding.noncanonical}
        found = [each for each in self._own.values() if each.section in sections and _REFUSAL not in each.checks]
        share = {each.id: _open_share(each.about) for each in found}
        best = max(found, key=lambda each: share[each.id], default=None)
        return best if best and share[best.id] else None

    def of_a_refusal(self) -> Requirement | None:
        """Returns the requirement by which an implementation may refuse some values, or None. One that applies to every
        encoding says nothing about these values."""
        return next((each for each in self._own.values() if _REFUSAL in each.checks and not each.general), None)

    def _rows(self, requirement: Requirement, reason: str, found: Traits) -> Iterator[About]:
        return (row for row in requirement.about if row.fits(self._kind, "reject", reason, found))

    def _traits(self, step: Walked) -> Traits:
        """Returns the traits of the step alone, as if the input were nothing else."""
        part = step.model.encoding
        if self._kind == ENCODE:
            return traits(part, Encode(part.id, () if step.value is None else (step.value,)), Rejection(0, step.reason))
        return traits(part, Decode(part.id, step.code), Rejection(0, step.reason))


def _exactness(row: About) -> float:
    """Returns how exactly a row says which vectors it is about. A row for one reason is more exact than one for several."""
    selector = row.selector
    given = sum(each is not None for each in (selector.values, selector.lead, selector.trail))
    return given + bool(row.operation) + bool(row.outcome) + (1 / len(row.reasons) if row.reasons else 0)


def _open_share(about: tuple[About, ...]) -> float:
    return sum(row.outcome == "open" for row in about) / len(about) if about else 0
