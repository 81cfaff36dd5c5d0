"""A campaign. It divides the units among the cores. Each core has a supervisor in a separate process, and there is one
store of findings."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import cycle
from multiprocessing.synchronize import Event as Word
from pathlib import Path
from typing import NamedTuple

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


class CoreEvent(NamedTuple):
    """A message of a core about a unit."""

    core: int
    unit: int
    event: Event


@dataclass(frozen=True)
class Campaign:
    """A campaign lasts for `seconds`, or until each unit has had this number of `executions` on each of its cores. It has no end
    if both are None. If it is `seeded`, it begins with the vectors. Implementations must agree with the `oracle`. `longest`
    is the most bytes of an input. All workers finish once `stops` is set."""

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
    stops: Word = field(default_factory=FORK.Event)

    def folder(self, unit: Unit) -> Path:
        """Returns the corpus of a unit, which implementations of an encoding share."""
        return (self.corpus / unit.encoding.id).resolve()

    def turns(self) -> list[Iterator[tuple[Unit, float]]]:
        """Returns for each core its units one after another, each with its seconds. All units get the same time."""
        seconds = float("inf") if self.seconds is None else self.seconds
        if len(self.units) <= self.jobs:
            return [iter([(unit, seconds)]) for unit, _ in zip(cycle(self.units), range(self.jobs))]
        shares = [self.units[core :: self.jobs] for core in range(self.jobs)]
        if self.seconds is None and self.executions is None:
            return [((unit, _SLICE) for unit in cycle(share)) for share in shares]
        return [iter([(unit, seconds / len(share)) for unit in share]) for share in shares]

    def events(self, known: Sequence[Finding] = ()) -> Iterator[CoreEvent | None]:
        """Runs the campaign. Yields the messages of the cores as they come, and None whenever there was none for a moment.
        `known` has the findings so far, which workers need not report again."""
        for unit in self.units:
            folder = self.folder(unit)
            folder.mkdir(parents=True, exist_ok=True)
            _dictionary(folder).write_text(as_text(tokens(unit.encoding)), encoding="ascii")
            for data in seeds(unit.encoding, unit.all_vectors, self.longest) if self.seeded else ():
                keep(folder, data)
        sizes = {each.bucket: len(each.reproducer.data) for each in known if each.state != FindingState.FIXED}
        with guarded():
            reader, writer = FORK.Pipe(duplex=False)
            lock = FORK.Lock()

            def tell(core: int, unit: int, event: Event) -> None:
                with lock:
                    writer.send(CoreEvent(core, unit, event))

            cores = [FORK.Process(target=self._core, args=(core, turns, sizes, tell)) for core, turns in enumerate(self.turns())]
            for process in cores:
                process.start()
            writer.close()
            try:
                with suppress(EOFError):  # when every core has ended
                    while True:
                        yield reader.recv() if reader.poll(_LOOK) else None
                for core, process in enumerate(cores):
                    process.join()
                    if process.exitcode:
                        yield CoreEvent(core, 0, Unable(f"a supervisor ended with status {process.exitcode}"))
            finally:
                for process in cores:
                    process.kill()
                    process.join()

    def _core(
        self,
        core: int,
        turns: Iterator[tuple[Unit, float]],
        known: dict[tuple[str, ...], int],
        tell: Callable[[int, int, Event], None],
    ) -> None:
        """Runs the turns of one core. The process and everything that it starts stay on this core, if the system can do that."""
        die_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if hasattr(os, "sched_setaffinity"):  # campaigns at the same time count from different cores
            allowed = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(0, {allowed[(os.getppid() + core) % len(allowed)]})
        for unit, seconds in turns:
            if self.stops.is_set():
                return
            index = self.units.index(unit)
            settings = Settings(
                implementation=unit.registered.implementation,
                encoding=unit.encoding,
                limits=unit.limits,
                oracle=self.oracle,
                engine=self.engine,
                corpus=self.folder(unit),
                dictionary=_dictionary(self.folder(unit)),
                seed=self.seed * 1000 + core * 100 + 1,
                seconds=seconds,
                executions=float("inf") if self.executions is None else self.executions,
                longest=self.longest,
                journal=-1,
                known=known,
            )
            reruns = Rerun(unit.registered, unit.encoding, unit.limits)
            Supervisor(settings, reruns, partial(tell, core, index), self.stops.is_set).run()


def _dictionary(corpus: Path) -> Path:
    """Returns the file of tokens beside a corpus."""
    return corpus.with_name(f"{corpus.name}.dict")


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


class Tally:
    """The sums of a campaign. `clock` gives seconds. `progress` has the executions of all workers of a unit, and the covered
    edges and kinds of outcomes of the worker that has most. `kinds` counts the findings that are new or still there, by kind.
    `busy` has the index of the unit on which each core works."""

    def __init__(self, campaign: Campaign, clock: Callable[[], float]):
        self.campaign = campaign
        self._clock = clock
        self.progress: dict[int, Pulse] = {}
        self.kinds: Counter[FindingKind] = Counter()
        self.busy: dict[int, int] = {}
        self._start = self._last_finding = clock()
        self._marks = [(self._start, 0)]

    def pulse(self, core: int, unit: int, pulse: Pulse) -> None:
        """Takes the progress of a worker."""
        self.busy[core] = unit
        before = self.progress.get(unit, Pulse(0, 0, 0))
        coverage, features = max(before.coverage, pulse.coverage), max(before.features, pulse.features)
        self.progress[unit] = Pulse(before.executions + pulse.executions, coverage, features)
        now = self._clock()
        self._marks.append((now, self.executions))
        while len(self._marks) > 2 and now - self._marks[1][0] > _WINDOW:
            self._marks.pop(0)

    def finding(self, kind: FindingKind) -> None:
        """Counts one more finding of this kind."""
        self.kinds[kind] += 1
        self._last_finding = self._clock()

    @property
    def executions(self) -> int:
        """The executions of all units."""
        return sum(progress.executions for progress in self.progress.values())

    @property
    def corpus(self) -> int:
        """The number of inputs in the corpora of all units."""
        return sum(size_of(self.campaign.folder(unit)) for unit in self.campaign.units)

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

    def figures(self, index: int) -> dict[str, str | int]:
        """Returns the names and numbers of a unit."""
        unit, progress = self.campaign.units[index], self.progress[index]
        return {
            "implementation": unit.registered.implementation.name,
            "encoding": unit.encoding.id,
            "executions": progress.executions,
            "corpus": size_of(self.campaign.folder(unit)),
            "coverage": progress.coverage,
            "features": progress.features,
        }
