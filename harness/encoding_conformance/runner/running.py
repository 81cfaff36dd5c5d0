"""Runs all units, on as many processes as there are jobs."""

from __future__ import annotations

import gc
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import chain
from multiprocessing.queues import SimpleQueue
from threading import Thread
from typing import NamedTuple

from encoding_conformance.adapters.jobs import FORK, guarded, pool
from encoding_conformance.adapters.manifest import Declaration
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.core.identity import Id, IdKind, check_id
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.verdict import Blame, Judgement, Status, Verdict, judged
from encoding_conformance.runner.deviations import excusing, since_then, stale, with_deviation
from encoding_conformance.runner.plan import Unit, ids
from encoding_conformance.runner.registry import Outdated
from encoding_conformance.runner.sweeping import Tell, tell_nobody
from encoding_conformance.runner.unit import UnitRun, unable_to_start
from encoding_conformance.specification.suite import Suite


@dataclass(frozen=True)
class Work:
    """The data with which a job can run any unit."""

    units: Sequence[Unit]
    requirements: Mapping[str, Requirement]
    seed: int
    exhaustive: bool
    unable: Mapping[str, str]


_NOBODY: Mapping[str, Outdated] = {}
_ALL_RUN: Mapping[str, str] = {}

Took = Callable[[Verdict, float], None]
"""Is told how many seconds a verdict took."""


class Timed(NamedTuple):
    """A verdict and the seconds that it took. The vectors of an encoding are asked together, so each has the same share."""

    verdict: Verdict
    seconds: float = 0.0


def tell_nobody_how_long(verdict: Verdict, seconds: float) -> None:
    """For runs of which nobody wants the times."""


def run(
    suite: Suite,
    units: Sequence[Unit],
    seed: int,
    jobs: int,
    exhaustive: bool,
    tell: Tell = tell_nobody,
    outdated: Mapping[str, Outdated] = _NOBODY,
    unable: Mapping[str, str] = _ALL_RUN,
    took: Took = tell_nobody_how_long,
) -> Generator[Verdict, None, None]:
    """The verdicts as they come, in the order of the units; at the end, those on stale declarations. `tell` is called with
    the progress of sweeps, from another thread if there are several jobs. `outdated` are the implementations, by name, whose
    declarations are of another version; their failures are what has changed since then. `unable` are those that cannot run,
    with the reason. `took` is called with each verdict of a unit before it comes."""
    _NOT_STARTED.clear()
    gc.freeze()  # the suite stays, so the garbage collector need not look through it again and again
    work = Work(units, suite.requirements, seed, exhaustive, unable)
    seen: dict[str, set[Id]] = {}
    failed: dict[str, dict[Id, list[Declaration]]] = {}
    not_started: set[str] = set()
    implementations = {unit.registered.implementation.name: unit.registered.implementation for unit in units}
    with guarded(), _mapper(work, min(jobs, len(units)), tell) as results:
        for verdict, seconds in chain.from_iterable(results):
            took(verdict, seconds)
            name = verdict.implementation
            if verdict.id.kind == IdKind.START:
                if name in not_started:
                    continue  # one encoding is enough to report an implementation that does not start
                not_started.add(name)
            if not verdict.is_not_asked:
                seen.setdefault(name, set()).add(verdict.id)
            declarations = implementations[name].deviations
            if verdict.status == Status.FAIL:
                failed.setdefault(name, {})[verdict.id] = excusing(declarations, suite.encodings, verdict)
            judged = with_deviation(declarations, suite.encodings, verdict)
            yield since_then(declarations, outdated.get(name), judged)
    for name, implementation in implementations.items():
        all_ids = list(chain.from_iterable(ids(suite, id) for id in implementation.encodings))
        for verdict in stale(implementation, all_ids, seen.get(name, ()), failed.get(name, {})):
            yield since_then(implementation.deviations, outdated.get(name), verdict)


@contextmanager
def _mapper(work: Work, jobs: int, tell: Tell) -> Iterator[Iterator[Iterable[Timed]]]:
    """The verdicts of each unit, in the order of the units."""
    if jobs <= 1:
        yield (_run_unit(work, place, tell) for place in range(len(work.units)))
        return
    told = FORK.SimpleQueue()
    with pool(jobs, _begin_job, work, told) as executor:
        futures = deque(executor.submit(_run_in_job, place) for place in range(len(work.units)))
        Thread(target=_pass_on, args=(told, tell), daemon=True).start()
        # A future keeps its verdicts, and their inputs may be long, so each is let go when it has been read.
        yield (_result(futures.popleft(), unit) for unit in work.units)


def _pass_on(told: SimpleQueue[tuple[str, int, int, float]], tell: Tell) -> None:
    """Passes on the progress that jobs report, as long as this process lives."""
    while True:
        tell(*told.get())


def _result(future: Future[list[Timed]], unit: Unit) -> Iterable[Timed]:
    try:
        return future.result()
    except BrokenProcessPool:
        return _harness_failed(unit, (), "a job of the harness was ended from outside")


_NOT_STARTED: set[str] = set()
"""Selectors of implementations that did not start in this process, so that they are not started again for each encoding."""

_WORK: Work
_TOLD: SimpleQueue[tuple[str, int, int, float]]


def _begin_job(work: Work, told: SimpleQueue[tuple[str, int, int, float]]) -> None:
    global _WORK, _TOLD
    _WORK, _TOLD = work, told


def _run_in_job(place: int) -> list[Timed]:
    return list(_run_unit(_WORK, place, lambda *how_far: _TOLD.put(how_far)))


def _run_unit(work: Work, place: int, tell: Tell) -> Iterator[Timed]:
    unit = work.units[place]
    given: set[Id] = set()
    if unit.registered.selector in _NOT_STARTED:
        return
    if reason := work.unable.get(unit.registered.implementation.name):
        _NOT_STARTED.add(unit.registered.selector)
        yield Timed(unable_to_start(unit, reason))
        return
    with Testee(unit.registered.implementation) as testee:
        try:
            unit_run = UnitRun(unit, work.requirements, work.seed, work.exhaustive, testee, tell)
            for verdict in unit_run.verdicts():
                given.add(verdict.id)
                if verdict.id.kind == IdKind.START:
                    _NOT_STARTED.add(unit.registered.selector)
                yield Timed(verdict, unit_run.seconds)
        except Exception as error:
            yield from _harness_failed(unit, given, f"{type(error).__name__}: {error}")


def _harness_failed(unit: Unit, given: Collection[Id], reason: str) -> Iterator[Timed]:
    """Every verdict of a unit that was not given when the harness itself failed."""
    name, encoding = unit.registered.implementation.name, unit.encoding.id
    judgement = Judgement(Status.ERROR, f"the harness failed: {reason}", Blame.HARNESS)
    for id in (*(vector.id for vector in unit.vectors), *(check_id(encoding, check) for check in unit.checks)):
        if id not in given:
            yield Timed(judged(name, encoding, id, (), judgement))


@dataclass(frozen=True)
class Answers:
    """`verdicts` by the ids of vectors and the names of implementations. `errors` are not answers: the harness, a vector or
    an adapter is at fault. `not_asked` are vectors that an implementation was not asked, because it had been given up."""

    verdicts: Mapping[Id, Mapping[str, Verdict]]
    errors: Sequence[Verdict]
    not_asked: Sequence[Verdict]


def ask(suite: Suite, units: Sequence[Unit], jobs: int, asked: Callable[[], None]) -> Answers:
    """Asks all vectors of the units in `jobs` processes, and returns the answers. `asked` is called after each answer."""
    answers: dict[Id, dict[str, Verdict]] = defaultdict(dict)
    errors: list[Verdict] = []
    not_asked: list[Verdict] = []
    with closing(run(suite, units, seed=0, jobs=jobs, exhaustive=False)) as verdicts:
        for verdict in verdicts:
            if verdict.status == Status.ERROR:
                errors.append(verdict)
            elif verdict.is_not_asked:
                not_asked.append(verdict)
                asked()
            elif verdict.got is not None:  # a stale declaration is not
                answers[verdict.id][verdict.implementation] = verdict
                asked()
    return Answers(dict(answers), errors, not_asked)
