"""Finds by halving from which value on, and from which length of a text on, a mistake shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from encoding_conformance.causes.battery import of_text
from encoding_conformance.causes.reruns import Reruns
from encoding_conformance.causes.trial import Trial
from encoding_conformance.checks.special_values import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Encode, Kind, Operation
from encoding_conformance.models import bytes_of

_BOUNDS = 8
"""The most bounds of one kind that are looked for. Where there are more, none is."""

_STEPS = 40
"""The most steps of halving: values of any size are halved that often."""


def at_bounds(rerun: Reruns, trials: Sequence[Trial]) -> list[Trial]:
    """Returns the trials of the values and lengths of a text at which mistakes begin and end to show."""
    found: list[Trial] = []
    for kind in Kind:
        of_kind = [trial for trial in trials if trial.kind == kind]
        alone = {trial.parts[0].value: trial for trial in of_kind if _is_of_one_value(trial)}
        texts = {size: trial for trial in of_kind if (size := letters(rerun.encoding, trial.operation))}
        found += _halved(rerun, alone, lambda value: (value,), kind)
        found += _halved(rerun, texts, lambda size: (LETTER,) * size, kind)
    return found


def _is_of_one_value(trial: Trial) -> bool:
    if len(trial.parts) != 1 or trial.parts[0].value is None or trial.operation.cuts:
        return False
    part = trial.parts[0]
    is_whole = part.start == 0 and part.after == 0
    return is_whole and not (part.reason and trial.kind == Kind.DECODE)


def letters(encoding: Encoding, operation: Operation) -> int:
    """Returns the number of letters that are encoded or decoded; 0 if there is anything else."""
    unit: Sequence[int] = (LETTER,) if isinstance(operation, Encode) else bytes_of(encoding, (LETTER,))
    size = len(operation.input) // len(unit)
    return size if tuple(operation.input) == tuple(unit) * size and not operation.cuts else 0


def _halved(
    rerun: Reruns, known: dict[int | None, Trial] | dict[int, Trial], text: Callable[[int], tuple[int, ...]], kind: Kind
) -> Iterable[Trial]:
    """Yields the trials of the numbers between those with other effects, until they are next to each other."""
    found: list[Trial] = []
    effects = {number: trial.effect for number, trial in known.items() if number is not None}
    numbers = sorted(effects)
    bounds = [(one, other) for one, other in pairwise(numbers) if effects[one] != effects[other]]
    if len(bounds) > _BOUNDS:
        return found
    for _ in range(_STEPS):
        middles = {(one, other): (one + other) // 2 for one, other in bounds if other - one > 1}
        operations = {
            operation: middle for middle in middles.values() for operation in of_text(rerun.encoding, kind, text(middle))
        }
        trials = rerun.trials(list(operations), however_alike=True)
        if not trials:
            break
        found += trials
        effects |= {operations[trial.operation]: trial.effect for trial in trials}
        bounds = [
            (one, middle) if effects[one] != effects[middle] else (middle, other)
            for (one, other), middle in middles.items()
            if middle in effects
        ]
    return found
