"""Slices of what a unit asks in a long sweep or in bulk. A slice depends on nothing but its unit, so any machine can ask it, at
any time.

What is wrong in a slice is asked again by the unit itself, in its order. So a slice only says what need not be asked again, and
it decides about no verdict, cause or patience.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

from encoding_conformance.checks.sweep import SweepPart, Workload
from encoding_conformance.core.verdict import Cause, Verdict

_SURE, _SHARE = 2.0, 64
"""The seconds after which it is estimated how long a sweep takes, and of how many parts one must have been asked by then."""


class Slice(NamedTuple):
    """The segments from `first` up to `last` of a part of the cases of a check, and the number of their cases."""

    check: str
    part: int
    first: int
    last: int
    cases: int

    @classmethod
    def of(cls, check: str, number: int, part: SweepPart, segments: range) -> Slice:
        """Returns the slice of a part with this number that has these segments."""
        first, last = segments.start, segments.stop
        return cls(check, number, first, last, part.cases * last // part.segments - part.cases * first // part.segments)


class Sliced(NamedTuple):
    """What asking a slice gave: what is wrong, in words, or nothing; and `numbers`, whose meaning depends on the check. With
    neither, the implementation could not be asked."""

    text: str = ""
    numbers: tuple[int, ...] = ()


Timed = tuple[Verdict, float]
"""A verdict and the seconds that it took. The vectors of an encoding are asked together, so each has the same share."""


class Done(NamedTuple):
    """What a unit gives: the verdicts, and the causes of the failures that are not declared; or else the slices that are wanted
    before, and what the first ones have given."""

    verdicts: Sequence[Timed]
    causes: Sequence[Cause] = ()
    wanted: Sequence[Slice] = ()
    sliced: Mapping[Slice, Sliced] = {}


class Share(NamedTuple):
    """What is asked for: the unit with this index, given what its slices gave, or one of its slices."""

    unit: int
    slice: Slice | None = None
    sliced: Mapping[Slice, Sliced] = {}


AskSlice = Callable[[Slice], Sliced | None]
"""Returns what a slice gave; None if it will be asked elsewhere. The verdict on its check does not count then."""

Tell = Callable[[str, int, Workload], None]
"""Called with the progress of a sweep: its name, the number of finished cases, and its size. The first call is before the first
case, and the last one at the end or at a failure."""


def tell_nobody(what: str, done: int, whole: Workload) -> None:
    """Ignores the progress, for runs that nobody watches."""


def cut(segments: range, size: int) -> Iterator[range]:
    """Yields the ranges of at most so many segments that make up these segments."""
    yield from (segments[first : first + size] for first in range(0, len(segments), size))


class Progress:
    """Tells how far a sweep of so many cases is, under its name. If it may be `long`, how long it takes is estimated when some
    cases have been asked."""

    def __init__(self, name: str, cases: int, tell: Tell, long: bool):
        self._name = name
        self._whole = Workload(cases)
        self._tell = tell
        self._begun = perf_counter() if long else None
        tell(name, 0, self._whole)

    def tell(self, done: int) -> None:
        """Is called with the number of cases that have been asked."""
        if self._begun and done * _SHARE >= self._whole.cases > 0 and (seconds := perf_counter() - self._begun) > _SURE:
            self._begun, self._whole = None, self._whole._replace(seconds=seconds * self._whole.cases / done)
        self._tell(self._name, done, self._whole)
