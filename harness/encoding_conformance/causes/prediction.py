"""Predictions of what an implementation does instead of what the specification says, and their test.

A prediction becomes a cause if it is right in nearly all trials in which it differs from the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from encoding_conformance.causes.effect import Effect
from encoding_conformance.causes.part import all_parts
from encoding_conformance.causes.trial import Trial
from encoding_conformance.checks import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.limits import REJECTS, Replacing
from encoding_conformance.core.operation import Kind, Operation
from encoding_conformance.core.outcome import Rejection, Result
from encoding_conformance.core.vector import Permitted

ANY_LENGTH, MAP_BOTH_WAYS, FIRST_FAULT = "common/any-length", "common/map-both-ways", "common/first-fault"
"""The requirements on every encoding that a prediction may break, whatever the values."""

Text = tuple[int, ...]

MOSTLY = 0.95
"""The share of trials in which a prediction or a statement must be right, because other mistakes may show in the same inputs."""

FEWEST = 3
"""The fewest trials in which a prediction must be right, the fewest parts of inputs that a statement must cover, and the fewest
trials with the same result that a title mentions."""

TRIED = 60
"""The number of failed trials of a kind that are tried first. A prediction that explains none of them is dropped."""

Outcomes = Callable[[Operation], Sequence[Permitted]]
"""Returns the predicted outcomes of an operation; none if nothing is predicted."""


@dataclass(frozen=True)
class Prediction:
    """What operations of some kinds do: the words that follow the kind in a title, and the outcomes."""

    words: str
    kinds: Collection[Kind]
    outcomes: Outcomes
    advice: str = ""
    """What the adapter seems to do, as a question."""
    requirement: str = ""
    """The requirement on every encoding that it breaks; empty if that depends on the encoding."""
    encoding: str = ""
    """The name of the other encoding that the implementation follows."""
    explains_all: bool = False
    """Whether it explains any wrong answer, because nothing else can be learned beside it."""
    replacing: Replacing = REJECTS
    """The declaration in a manifest under which this would be right."""
    of_rejections: bool = False
    """Whether it is about the offsets of rejections alone."""

    @property
    def replaces(self) -> bool:
        """Whether it is about replacements, which a manifest can declare."""
        return self.replacing != REJECTS

    def differs(self, trial: Trial) -> bool:
        """Returns whether it predicts something that the specification does not permit."""
        outcomes = self.predicted(trial)
        return bool(outcomes) and not any(_alike(trial.expected, each) for each in outcomes)

    def explains(self, trial: Trial) -> bool:
        """Returns whether an outcome is wrong as predicted."""
        if trial.effect is None or trial.kind not in self.kinds:
            return False
        if self.explains_all:
            return trial.is_answer or trial.effect == Effect.MALFORMED
        return any(_is(each, trial) for each in self.predicted(trial))

    def predicted(self, trial: Trial) -> Sequence[Permitted]:
        """Returns the predicted outcomes of a trial; none if nothing is predicted."""
        concerns = trial.kind in self.kinds and trial.is_answer
        is_rejected = isinstance(trial.got, Rejection) and isinstance(trial.expected, Rejection)
        return self.outcomes(trial.operation) if concerns and (is_rejected or not self.of_rejections) else ()


@dataclass(frozen=True)
class Held:
    """A prediction that held, the number of trials in which it differs from the specification, and how many it got right."""

    prediction: Prediction
    differing: int
    right: int


def held(encoding: Encoding, predictions: Iterable[Prediction], trials: Sequence[Trial]) -> Iterator[Held]:
    """Yields the predictions that hold, each for one kind of operation, the one that explains the most trials first. Each claims
    the trials in which it differs from the specification; the next ones must hold in the others."""
    candidates = [replace(each, kinds=(kind,)) for each in predictions for kind in sorted(each.kinds)]
    failed = [trial for trial in trials if trial.effect]
    tried = [trial for kind in Kind for trial in spread([each for each in failed if each.kind == kind], TRIED)]
    candidates = [each for each in candidates if any(map(each.explains, tried))]
    while holding := [each for prediction in candidates if (each := _tested(encoding, prediction, trials))]:
        best = max(holding, key=lambda each: each.right)
        yield best
        taken = best.prediction
        trials = [trial for trial in trials if not (taken.differs(trial) or taken.explains(trial))]
        failed = [trial for trial in trials if trial.effect]
        candidates = [each for each in candidates if each != taken and any(map(each.explains, failed))]


def _tested(encoding: Encoding, prediction: Prediction, trials: Sequence[Trial]) -> Held | None:
    """Returns a prediction if it holds: if it is right in nearly all trials in which it differs from the specification, and if
    at least half of the results that it shares with the specification occurred. Ill-formed inputs with a value that fails
    elsewhere too, where nothing is predicted, prove nothing against it."""
    differing = right = shown = agreeing = passed = 0
    failed = [trial for trial in trials if trial.effect and trial.kind in prediction.kinds and len(trial.parts) == 1]
    others = {each.parts[0].identity for each in failed if not each.reason and not prediction.differs(each)}
    for trial in trials:
        outcomes = prediction.predicted(trial)
        if not outcomes:
            continue
        if any(_alike(trial.expected, each) for each in outcomes):
            agreeing += isinstance(trial.expected, Result)
            passed += isinstance(trial.expected, Result) and trial.effect is None
            continue
        is_right = any(_is(each, trial) for each in outcomes)
        ill_formed = all_parts(encoding, trial.operation) if isinstance(trial.expected, Rejection) else ()
        if others and not is_right and any(part.identity in others for part in ill_formed):
            continue
        differing += 1
        right += is_right
        shown += is_right and (prediction.of_rejections or isinstance(trial.got, Result))  # rejections show little
        if differing - right > (1 - MOSTLY) * len(trials):
            return None
    holds = shown and right >= max(FEWEST, MOSTLY * differing) and 2 * passed >= agreeing
    return Held(prediction, differing, right) if holds else None


def _alike(expected: Permitted, predicted: Permitted) -> bool:
    """Returns whether a prediction agrees with the specification."""
    if isinstance(expected, Rejection) and isinstance(predicted, Rejection):
        return None in (expected.offset, predicted.offset) or expected.offset == predicted.offset
    return expected == predicted


def _is(predicted: Permitted, trial: Trial) -> bool:
    """Returns whether an outcome is the predicted one. If the specification rejects too, the offset must show that."""
    if isinstance(predicted, Rejection) and isinstance(trial.expected, Rejection):
        return isinstance(trial.got, Rejection) and predicted.offset == trial.got.offset
    return matches(predicted, trial.got)
