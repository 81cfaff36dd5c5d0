"""Texts in which each value stands behind each state that a value leads to.

In a text that alternates between the values of two runs, each value uses the state that the value before it led to, and leads to
the state of the next one. So every two runs need only one text, with little that is asked twice.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from encoding_conformance.checks.sweep import CaseGroup, SweepPart, both_ways
from encoding_conformance.core.encoding import ENCODINGS_KEPT, Encoding
from encoding_conformance.models import bytes_of, model_of
from encoding_conformance.models.model import StateRun

_TOGETHER = 512
"""The most runs of a text that stand in turn with the same run."""


class InTurn(NamedTuple):
    """A text: the first value of a run; then, for each of the `others`, its values in turn with the rest of the run and its first
    value. `reset` is the last value. All runs have the same number of values."""

    run: StateRun
    others: Sequence[StateRun]
    reset: int

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the text."""
        first, *rest = self.run.values
        turns = (chain.from_iterable(zip(other.values, (*rest, first))) for other in self.others)
        return (first, *chain.from_iterable(turns), self.reset)


class TransitionTexts:
    """The texts of an encoding, by number; `transitions` is the number of different ones of a state and a value. Values that an
    implementation may refuse stand in texts of their own. If two of them follow each other, a reset stands behind both."""

    def __init__(self, encoding: Encoding):
        runs = list(model_of(encoding).runs())
        width = max(len(run.values) for run in runs)
        led_by = {run.state for run in runs} - {None}
        self.transitions = len(led_by) * sum(len(run.values) for run in runs)
        self._keeping = [value for run in runs if run.state is None for value in run.values]
        filled = [StateRun(run.state, _filled(run.values, width)) for run in runs if run.state is not None]
        self._optional = [run for run in filled if encoding.takes_optional(run.values)]
        self._certain = [run for run in filled if run not in self._optional]
        self._circle = self._certain * 2
        self._reset = encoding.resets.first
        self._half = len(self._certain) // 2 + 1
        self._of_certain = -(-self._half // _TOGETHER)
        self._of_optional = -(-len(self._certain) // _TOGETHER)

    def __len__(self) -> int:
        return self._before_pairs + len(self._optional) ** 2 + 2

    @property
    def _before_pairs(self) -> int:
        return len(self._certain) * self._of_certain + len(self._optional) * self._of_optional

    def __getitem__(self, index: int) -> InTurn | tuple[int, ...]:
        """Returns the text with this number. Raises IndexError."""
        certain, optional = self._certain, self._optional
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index < len(certain) * self._of_certain:
            one, part = divmod(index, self._of_certain)  # a run stands in turn with itself and the half of the circle behind it
            others = slice(one + part * _TOGETHER, one + min(self._half, (part + 1) * _TOGETHER))
            return InTurn(certain[one], self._circle[others], self._reset)
        if index < self._before_pairs:
            one, part = divmod(index - len(certain) * self._of_certain, self._of_optional)
            return InTurn(optional[one], certain[part * _TOGETHER : (part + 1) * _TOGETHER], self._reset)
        if index < len(self) - 2:
            one, other = divmod(index - self._before_pairs, len(optional))
            pairs = zip(optional[one].values, optional[other].values)
            return tuple(chain.from_iterable((before, value, self._reset) for before, value in pairs))
        runs = certain if index == len(self) - 2 else optional
        return (*chain.from_iterable((run.values[0], value) for run in runs for value in self._keeping), self._reset)


def _filled(values: Sequence[int], width: int) -> tuple[int, ...]:
    """Returns these values, repeated until there are so many."""
    return (tuple(values) * -(-width // len(values)))[:width]


@lru_cache(ENCODINGS_KEPT)
def transition_texts(encoding: Encoding) -> TransitionTexts:
    """Returns the texts of an encoding that does not lack them."""
    return TransitionTexts(encoding)


def lacks_transitions(encoding: Encoding) -> str:
    """Returns why an encoding has no transitions to ask; empty if it has."""
    if model_of(encoding).initial is None:
        return "no code depends on the value before it"
    return "" if encoding.resets else "no value resets the state"


def all_transitions(encoding: Encoding) -> SweepPart:
    """Returns the part of a sweep that has all texts."""
    texts = transition_texts(encoding)

    def segment(index: int) -> Iterator[CaseGroup]:
        text = texts[index]
        values = text.values if isinstance(text, InTurn) else text
        yield CaseGroup(values, tuple, both_ways(encoding, values, bytes_of(encoding, values)))

    return SweepPart(texts.transitions, len(texts), segment, told=True)
