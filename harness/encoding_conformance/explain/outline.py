"""Chooses the steps that are shown, however long the input is: the first ones, the last ones, which lead to a fault, and
some about which the specification is silent."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models.model import Walked

_FIRST, _LAST, _SILENT = 8, 4, 3
"""The number of runs of each kind that are shown."""

_SHORTEST_RUN = 4
"""The number of equal steps from which on they are shown as one."""


class Run(NamedTuple):
    """Equal steps one after another: the first of them, their number, the end of the last one in the input, and the number of
    steps before them."""

    first: Walked
    times: int
    end: int
    ordinal: int


class Left(NamedTuple):
    """Steps that are left out: their number, and the part of the input that they take."""

    steps: int
    start: int
    end: int


class Outline(NamedTuple):
    """The steps to show, and what was seen on the way: the last step, which is None if there is no step, and the first value that
    an implementation may refuse, or None."""

    items: tuple[Run | Left, ...]
    last: Walked | None
    refusable: int | None


def outlined(walk: Iterable[Walked], refusable: RangeSet) -> Outline:
    """Returns the outline of the steps of a model. `refusable` are the values that an implementation may refuse."""
    first: list[Run] = []
    silent: list[Run] = []
    latest: deque[Run] = deque(maxlen=_LAST)
    refused: int | None = None
    last = None
    for run in _runs(walk):
        last = run.first
        if refused is None and not last.is_count and last.value is not None and last.value in refusable:
            refused = last.value
        if len(first) < _FIRST:
            first.append(run)
        elif last.silent and len(silent) < _SILENT:
            silent.append(run)
        latest.append(run)
    shown = {run.ordinal: run for run in (*first, *silent, *latest)}
    return Outline(tuple(_with_gaps([shown[ordinal] for ordinal in sorted(shown)])), last, refused)


def _runs(walk: Iterable[Walked]) -> Iterator[Run]:
    """Yields the runs of equal steps, each as one if it is long, and otherwise step by step."""
    run: Run | None = None
    for step in walk:
        if run and step.like(run.first):
            run = run._replace(times=run.times + 1, end=step.end)
            continue
        if run:
            yield from _apart(run)
        run = Run(step, 1, step.end, run.ordinal + run.times if run else 0)
    if run:
        yield from _apart(run)


def _apart(run: Run) -> Iterator[Run]:
    """Yields a long run, or each step of a short one."""
    if run.times >= _SHORTEST_RUN:
        yield run
        return
    size = run.first.end - run.first.start
    for place in range(run.times):
        start = run.first.start + place * size
        yield Run(run.first._replace(start=start, end=start + size), 1, start + size, run.ordinal + place)


def _with_gaps(runs: list[Run]) -> Iterator[Run | Left]:
    end, seen = 0, 0
    for run in runs:
        if run.ordinal > seen:
            yield Left(run.ordinal - seen, end, run.first.start)
        yield run
        end, seen = run.end, run.ordinal + run.times
