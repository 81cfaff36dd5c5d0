"""A campaign: units shared out among cores, each core with a keeper in a process of its own, one store of findings."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from multiprocessing.connection import Connection, wait
from pathlib import Path

from harness.adapters.jobs import FORK
from harness.adapters.lifeline import die_with_parent
from harness.adapters.manifest import Implementation
from harness.adapters.strays import guarded
from harness.core.identity import check_id
from harness.fuzz.corpora.corpus import keep, seeds
from harness.fuzz.engines.settings import Settings
from harness.fuzz.findings.again import Again
from harness.fuzz.findings.finding import FIXED, Finding
from harness.fuzz.inputs.dictionary import as_text, tokens
from harness.fuzz.workers.keeper import Event, Keeper, Unable
from harness.runner.deviations import declared
from harness.runner.plan import Unit
from harness.runner.unit import limits_of

LONGEST = 1024
"""Bytes of an input."""

_SLICE = 60
"""Seconds that a unit has at a time, where there is no end and not a core for each."""

_LOOK = 0.2


@dataclass(frozen=True)
class Plan:
    """A campaign lasts for `seconds`, or until each unit has had so many `executions` on each of its cores; without an end
    where both are None. `seeded` with the vectors; `oracle` what others must agree with; `longest` in bytes."""

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
        """The corpus of a unit: implementations of an encoding share it."""
        return (self.corpus / unit.encoding.id).resolve()

    def dictionary(self, unit: Unit) -> Path:
        """The file of tokens."""
        return self.folder(unit).with_name(f"{unit.encoding.id}.dict")

    def turns(self) -> list[Iterator[tuple[Unit, float]]]:
        """For each core, units one after another, each with its seconds; so that all have the same."""
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
class Told:
    """What a core tells of a unit."""

    core: int
    unit: int
    event: Event


class Campaign:
    """Runs a plan; `known` has the findings there are, which workers need not tell again."""

    def __init__(self, plan: Plan, known: Sequence[Finding]):
        self._plan = plan
        self._known = known
        self._stops = FORK.Event()

    def stop(self) -> None:
        """Let all workers come to an end."""
        self._stops.set()

    def events(self) -> Iterator[Told | None]:
        """What the cores tell, as it comes; None whenever there was nothing for a moment."""
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
                        yield Told(core, 0, Unable(f"a keeper ended with status {process.exitcode}"))
            finally:
                for process in processes:
                    process.kill()
                    process.join()

    def _prepare(self, unit: Unit) -> None:
        folder = self._plan.folder(unit)
        folder.mkdir(parents=True, exist_ok=True)
        self._plan.dictionary(unit).write_text(as_text(tokens(unit.encoding)), encoding="ascii")
        for data in seeds(unit.encoding, unit.feed, self._plan.longest) if self._plan.seeded else ():
            keep(folder, data)

    def _core(self, core: int, turns: Iterator[tuple[Unit, float]], writer: Connection) -> None:
        """In a process of its own, on a core of its own with all that it starts."""
        die_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _pin(core)
        for unit, seconds in turns:
            if self._stops.is_set():
                return
            place = self._plan.units.index(unit)
            tell = _teller(writer, core, place)
            again = Again(unit.registered, unit.encoding, limits_of(unit))
            Keeper(self._settings(unit, core, seconds), again, tell, self._stops.is_set).keep()

    def _settings(self, unit: Unit, core: int, seconds: float) -> Settings:
        return Settings(
            implementation=unit.registered.implementation,
            encoding=unit.encoding,
            limits=limits_of(unit),
            oracle=self._plan.oracle,
            engine=self._plan.engine,
            corpus=self._plan.folder(unit),
            dictionary=self._plan.dictionary(unit),
            seed=self._plan.seed * 1000 + core * 100 + 1,
            seconds=seconds,
            executions=float("inf") if self._plan.executions is None else self._plan.executions,
            longest=self._plan.longest,
            journal=-1,
            known={finding.signature: len(finding.case.data) for finding in self._known if finding.state != FIXED},
        )


def _teller(writer: Connection, core: int, unit: int) -> Callable[[Event], None]:
    return lambda event: writer.send(Told(core, unit, event))


def _pin(core: int) -> None:
    """Where the system can; counted from another core for each campaign, so that two at once do not share the first."""
    if hasattr(os, "sched_setaffinity"):
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {allowed[(os.getppid() + core) % len(allowed)]})


def known_deviation(unit: Unit, finding: Finding) -> str:
    """Why the manifest says that this check fails; empty where it does not."""
    id = check_id(finding.case.encoding, finding.case.law.check)
    deviation = declared(unit.registered.implementation.deviations, id)
    return deviation.reason if deviation else ""
