"""Finds failures that occur only after other operations, which leave something behind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from encoding_conformance.causes.effect import FAILURES, Effect
from encoding_conformance.causes.mistake import Failure, Mistake
from encoding_conformance.causes.reruns import ALIKE, Reruns
from encoding_conformance.causes.trial import Trial
from encoding_conformance.checks import spread

_REPEATED = 12
"""The most failed trials of a group that are repeated."""


def depends_on_others(rerun: Reruns, trials: Iterable[Trial]) -> bool:
    """Returns whether some failed operations come out right after neutral operations, or whether neutral operations come out
    otherwise than at first. If so, each operation runs alone from now on."""
    by_group: dict[object, list[Trial]] = defaultdict(list)
    for trial in trials:
        if trial.effect and trial.effect != Effect.HANGS:  # whether an answer is in time may depend on the machine
            by_group[trial.group].append(trial)
    for failed in by_group.values():
        failed.sort(key=lambda trial: trial.size)
        most = _REPEATED if failed[0].is_answer else ALIKE
        for trial in dict.fromkeys((*failed[: most // 2], *spread(failed, most // 2))):
            repeated = rerun.alone(trial.operation)
            if repeated is None or rerun.restarts or any(each.effect is None and each.got != trial.got for each in repeated):
                rerun.run_alone()
                return True
    return False


def only_after_others(rerun: Reruns, failures: Sequence[Failure]) -> tuple[list[Mistake], list[Failure]]:
    """Returns the mistakes that explain the failures that do not repeat alone, one for each kind of operation and each effect
    without an answer; and the other failures, with their new trials if they repeat."""
    again = {trial.operation: trial for trial in rerun.trials(list(dict.fromkeys(each.trial.operation for each in failures)))}
    mistakes: dict[object, Mistake] = {}
    kept: list[Failure] = []
    for failure in failures:
        trial, effect = again.get(failure.trial.operation), failure.trial.effect
        is_right = trial is not None and trial.effect is None and trial.got != failure.trial.got
        if effect and (is_right or (trial is None and failure.trial.is_answer and rerun.is_given_up)):
            key = failure.trial.kind, effect in FAILURES and effect
            mistake = mistakes.setdefault(key, Mistake(failure.trial.kind, effect, repeats=False))
            mistake.failures.append(failure)
        else:
            kept.append(failure._replace(trial=trial) if trial and trial.effect else failure)
    return list(mistakes.values()), kept
