"""A campaign. It divides the units among the cores. Each core has a supervisor in a separate process, and there is one
store of findings."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from multiprocessing.connection import Connection, wait
from pathlib import Path

from encoding_conformance.adapters.jobs import FORK, guarded
from encoding_conformance.adapters.lifeline import die_with_parent
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.fuzz.corpus import as_text, keep, seeds, size_of, tokens
from encoding_conformance.fuzz.engine import Settings
from encoding_conformance.fuzz.finding import Finding, FindingKind, FindingState, state_after_rerun
from encoding_conformance.fuzz.rerun import Rerun
from encoding_conformance.fuzz.supervisor import Event, Pulse, Supervisor, Unable
from encoding_conformance.fuzz.triage import covering
from encoding_conformance.runner.plan import Unit

LONGEST = 1024
"""The most bytes of an input."""

_SLICE = 60
"""The seconds that a unit gets at a time, if the campaign has no end and there are fewer cores than units."""

_LOOK = 0.2


@dataclass(frozen=True)
class Plan:
    """A campaign lasts for `seconds`, or until each unit has had this number of `executions` on each of its cores. It has no end
    if both are None. If it is `seeded`, it begins with the vectors. Implementations must agree with the `oracle`. `longest`
    is the most bytes of an input."""

    units: Sequence[Unit]
    oracle: Implementation | None
    engine: str
    corpus: Path
    seconds: float | None
    jobs: int
    seed: int
    seeded: bool = True
    longest: int = LONGEST
    executions: int | None = None

    def folder(self, unit: Unit) -> Path:
        """Returns the corpus of a unit, which implementations of an encoding share."""
        return (self.corpus / unit.encoding.id).resolve()

    def dictionary(self, unit: Unit) -> Path:
        """Returns the file of tokens for a unit."""
        return self.folder(unit).with_name(f"{unit.encoding.id}.dict")

    def turns(self) -> list[Iterator[tuple[Unit, float]]]:
        """Returns for each core its units one after another, each with its seconds. All units get the same time."""
        if len(self.units) <= self.jobs:
            seconds = self.seconds if self.seconds is not None else float("inf")
            return [iter([(unit, seconds)]) for unit, _ in zip(cycle(self.units), range(self.jobs))]
        shares = [self.units[core :: self.jobs] for core in range(self.jobs)]
        if self.seconds is not None:
            return [iter([(unit, self.seconds / len(share)) for unit in share]) for share in shares]
        if self.executions is not None:
            return [iter([(unit, float("inf")) for unit in share]) for share in shares]
        return [((unit, _SLICE) for unit in cycle(share)) for share in shares]


@dataclass(frozen=True)
class CoreEvent:
    """A message of a core about a unit."""

    core: int
    unit: int
    event: Event


class Campaign:
    """Runs a plan. `known` has the findings so far, which workers need not report again."""

    def __init__(self, plan: Plan, known: Sequence[Finding]):
        self._plan = plan
        self._known = known
        self._stops = FORK.Event()

    def stop(self) -> None:
        """Lets all workers finish."""
        self._stops.set()

    def events(self) -> Iterator[CoreEvent | None]:
        """Yields the messages of the cores as they come, and None whenever there was none for a moment."""
        for unit in self._plan.units:
            self._prepare(unit)
        with guarded():
            readers, processes = {}, []
            for core, turns in enumerate(self._plan.turns()):
                reader, writer = FORK.Pipe(duplex=False)
                process = FORK.Process(target=self._core, args=(core, turns, writer))
                process.start()
                writer.close()
                readers[reader] = core
                processes.append(process)
            try:
                while readers:
                    ready = wait(list(readers), _LOOK)
                    for reader in [each for each in readers if each in ready]:
                        try:
                            yield reader.recv()
                        except EOFError:
                            del readers[reader]
                    if not ready:
                        yield None
                for core, process in enumerate(processes):
                    process.join()
                    if process.exitcode:
                        yield CoreEvent(core, 0, Unable(f"a supervisor ended with status {process.exitcode}"))
            finally:
                for process in processes:
                    process.kill()
                    process.join()

    def _prepare(self, unit: Unit) -> None:
        folder = self._plan.folder(unit)
        folder.mkdir(parents=True, exist_ok=True)
        self._plan.dictionary(unit).write_text(as_text(tokens(unit.encoding)), encoding="ascii")
        for data in seeds(unit.encoding, unit.all_vectors, self._plan.longest) if self._plan.seeded else ():
            keep(folder, data)

    def _core(self, core: int, turns: Iterator[tuple[Unit, float]], writer: Connection) -> None:
        """Runs the turns of one core. The process and everything that it starts stay on this core."""
        die_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _pin(core)
        for unit, seconds in turns:
            if self._stops.is_set():
                return
            tell = _teller(writer, core, self._plan.units.index(unit))
            reruns = Rerun(unit.registered, unit.encoding, unit.limits)
            Supervisor(self._settings(unit, core, seconds), reruns, tell, self._stops.is_set).run()

    def _settings(self, unit: Unit, core: int, seconds: float) -> Settings:
        return Settings(
            implementation=unit.registered.implementation,
            encoding=unit.encoding,
            limits=unit.limits,
            oracle=self._plan.oracle,
            engine=self._plan.engine,
            corpus=self._plan.folder(unit),
            dictionary=self._plan.dictionary(unit),
            seed=self._plan.seed * 1000 + core * 100 + 1,
            seconds=seconds,
            executions=float("inf") if self._plan.executions is None else self._plan.executions,
            longest=self._plan.longest,
            journal=-1,
            known={
                finding.bucket: len(finding.reproducer.data) for finding in self._known if finding.state != FindingState.FIXED
            },
        )


def _teller(writer: Connection, core: int, unit: int) -> Callable[[Event], None]:
    return lambda event: writer.send(CoreEvent(core, unit, event))


def _pin(core: int) -> None:
    """Keeps this process on a core, if the system can do that. Each campaign counts from a different core, so that two campaigns
    at the same time do not share the first core."""
    if hasattr(os, "sched_setaffinity"):
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {allowed[(os.getppid() + core) % len(allowed)]})


def rerun(unit: Unit, old: Finding) -> tuple[FindingState, Finding]:
    """Returns the state of an old finding after a rerun, and what the rerun shows, or the old finding if it shows nothing. Raises
    CannotAsk."""
    now = Rerun(unit.registered, unit.encoding, unit.limits).ask(old.reproducer)
    return state_after_rerun(old, now), with_known_deviation(unit, now) if now else old


def with_known_deviation(unit: Unit, finding: Finding) -> Finding:
    """Returns a finding with the deviation of the manifest that covers it, if one does."""
    known = covering(unit.registered.implementation.deviations, unit.encoding, unit.all_vectors, finding)
    return replace(finding, known=known)


_WINDOW = 5.0
"""The seconds over which a rate is measured."""


@dataclass
class Progress:
    """The executions of all workers of a unit, and the covered edges and kinds of outcomes of the worker that has most."""

    executions: int = 0
    coverage: int = 0
    features: int = 0


class Tally:
    """The sums of a campaign. `clock` gives seconds. `kinds` counts the findings that are new or still there, by kind, and
    `causes` is the number of their causes. `busy` has the index of the unit on which each core works."""

    def __init__(self, plan: Plan, clock: Callable[[], float]):
        self.plan = plan
        self._clock = clock
        self.progress: dict[int, Progress] = {}
        self.kinds: Counter[FindingKind] = Counter()
        self.causes = 0
        self.busy: dict[int, int] = {}
        self._start = self._last_finding = clock()
        self._marks = [(self._start, 0)]

    def pulse(self, core: int, unit: int, pulse: Pulse) -> None:
        """Takes the progress of a worker."""
        self.busy[core] = unit
        progress = self.progress.setdefault(unit, Progress())
        progress.executions += pulse.executions
        progress.coverage = max(progress.coverage, pulse.coverage)
        progress.features = max(progress.features, pulse.features)
        now = self._clock()
        self._marks.append((now, self.executions))
        while len(self._marks) > 2 and now - self._marks[1][0] > _WINDOW:
            self._marks.pop(0)

    def finding(self, kind: FindingKind, is_first: bool) -> None:
        """Counts one more finding of this kind. `is_first` says that no earlier finding has the same cause."""
        self.kinds[kind] += 1
        self.causes += is_first
        self._last_finding = self._clock()

    @property
    def executions(self) -> int:
        """The executions of all units."""
        return sum(progress.executions for progress in self.progress.values())

    @property
    def corpus(self) -> int:
        """The number of inputs in the corpora of all units."""
        return sum(size_of(self.plan.folder(unit)) for unit in self.plan.units)

    @property
    def seconds(self) -> float:
        """The seconds since the beginning."""
        return self._clock() - self._start

    @property
    def since_last(self) -> float:
        """The seconds since the last finding, or since the beginning."""
        return self._clock() - self._last_finding

    @property
    def rate(self) -> float:
        """The recent executions per second."""
        (then, before), (now, after) = self._marks[0], self._marks[-1]
        return (after - before) / (now - then) if now > then else 0.0

    @property
    def mean_rate(self) -> float:
        """The executions per second since the beginning."""
        return self.executions / self.seconds if self.seconds else 0.0

    def figures(self, index: int) -> dict[str, str | int]:
        """Returns the names and numbers of a unit."""
        unit, progress = self.plan.units[index], self.progress[index]
        return {
            "implementation": unit.registered.implementation.name,
            "encoding": unit.encoding.id,
            "executions": progress.executions,
            "corpus": size_of(self.plan.folder(unit)),
            "coverage": progress.coverage,
            "features": progress.features,
        }
