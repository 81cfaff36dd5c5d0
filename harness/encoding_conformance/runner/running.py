"""Runs all units, on as many processes as there are jobs."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING

from encoding_conformance.adapters.jobs import Jobs, guarded, jobs_for
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.core.identity import Id, IdKind, check_id
from encoding_conformance.core.verdict import Blame, Cause, Judgement, Status, Verdict
from encoding_conformance.runner.deviations import Declared
from encoding_conformance.runner.plan import Unit
from encoding_conformance.runner.registry import Outdated
from encoding_conformance.runner.slicing import AskSlice, Done, Share, Slice, Sliced, Tell, Timed, tell_nobody
from encoding_conformance.runner.unit import STANDARD, Parameters, UnitRun, asked_alone, unable

if TYPE_CHECKING:
    from encoding_conformance.adapters.cluster import Cluster

_SHORT = 10.0
"""The seconds in which a process that runs a unit asks its slices as well, so that a unit that is not long is run once."""

Explain = Callable[[Unit, Sequence[Verdict]], Sequence[Cause]]
"""Finds the causes of the failures among the verdicts on a unit."""


def explain_nothing(unit: Unit, verdicts: Sequence[Verdict]) -> Sequence[Cause]:
    """Finds no cause, for runs that show none."""
    return ()


def _nothing(*told: object) -> None:
    pass


@dataclass(frozen=True)
class Running:
    """What to run, and how. `tell` is called with the progress of sweeps, from another thread if there are several `jobs`, and
    `took` with each verdict of a unit before it comes, and the seconds that it took. `started` is called once all jobs have
    begun, so that none of them is forked from a process with the threads that it starts. `outdated` are the implementations, by
    name, whose declarations are of another version; their failures are what has changed since then. `unable` has the reason
    for each that cannot run. If there are several jobs, each finds the causes of a unit's failures, which are then in `found`
    before the verdicts come. If there is a `cluster`, its workers run the units.
    The first units are `finished`, with `earlier` verdicts, and are not asked. `sliced` has what slices gave, by the name of
    their implementation and the encoding, and `note` is called with each slice that is asked."""

    units: Sequence[Unit]
    parameters: Parameters = STANDARD
    jobs: int = 1
    tell: Tell = tell_nobody
    took: Callable[[Verdict, float], None] = _nothing
    started: Callable[[], None] = _nothing
    outdated: Mapping[str, Outdated] = field(default_factory=dict)
    unable: Mapping[str, str] = field(default_factory=dict)
    explain: Explain = explain_nothing
    found: list[Cause] = field(default_factory=list)
    cluster: Cluster | None = None
    finished: int = 0
    earlier: Iterable[Verdict] = ()
    sliced: dict[tuple[str, str], dict[Slice, Sliced]] = field(default_factory=dict)
    note: Callable[[Unit, Slice, Sliced], None] = _nothing

    def sliced_of(self, unit: Unit) -> dict[Slice, Sliced]:
        """Returns what slices of a unit gave."""
        return self.sliced.setdefault((unit.name, unit.encoding.id), {})

    def verdicts(self) -> Generator[Verdict, None, None]:
        """Yields the verdicts as they come, in the order of the units; at the end, those on stale declarations."""
        _NOT_STARTED.clear()
        gc.freeze()  # the suite stays, so the garbage collector need not look through it again and again
        declared = {unit.name: Declared(unit, self.outdated.get(unit.name)) for unit in self.units}
        not_started: set[str] = set()
        for verdict in self.earlier:
            declared[verdict.implementation].remember(verdict)
            not_started |= {verdict.implementation} if verdict.id.kind == IdKind.START else set()
            self.took(verdict, 0.0)
            yield verdict
        try:
            with guarded(), _mapper(self) as results:
                for verdict, seconds in chain.from_iterable(results):
                    self.took(verdict, seconds)
                    if verdict.id.kind == IdKind.START:
                        if verdict.implementation in not_started:
                            continue  # one encoding is enough to report an implementation that does not start
                        not_started.add(verdict.implementation)
                    yield declared[verdict.implementation].judged(verdict)
            for each in declared.values():
                yield from each.stale()
        finally:
            gc.unfreeze()


@contextmanager
def _mapper(run: Running) -> Iterator[Iterator[Iterable[Timed]]]:
    """Gives the verdicts of each unit, in the order of the units."""
    indexes = range(run.finished, len(run.units))
    jobs = run.jobs if run.parameters.long else min(run.jobs, len(indexes))
    if jobs <= 1 and not run.cluster:
        run.started()
        yield (_run_here(run, index) for index in indexes)
        return
    from encoding_conformance.runner.scheduler import Scheduler  # a run in one process does not need it

    context: AbstractContextManager[Jobs | Cluster]
    context = nullcontext(run.cluster) if run.cluster else jobs_for(partial(do_share, run), jobs)
    with context as workers:
        units = {index: run.units[index] for index in indexes}
        results = Scheduler(units, workers, run.sliced_of, run.note, run.tell).results()
        workers.listen(run.tell)
        run.started()
        yield (_taken(next(results), run.units[index], run.found, workers.lost) for index in indexes)


def _run_here(run: Running, index: int) -> Iterator[Timed]:
    """Runs a unit in this process, and its slices one after another."""
    return _run_unit(run, index, run.tell, _asked_here(run, run.units[index]))


def _asked_here(run: Running, unit: Unit) -> AskSlice:
    """Returns what asks slices of a unit, one after another."""
    known = run.sliced_of(unit)

    def ask(slice: Slice) -> Sliced:
        if slice not in known:
            known[slice] = asked_alone(unit, run.parameters, slice)
            run.note(unit, slice, known[slice])
        return known[slice]

    return ask


def _taken(done: Done | None, unit: Unit, found: list[Cause], lost: str) -> Iterable[Timed]:
    """Returns the verdicts of another process, whose causes are added to what was found. Without any, the unit was `lost`."""
    if done is None:
        return _harness_failed(unit, (), lost)
    found += done.causes
    return done.verdicts


_NOT_STARTED: dict[str, int] = {}
"""The index of the first unit in which an implementation did not start in this process, by its selector. It is not started again
for the units behind that."""


def do_share(run: Running, share: Share, tell: Tell) -> Done | Sliced:
    """Returns what a share of a run gives."""
    unit, wanted, known, begun = run.units[share.unit], list[Slice](), dict(share.sliced), perf_counter()
    if share.slice:
        return asked_alone(unit, run.parameters, share.slice)

    def ask(slice: Slice) -> Sliced | None:
        if slice not in known and not wanted and perf_counter() - begun < _SHORT:
            known[slice] = asked_alone(unit, run.parameters, slice)
        elif slice not in known:
            wanted.append(slice)
        return known.get(slice)

    verdicts = list(_run_unit(run, share.unit, tell, ask))
    if wanted:
        return Done((), wanted=wanted, sliced={slice: known[slice] for slice in known.keys() - share.sliced.keys()})
    declared = Declared(unit, run.outdated.get(unit.name))
    return Done(verdicts, run.explain(unit, [declared.judged(verdict) for verdict, _ in verdicts]))


def _run_unit(run: Running, index: int, tell: Tell, ask: AskSlice) -> Iterator[Timed]:
    unit, given = run.units[index], set[Id]()
    selector = unit.implementation.selector
    if _NOT_STARTED.get(selector, index) < index:
        return
    if reason := run.unable.get(unit.name):
        _NOT_STARTED[selector] = index
        yield unable(unit, IdKind.START, reason), 0.0
        return
    with Testee(unit.implementation) as testee:
        try:
            unit_run = UnitRun(unit, testee, run.parameters, tell, ask)
            for verdict in unit_run.verdicts():
                given.add(verdict.id)
                if verdict.id.kind == IdKind.START:
                    _NOT_STARTED[selector] = index
                yield verdict, unit_run.seconds
        except Exception as error:
            yield from _harness_failed(unit, given, f"{type(error).__name__}: {error}")


def _harness_failed(unit: Unit, given: Collection[Id], reason: str) -> Iterator[Timed]:
    """Yields every verdict of a unit that was not given when the harness itself failed."""
    encoding, judgement = unit.encoding.id, Judgement(Status.ERROR, f"the harness failed: {reason}", Blame.HARNESS)
    for id in (*(vector.id for vector in unit.vectors), *(check_id(encoding, check) for check in unit.checks)):
        if id not in given:
            yield Verdict(unit.name, encoding, id, (), *judgement), 0.0
