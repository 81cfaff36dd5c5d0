"""A run over all its units, on as many processes as there are jobs."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain

from harness.adapters.child import die_with_parent
from harness.adapters.strays import guarded
from harness.adapters.testee import Testee
from harness.checks.catalogue import check_id
from harness.core.requirement import Requirement
from harness.core.verdict import ERROR, FAIL, HARNESS, Judgement, Verdict
from harness.runner.deviations import excuse, stale
from harness.runner.plan import Unit, ids
from harness.runner.unit import UnitRun
from harness.specification.library import Library


@dataclass(frozen=True)
class Work:
    """What a job needs to know to run any unit."""

    units: Sequence[Unit]
    requirements: dict[str, Requirement]
    seed: int


def run(library: Library, units: Sequence[Unit], seed: int, jobs: int) -> Iterator[list[Verdict]]:
    """The verdicts of each unit, in the order of the units; last, those on stale declarations."""
    work = Work(units, library.requirements, seed)
    seen: dict[str, set[str]] = {}
    failed: dict[str, set[str]] = {}
    with guarded(), _mapper(work, min(jobs, len(units))) as results:
        for unit, raw in zip(units, results):
            implementation = unit.registered.implementation
            seen.setdefault(implementation.name, set()).update(verdict.id for verdict in raw)
            failed.setdefault(implementation.name, set()).update(
                verdict.id for verdict in raw if verdict.judgement.verdict == FAIL
            )
            yield [excuse(implementation.deviations, verdict) for verdict in raw]
    for implementation in {unit.registered.implementation.name: unit.registered.implementation for unit in units}.values():
        all_ids = list(chain.from_iterable(ids(library, id) for id in implementation.encodings))
        yield list(stale(implementation, all_ids, seen[implementation.name], failed[implementation.name]))


@contextmanager
def _mapper(work: Work, jobs: int) -> Iterator[Iterator[list[Verdict]]]:
    """The verdicts of the units, in their order."""
    if jobs <= 1:
        yield (_run_unit(work, place) for place in range(len(work.units)))
        return
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, fork, initializer=_begin_job, initargs=(work,)) as pool:
        futures = [pool.submit(_run_in_job, place) for place in range(len(work.units))]
        try:
            yield (_result(future, unit) for future, unit in zip(futures, work.units))
        except BaseException:
            for job in multiprocessing.active_children():
                job.kill()
            raise


def _result(future, unit: Unit) -> list[Verdict]:
    try:
        return future.result()
    except BrokenProcessPool:
        return _harness_failed(unit, "a job of the harness was ended from outside")


_WORK: Work


def _begin_job(work: Work) -> None:
    global _WORK
    _WORK = work
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run_in_job(place: int) -> list[Verdict]:
    return _run_unit(_WORK, place)


def _run_unit(work: Work, place: int) -> list[Verdict]:
    unit = work.units[place]
    with Testee(unit.registered.implementation) as testee:
        try:
            return list(UnitRun(unit, work.requirements, work.seed, testee).verdicts())
        except Exception as error:
            return _harness_failed(unit, f"{type(error).__name__}: {error}")


def _harness_failed(unit: Unit, reason: str) -> list[Verdict]:
    """Every verdict of a unit in which the harness itself is at fault."""
    asked = [vector.id for vector in unit.vectors] + [check_id(unit.encoding.id, name) for name in unit.checks]
    judgement = Judgement(ERROR, f"the harness failed: {reason}", HARNESS)
    name = unit.registered.implementation.name
    return [Verdict(name, unit.encoding.id, id, (), judgement) for id in asked]
