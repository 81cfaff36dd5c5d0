"""Finds the values, and the lengths of texts, at which failures begin or end, by halving."""

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
"""The most bounds of one kind to search for. If there are more, none is searched for."""

_STEPS = 40
"""The most steps of halving, for values of any size."""


def at_bounds(rerun: Reruns, trials: Sequence[Trial]) -> list[Trial]:
    """Returns trials that narrow down the values and the lengths of texts at which failures begin or end."""
    halved: list[Trial] = []
    for kind in Kind:
        of_kind = [trial for trial in trials if trial.kind == kind]
        alone = {trial.parts[0].value: trial for trial in of_kind if _is_of_one_value(trial)}
        texts = {size: trial for trial in of_kind if (size := letters(rerun.encoding, trial.operation))}
        halved += _halved(rerun, alone, lambda value: (value,), kind)
        halved += _halved(rerun, texts, lambda size: (LETTER,) * size, kind)
    return halved


def _is_of_one_value(trial: Trial) -> bool:
    if len(trial.parts) != 1 or trial.parts[0].value is None or trial.operation.cuts:
        return False
    part = trial.parts[0]
    is_whole = part.start == 0 and part.after == 0
    return is_whole and not (part.reason and trial.kind == Kind.DECODE)


def letters(encoding: Encoding, operation: Operation) -> int:
    """Returns how many letters an operation encodes or decodes; 0 if its input has anything else."""
    unit: Sequence[int] = (LETTER,) if isinstance(operation, Encode) else bytes_of(encoding, (LETTER,))
    size = len(operation.input) // len(unit)
    return size if tuple(operation.input) == tuple(unit) * size and not operation.cuts else 0


def _halved(
    rerun: Reruns, known: dict[int | None, Trial] | dict[int, Trial], text: Callable[[int], tuple[int, ...]], kind: Kind
) -> Iterable[Trial]:
    """Returns trials of the numbers between those with different effects, until these are adjacent."""
    halved: list[Trial] = []
    effects = {number: trial.effect for number, trial in known.items() if number is not None}
    numbers = sorted(effects)
    bounds = [(low, high) for low, high in pairwise(numbers) if effects[low] != effects[high]]
    if len(bounds) > _BOUNDS:
        return halved
    for _ in range(_STEPS):
        middles = {(low, high): (low + high) // 2 for low, high in bounds if high - low > 1}
        operations = {
            operation: middle for middle in middles.values() for operation in of_text(rerun.encoding, kind, text(middle))
        }
        trials = rerun.trials(list(operations), however_alike=True)
        if not trials:
            break
        halved += trials
        effects |= {operations[trial.operation]: trial.effect for trial in trials}
        bounds = [
            (low, middle) if effects[low] != effects[middle] else (middle, high)
            for (low, high), middle in middles.items()
            if middle in effects
        ]
    return halved
