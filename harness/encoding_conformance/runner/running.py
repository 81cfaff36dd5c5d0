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
from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.core.identity import Id, IdKind
from encoding_conformance.core.verdict import Blame, Cause, Judgement, Status, Verdict
from encoding_conformance.runner.deviations import Declared
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.unit import STANDARD, Parameters, UnitRun, unable

_AHEAD = 1000
"""The most units that are submitted ahead, because their verdicts stay in memory."""

Item = TypeVar("Item")

Explain = Callable[[Unit, Sequence[Verdict]], Sequence[Cause]]
"""Finds the causes of the failures among the verdicts on a unit."""


def explain_nothing(unit: Unit, verdicts: Sequence[Verdict]) -> Sequence[Cause]:
    """Returns no causes, for runs that do not show them."""
    return ()


class Done(NamedTuple):
    """The verdicts on a unit, and the causes of undeclared failures."""

    verdicts: Sequence[Verdict]
    causes: Sequence[Cause] = ()


Elsewhere = Callable[["Running"], Iterator[Callable[[], Done]]]
"""Submits the units of a run to a cluster. Returns a function for each unit that returns its result."""


@dataclass(frozen=True)
class Running:
    """What to run, and how. `unable` has the reason for each implementation that cannot run, by name. With several `jobs` or with
    `elsewhere`, the process that runs a unit also finds the causes of its failures, which are in `found` before the verdicts are
    yielded."""

    units: Sequence[Unit]
    parameters: Parameters = STANDARD
    jobs: int = 1
    elsewhere: Elsewhere | None = None
    unable: Mapping[str, str] = field(default_factory=dict)
    explain: Explain = explain_nothing
    found: list[Cause] = field(default_factory=list)

    def verdicts(self) -> Generator[Verdict, None, None]:
        """Yields the verdicts in the order of the units, and then those on stale declarations."""
        gc.freeze()  # the suite stays, so the garbage collector need not scan it
        declared = {unit.name: Declared(unit.implementation, unit.suite) for unit in self.units}
        not_started: set[str] = set()
        try:
            with self._results() as results:
                for unit, result in zip(self.units, results):
                    if unit.name in not_started:
                        continue  # one encoding is enough to report an implementation that does not start
                    for verdict in result():
                        if verdict.id.kind == IdKind.START:
                            not_started.add(unit.name)
                        yield declared[unit.name].judged(verdict)
            for each in declared.values():
                yield from each.stale()
        finally:
            gc.unfreeze()

    @contextmanager
    def _results(self) -> Iterator[Iterator[Callable[[], Iterable[Verdict]]]]:
        """Yields a function for each unit, in order, that returns the verdicts."""
        if self.elsewhere:
            yield (partial(self._taken, *each) for each in zip(self.units, self.elsewhere(self)))
        elif (count := min(self.jobs, len(self.units))) > 1:
            with pool(count, _begin, self) as executor:
                # The last unit, often UTF-∞-8, takes longest. It begins first, so that other jobs do not wait for it.
                *indexes, last = range(len(self.units))
                begun = submit(executor, _done_here, last)
                results = chain(in_order(indexes, partial(submit, executor, _done_here)), [begun])
                alone = (partial(self._done_alone, index) for index in range(len(self.units)))
                yield (partial(self._taken, *each) for each in zip(self.units, results, alone))
        else:
            yield (partial(self.run, unit) for unit in self.units)

    def _taken(self, unit: Unit, *attempts: Callable[[], Done]) -> Iterable[Verdict]:
        """Returns the verdicts of another process, and keeps its causes. If the process was lost, tries the next attempt: a lost
        process ends its whole pool, including processes with innocent units."""
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
        """Returns the result of a unit in its own pool. Raises Lost."""
        with pool(1, _begin, self) as executor:
            return submit(executor, _done_here, index)()

    def run(self, unit: Unit) -> Iterator[Verdict]:
        """Yields the verdicts on a unit one by one."""
        judged = set[Id]()
        if reason := self.unable.get(unit.name):
            yield unable(unit, IdKind.START, reason)
            return
        with RestartingSession(unit.implementation) as session:
            try:
                for verdict in UnitRun(unit, session, self.parameters).verdicts():
                    judged.add(verdict.id)
                    yield verdict
            except Exception as error:
                yield from _harness_failed(unit, judged, f"{type(error).__name__}: {error}")

    def done(self, unit: Unit) -> Done:
        """Returns the verdicts on a unit, and their causes."""
        verdicts = list(self.run(unit))
        declared = Declared(unit.implementation, unit.suite)
        return Done(verdicts, self.explain(unit, list(map(declared.judged, verdicts))))


def in_order(items: Iterable[Item], submit: Callable[[Item], Callable[[], Result]]) -> Iterator[Callable[[], Result]]:
    """Yields the result of `submit` for each item, in order, and submits more items ahead."""
    rest = iter(items)
    waiting = deque(map(submit, islice(rest, _AHEAD)))
    while waiting:
        yield waiting.popleft()
        waiting.extend(map(submit, islice(rest, 1)))


_RUN: Running
_NOT_STARTED: set[str]
"""The state of this job: its run, and the names of the implementations that did not start in it."""


def _begin(run: Running) -> None:
    global _RUN, _NOT_STARTED
    become_job()
    _RUN, _NOT_STARTED = run, set()


def _done_here(index: int) -> Done:
    """Returns the result of a unit in this job: empty if an earlier unit showed that the implementation does not start. The last
    unit does not count as such a unit, because it begins first, but its verdicts come last."""
    unit = _RUN.units[index]
    if unit.name in _NOT_STARTED:
        return Done(())
    done = _RUN.done(unit)
    if index < len(_RUN.units) - 1 and any(verdict.id.kind == IdKind.START for verdict in done.verdicts):
        _NOT_STARTED.add(unit.name)
    return done


def _harness_failed(unit: Unit, judged: Collection[Id], reason: str) -> Iterator[Verdict]:
    """Yields an error for every vector and check of a unit without a verdict when the harness itself failed."""
    encoding, judgement = unit.encoding.id, Judgement(Status.ERROR, f"the harness failed: {reason}", Blame.HARNESS)
    for id in unit.ids:
        if id not in judged:
            yield Verdict(unit.name, encoding, id, (), *judgement)
