"""A mistake: what an implementation does wrong with which inputs, and the failures that this explains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from encoding_conformance.causes.effect import FAILURES, ON_VALUES, Effect, grouped
from encoding_conformance.causes.part import InputPart, parts, readings
from encoding_conformance.causes.prediction import Prediction
from encoding_conformance.causes.statement import Statement
from encoding_conformance.causes.trial import Trial
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.verdict import Verdict


class Failure(NamedTuple):
    """A verdict that is a failure, with its trial."""

    verdict: Verdict
    trial: Trial


@dataclass(eq=False)
class Mistake:
    """One mistake of operations of a kind. It is a prediction that held, or has an `effect` and, if one was found, a statement of
    which inputs it is true. `trials` are those that showed it, of so many `tried` ones. `failures` are what it explains."""

    kind: Kind
    effect: Effect
    reason: str = ""
    statement: Statement | None = None
    prediction: Prediction | None = None
    trials: list[Trial] = field(default_factory=list)
    tried: int = 0
    failures: list[Failure] = field(default_factory=list)
    repeats: bool = True
    """Whether its failures repeat if they are run alone."""
    other: Mistake | None = None
    """The same mistake of the other operation, of which it has taken over the failures."""

    @property
    def group(self) -> tuple[Kind, Effect | None, str]:
        return self.kind, grouped(self.effect), self.reason

    @property
    def smallest(self) -> Trial:
        """The trial of its smallest failure."""
        return min((failure.trial for failure in self.failures), key=lambda trial: trial.size)

    def covers(self, trial: Trial) -> bool:
        """Returns whether a trial shows this mistake, by what failed and by its statement."""
        if self.prediction:
            return self.prediction.explains(trial)
        return self.statement is not None and trial.group == self.group and any(map(self.statement.covers, trial.parts))

    def leads_to(self, trial: Trial, whole: Iterable[InputPart]) -> bool:
        """Returns whether a wrong answer of another kind follows from this mistake, because the input has what it is true of."""
        if self.statement is None or trial.kind != self.kind:
            return False
        if self.effect in (*FAILURES, Effect.OFFSET) or not trial.is_answer:
            return self.effect == trial.effect and any(map(self.statement.covers, whole))
        if self.effect in ON_VALUES:  # a sequence that begins as those of other values may be ill-formed for the specification
            whole = [each._replace(reason="") if each.value is not None else each for each in whole]
        return any(map(self.statement.covers, whole))

    def is_alike(self, other: Mistake) -> bool:
        """Returns whether the other operation makes the same mistake."""
        if self.prediction and other.prediction:
            return self.prediction.words == other.prediction.words
        if self.statement is None or other.statement is None:
            return False
        is_same = self.effect == other.effect or (self.effect in ON_VALUES and other.effect in ON_VALUES)
        return is_same and self.statement.words == other.statement.words


def assign(encoding: Encoding, mistakes: Sequence[Mistake], failures: Iterable[Failure]) -> list[Mistake]:
    """Gives each failure to the mistake that explains it, and returns the mistakes that explain one. Those that none explains
    make mistakes of their own, one for each group."""
    own: dict[object, Mistake] = {}
    for failure in failures:
        trial = failure.trial
        best = next((each for each in mistakes if each.covers(trial)), None)
        if best is None:
            whole = readings(encoding, (*parts(encoding, trial.operation, trial.size), *trial.parts))
            best = next((each for each in mistakes if each.group == trial.group and each.leads_to(trial, whole)), None)
            best = best or next((each for each in mistakes if each.leads_to(trial, whole)), None)
        if best is None and trial.effect:
            best = own.setdefault(trial.group, Mistake(trial.kind, trial.effect, trial.group[2]))
            best.trials.append(trial)
        if best:
            best.failures.append(failure)
    return [each for each in (*mistakes, *own.values()) if each.failures]


def joined(mistakes: Sequence[Mistake]) -> list[Mistake]:
    """Returns mistakes with those of encode and decode that are one. The one of encode takes over the failures."""
    by_kind = {kind: [each for each in mistakes if each.kind == kind] for kind in Kind}
    for one in by_kind[Kind.ENCODE]:
        one.other = next(filter(one.is_alike, by_kind[Kind.DECODE]), None)
        if one.other:
            one.failures += one.other.failures
            by_kind[Kind.DECODE].remove(one.other)
    return [*by_kind[Kind.ENCODE], *by_kind[Kind.DECODE]]
