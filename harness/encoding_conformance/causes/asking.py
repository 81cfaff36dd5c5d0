"""Asks an implementation again, within a budget for what ends its process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from encoding_conformance.causes.case import Case, case_of
from encoding_conformance.causes.effect import FAILURES, Effect
from encoding_conformance.checks.drive import judge_replacing
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import CHUNKS, Kind, Operation
from encoding_conformance.core.outcome import NotAsked, Outcome
from encoding_conformance.core.verdict import Status
from encoding_conformance.models import permitted
from encoding_conformance.models.replacement import instead

_CRASHES, _HANGS, _ALIKE = 12, 1, 2
"""The most failures of an operation that asking again may cost, those of a hang, and those of one kind of input."""


@dataclass
class Respondent:
    """An implementation in an encoding that can be asked again. `perform` gives the outcomes of operations in their order, and
    may stop after a failure that ended the process. `features` are those that it offers."""

    encoding: Encoding
    perform: Callable[[Sequence[Operation]], Iterable[Outcome]] = lambda operations: (
        NotAsked("there is no implementation to ask") for _ in operations
    )
    limits: Limits = NO_LIMITS
    features: Collection[str] = ()
    _failed: Counter[object] = field(default_factory=Counter)

    @property
    def takes_pieces(self) -> bool:
        """Whether it offers an incremental decoder."""
        return CHUNKS in self.features

    def cases(self, operations: Sequence[Operation]) -> list[Case]:
        """Returns the cases of these operations, without those that were not asked and those that a limit excuses. When inputs
        of one kind have ended the process twice, no more of them are asked. Nothing is asked in an encoding without tables,
        which could not judge the answer."""
        found: list[Case] = []
        waiting = list(operations) if self.encoding.tables is not None else []
        while waiting:
            done = 0
            for operation, outcome in zip(waiting, self.perform(waiting)):
                done += 1
                if case := self._case(operation, outcome):
                    found.append(case)
                    if case.signature and case.signature.effect in FAILURES:
                        self._failed.update(((case.signature.effect, operation.kind), _alike(self.encoding, operation)))
            waiting = [each for each in waiting[max(1, done) :] if not self._is_spent(each)]
        return found

    def _case(self, operation: Operation, outcome: Outcome) -> Case | None:
        if isinstance(outcome, NotAsked):
            return None
        outcomes = permitted(self.encoding, operation)
        status = judge_replacing(self.encoding, operation, outcomes, outcome, self.limits).status
        if status == Status.SKIP:
            return None
        return case_of(self.encoding, operation, instead(self.encoding, operation, outcomes, self.limits.replacing), outcome)

    def _is_spent(self, operation: Operation) -> bool:
        crashes = sum(self._failed[effect, operation.kind] for effect in FAILURES)
        spent = crashes >= _CRASHES or sum(self._failed[Effect.HANGS, kind] for kind in Kind) >= _HANGS
        return spent or (crashes > 0 and self._failed[_alike(self.encoding, operation)] >= _ALIKE)


def _alike(encoding: Encoding, operation: Operation) -> object:
    """Returns what operations have in common of which one tells what the others do."""
    outcome = permitted(encoding, operation)[0]
    return operation.kind, getattr(outcome, "text", None), min(len(operation.input), 4)
