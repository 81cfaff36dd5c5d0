"""Runs all units: in this process, in a pool of jobs, or on a cluster."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from typing import NamedTuple, TypeVar

from encoding_conformance.adapters.jobs import Lost, Result, become_job, pool, submit
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.verdict import Blame, Cause, Judgement, Status, Verdict
from encoding_conformance.runner.deviations import Declared
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.unit import STANDARD, Parameters, UnitRun, unable

_AHEAD = 1000
"""The most units that are submitted before the first of them is reported, because their verdicts stay in memory."""

Item = TypeVar("Item")

Timed = tuple[Verdict, float]
"""A verdict and the seconds that it took. The vectors of an encoding are run together, so each has the same share."""

Explain = Callable[[Unit, Sequence[Verdict]], Sequence[Cause]]
"""Finds the causes of the failures among the verdicts on a unit."""


def explain_nothing(unit: Unit, verdicts: Sequence[Verdict]) -> Sequence[Cause]:
    """Finds no cause, for runs that show none."""
    return ()


def _nothing(*given: object) -> None:
    pass


class Done(NamedTuple):
    """The verdicts on a unit, and the causes of the failures that are not declared."""

    verdicts: Sequence[Timed]
    causes: Sequence[Cause] = ()


Elsewhere = Callable[["Running"], Iterator[Callable[[], Done]]]
"""Submits the units of a run to a cluster. Returns a function for each unit that returns what it gave."""


@dataclass(frozen=True)
class Running:
    """What to run, and how. `took` is called with each verdict before it comes, and the seconds that it took. `unable` has
    the reason for each implementation that cannot run, by name. With several `jobs`, or `elsewhere`, the process that runs a unit
    also finds the causes of its failures, which are then in `found` before the verdicts come."""

    units: Sequence[Unit]
    parameters: Parameters = STANDARD
    jobs: int = 1
    elsewhere: Elsewhere | None = None
    took: Callable[[Verdict, float], None] = _nothing
    unable: Mapping[str, str] = field(default_factory=dict)
    explain: Explain = explain_nothing
    found: list[Cause] = field(default_factory=list)

    def verdicts(self) -> Generator[Verdict, None, None]:
        """Yields the verdicts as they come, in the order of the units; at the end, those on stale declarations."""
        gc.freeze()  # the suite stays, so the garbage collector need not look through it again and again
        declared = {unit.name: Declared(unit.implementation, unit.suite) for unit in self.units}
        not_started: set[str] = set()
        try:
            with self._results() as results:
                for unit, result in zip(self.units, results):
                    if unit.name in not_started:
                        continue  # one encoding is enough to report an implementation that does not start
                    for verdict, seconds in result():
                        self.took(verdict, seconds)
                        if verdict.id.kind == IdKind.START:
                            not_started.add(unit.name)
                        yield declared[unit.name].judged(verdict)
            for each in declared.values():
                yield from each.stale()
        finally:
            gc.unfreeze()

    @contextmanager
    def _results(self) -> Iterator[Iterator[Callable[[], Iterable[Timed]]]]:
        """Gives a function for each unit, in their order, that returns the verdicts."""
        if self.elsewhere:
            yield (partial(self._taken, *each) for each in zip(self.units, self.elsewhere(self)))
        elif (count := min(self.jobs, len(self.units))) > 1:
            with pool(count, _begin, self) as executor:
                # The last unit begins at once, so that no job is left alone with it. Often it is UTF-∞-8, which takes longest.
                *indexes, last = range(len(self.units))
                begun = submit(executor, _done_here, last)
                results = chain(in_order(indexes, partial(submit, executor, _done_here)), [begun])
                alone = (partial(self._done_alone, index) for index in range(len(self.units)))
                yield (partial(self._taken, *each) for each in zip(self.units, results, alone))
        else:
            yield (partial(self.run, unit) for unit in self.units)

    def _taken(self, unit: Unit, *attempts: Callable[[], Done]) -> Iterable[Timed]:
        """Returns the verdicts of another process, and keeps the causes that it found. If it was lost, the next attempt counts: a
        lost process takes the others of its pool with it, whose units are innocent."""
        for attempt in attempts:
            try:
                done = attempt()
            except Lost as lost:
                reason = str(lost)
            else:
                self.found.extend(done.causes)
                return done.verdicts
        return _harness_failed(unit, (), reason)

    def _done_alone(self, index: int) -> Done:
        """Returns what a unit gives in a pool of its own. Raises Lost."""
        with pool(1, _begin, self) as executor:
            return submit(executor, _done_here, index)()

    def run(self, unit: Unit) -> Iterator[Timed]:
        """Yields the verdicts on a unit as they come."""
        given = set[Id]()
        if reason := self.unable.get(unit.name):
            yield unable(unit, IdKind.START, reason), 0.0
            return
        with Testee(unit.implementation) as testee:
            try:
                unit_run = UnitRun(unit, testee, self.parameters)
                for verdict in unit_run.verdicts():
                    given.add(verdict.id)
                    yield verdict, unit_run.seconds
            except Exception as error:
                yield from _harness_failed(unit, given, f"{type(error).__name__}: {error}")

    def done(self, unit: Unit) -> Done:
        """Returns the verdicts on a unit, and their causes."""
        verdicts = list(self.run(unit))
        declared = Declared(unit.implementation, unit.suite)
        return Done(verdicts, self.explain(unit, [declared.judged(verdict) for verdict, _ in verdicts]))


def in_order(items: Iterable[Item], submit: Callable[[Item], Callable[[], Result]]) -> Iterator[Callable[[], Result]]:
    """Yields what `submit` returns for each item, in their order, and submits others ahead."""
    rest = iter(items)
    waiting = deque(map(submit, islice(rest, _AHEAD)))
    while waiting:
        yield waiting.popleft()
        waiting.extend(map(submit, islice(rest, 1)))


_RUN: Running
_NOT_STARTED: set[str]
"""What a job is forked with: the run, and then the names of the implementations that did not start in this job."""


def _begin(run: Running) -> None:
    global _RUN, _NOT_STARTED
    become_job()
    _RUN, _NOT_STARTED = run, set()


def _done_here(index: int) -> Done:
    """Returns what a unit gives in this job. An implementation that did not start is not started again. The last unit, which
    begins first, decides nothing about others."""
    unit = _RUN.units[index]
    if unit.name in _NOT_STARTED:
        return Done(())
    done = _RUN.done(unit)
    if index < len(_RUN.units) - 1 and any(verdict.id.kind == IdKind.START for verdict, _ in done.verdicts):
        _NOT_STARTED.add(unit.name)
    return done


def _harness_failed(unit: Unit, given: Collection[Id], reason: str) -> Iterator[Timed]:
    """Yields an error for every vector and check of a unit that had no verdict when the harness itself failed."""
    encoding, judgement = unit.encoding.id, Judgement(Status.ERROR, f"the harness failed: {reason}", Blame.HARNESS)
    for id in unit.ids:
        if id not in given:
            yield Verdict(unit.name, encoding, id, (), *judgement), 0.0
