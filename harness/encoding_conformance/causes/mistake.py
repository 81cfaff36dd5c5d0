"""A mistake: what an implementation does wrong, with which inputs, and the failures that this explains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from encoding_conformance.causes.effect import FAILURES, ON_VALUES, Effect, grouped
from encoding_conformance.causes.part import InputPart, parts, readings
from encoding_conformance.causes.prediction import Prediction
from encoding_conformance.causes.statement import ANY_INPUT, Statement
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
    """One mistake in operations of one kind: a prediction that held, or an `effect` with a statement about the inputs, if one was
    found. `trials` show the mistake, out of `tried` ones. `failures` are the failures that it explains."""

    kind: Kind
    effect: Effect
    reason: str = ""
    statement: Statement | None = None
    prediction: Prediction | None = None
    trials: list[Trial] = field(default_factory=list)
    tried: int = 0
    failures: list[Failure] = field(default_factory=list)
    repeats: bool = True
    """Whether its failures repeat when they run alone."""
    other: Mistake | None = None
    """The same mistake in the other operation, whose failures this one has taken over."""

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
        """Returns whether another kind of failure follows from this mistake, because the statement covers a part of the input."""
        if self.statement is None or trial.kind != self.kind:
            return False
        if self.effect in (*FAILURES, Effect.OFFSET) or not trial.is_answer:
            return self.effect == trial.effect and any(map(self.statement.covers, whole))
        if self.effect in ON_VALUES:  # a sequence that begins like those of other values may be ill-formed
            any_start = self.statement.part.words == ANY_INPUT  # then what fails after a value may begin elsewhere
            whole = [each._replace(reason="") if each.value is not None or (any_start and each.start) else each for each in whole]
        return any(map(self.statement.covers, whole))

    def is_alike(self, other: Mistake) -> bool:
        """Returns whether the other operation makes the same mistake."""
        if self.prediction and other.prediction:
            return self.prediction.words == other.prediction.words
        if self.statement is None or other.statement is None:
            return False
        is_same = self.effect == other.effect or (self.effect in ON_VALUES and other.effect in ON_VALUES)
        return is_same and self.statement.words == other.statement.words


def assign(encoding: Encoding, mistakes: Sequence[Mistake], failures: Sequence[Failure]) -> list[Mistake]:
    """Assigns each failure to the mistake that explains it, and returns the mistakes with failures. The unexplained failures of
    each group become a mistake of their own."""
    own: dict[object, Mistake] = {}
    mistakes = sorted(mistakes, key=lambda each: not any(each.covers(failure.trial) for failure in failures))
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
    """Returns the mistakes, with equal ones in encode and decode joined. The mistake in encode takes over the failures."""
    by_kind = {kind: [each for each in mistakes if each.kind == kind] for kind in Kind}
    for mistake in by_kind[Kind.ENCODE]:
        mistake.other = next(filter(mistake.is_alike, by_kind[Kind.DECODE]), None)
        if mistake.other:
            mistake.failures += mistake.other.failures
            by_kind[Kind.DECODE].remove(mistake.other)
    return [*by_kind[Kind.ENCODE], *by_kind[Kind.DECODE]]
