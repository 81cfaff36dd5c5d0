"""A campaign. It divides the units among the cores. Each core has a supervisor in a process of its own."""

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from math import inf
from multiprocessing.synchronize import Event as Word
from pathlib import Path
from typing import NamedTuple

from encoding_conformance.adapters.jobs import FORK, become_job, guarded
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.fuzz.corpus import as_text, dictionary, keep, seeds, tokens
from encoding_conformance.fuzz.engine import Settings
from encoding_conformance.fuzz.finding import Finding, FindingState
from encoding_conformance.fuzz.rerun import Rerun
from encoding_conformance.fuzz.supervisor import Claims, Event, Supervisor, Unable
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
    if both are infinite. If it is `seeded`, it begins with the vectors. Implementations must agree with the `oracle`. `longest`
    is the most bytes of an input. All workers finish once `stops` is set."""

    units: Sequence[Unit]
    oracle: Implementation | None
    engine: str
    corpus: Path
    seconds: float
    executions: float
    jobs: int
    seed: int
    seeded: bool = True
    longest: int = LONGEST
    stops: Word = field(default_factory=FORK.Event)

    def folder(self, unit: Unit) -> Path:
        """Returns the corpus of a unit, which implementations of an encoding share."""
        return (self.corpus / unit.encoding.id).resolve()

    def turns(self) -> list[Iterator[tuple[Unit, float]]]:
        """Returns for each core its units one after another, each with its seconds. All units get the same time."""
        if len(self.units) <= self.jobs:
            return [iter([(unit, self.seconds)]) for unit, _ in zip(cycle(self.units), range(self.jobs))]
        shares = [self.units[core :: self.jobs] for core in range(self.jobs)]
        if self.seconds == self.executions == inf:
            return [((unit, _SLICE) for unit in cycle(share)) for share in shares]
        return [iter([(unit, self.seconds / len(share)) for unit in share]) for share in shares]

    def events(self, known: Sequence[Finding] = ()) -> Iterator[CoreEvent | None]:
        """Runs the campaign. Yields the messages of the cores as they come, and None whenever there was none for a moment.
        `known` has the findings so far, which workers need not report again."""
        for unit in self.units:
            folder = self.folder(unit)
            folder.mkdir(parents=True, exist_ok=True)
            dictionary(folder).write_text(as_text(tokens(unit.encoding)), encoding="ascii")
            for data in seeds(unit.encoding, unit.all_vectors, self.longest) if self.seeded else ():
                keep(folder, data)
        sizes = {each.bucket: len(each.reproducer.data) for each in known if each.state != FindingState.FIXED}
        with guarded(), tempfile.TemporaryFile() as file:
            claims = Claims(file.fileno(), sizes)
            reader, writer = FORK.Pipe(duplex=False)
            lock = FORK.Lock()

            def tell(core: int, unit: int, event: Event) -> None:
                with lock:
                    writer.send(CoreEvent(core, unit, event))

            cores = [FORK.Process(target=self._core, args=(core, turns, claims, tell)) for core, turns in enumerate(self.turns())]
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
        claims: Claims,
        tell: Callable[[int, int, Event], None],
    ) -> None:
        """Runs the turns of one core. The process and everything that it starts stay on this core, if the system can do that."""
        become_job()
        if hasattr(os, "sched_setaffinity"):  # campaigns at the same time count from different cores
            allowed = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(0, {allowed[(os.getppid() + core) % len(allowed)]})
        for unit, seconds in turns:
            if self.stops.is_set():
                return
            index = self.units.index(unit)
            settings = Settings(
                implementation=unit.implementation,
                encoding=unit.encoding,
                limits=unit.limits,
                oracle=self.oracle,
                engine=self.engine,
                corpus=self.folder(unit),
                seed=self.seed * 1000 + core * 100 + 1,
                seconds=seconds,
                executions=self.executions,
                longest=self.longest,
            )
            reruns = Rerun(unit.implementation, unit.encoding, unit.limits)
            Supervisor(settings, reruns, partial(tell, core, index), self.stops.is_set, claims).run()
