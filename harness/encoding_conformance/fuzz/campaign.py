"""A campaign: worker processes that fuzz, each restarted when it dies until its time is over."""

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count, cycle, islice
from math import ceil, inf
from pathlib import Path

from encoding_conformance.adapters.child import Child, Ended, Overdue, shared_file
from encoding_conformance.adapters.manifest import Way
from encoding_conformance.adapters.restarting_session import RestartingSession
from encoding_conformance.adapters.session import worker_variables
from encoding_conformance.checks.from_bytes import CheckFailure, failure_at
from encoding_conformance.core.outcome import BrokenProtocol, NotRun
from encoding_conformance.data_files.files import subfolder
from encoding_conformance.fuzz.corpus import seeds
from encoding_conformance.fuzz.findings import keep, kind_of, smallest
from encoding_conformance.fuzz.journal import SIZE, Journal
from encoding_conformance.runner.plan import Unit, complete_session

LONGEST = 1024
"""The most bytes of an input."""

ALLOWANCE_MIB = 512
"""The memory that the engine and the harness may take, in addition to that of the implementation."""

DONE, USAGE, AT_FAULT, NOTHING_LEFT = 0, 2, 3, 4
"""The exit statuses of a worker: its time is over, its arguments are wrong, the harness failed, or it avoids every input."""

_GRACE = 2
"""The seconds after the end of its time for which a worker may go on, and in which findings are made smaller."""

_TURN = 60
"""The seconds that a unit gets at a time, if the campaign has no end and there are fewer jobs than units."""

_LOOK = 0.1
"""The seconds between two looks at the workers."""

_AVOIDED = 16
"""The most inputs that end the process and are avoided, before the unit is given up."""

_DEATHS = 3
"""The number of inputs that end a worker before a library gets a process of its own, which starts fast but gives no coverage."""

_START = 120
"""The seconds that a worker may take to load the engine and the implementation, on a busy machine."""

_PROGRAM = 3
"""How many times longer to wait for a program. Its session ends it before that."""


@dataclass(eq=False)
class Campaign:
    """A campaign lasts for `seconds`, or until each unit has had this number of `executions` in each of its jobs, or without end.
    `corpus` has a folder for each encoding, which begins with the inputs of the vectors if it is `seeded`;
    `findings` has one for each implementation, with a folder for each encoding.

    `executed` counts the inputs of each unit, by its index. `notes` are lines about what the campaign could not do, and
    `is_at_fault` says that the harness or the adapter is to blame for one of them. It ends soon once it `is_stopped`.
    """

    units: Sequence[Unit]
    corpus: Path
    findings: Path
    seconds: float = inf
    executions: float = inf
    jobs: int = 1
    seed: int = 0
    seeded: bool = True
    longest: int = LONGEST
    executed: Counter[int] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    is_at_fault: bool = False
    is_stopped: bool = False

    def corpus_of(self, unit: Unit) -> Path:
        """Returns the corpus of a unit, which implementations of an encoding share."""
        return (self.corpus / unit.encoding.id).resolve()

    def findings_of(self, unit: Unit) -> Path:
        """Returns the folder of the findings of a unit."""
        return (self.findings / unit.name / unit.encoding.id).resolve()

    def run(self, look: Callable[[], None]) -> None:
        """Runs the campaign, and calls `look` again and again. If that raises an exception, ends all workers. Raises
        WrongUsage if a folder has links."""
        for unit in self.units:
            subfolder(self.findings, unit.name, unit.encoding.id)
            subfolder(self.corpus, unit.encoding.id)
            for data in seeds(unit.encoding, unit.all_vectors, self.longest) if self.seeded else ():
                keep(self.corpus_of(unit), data)
        jobs = [self._job(job, turns) for job, turns in enumerate(self.turns())]
        try:
            while jobs and not self.is_stopped:
                jobs = [job for job in jobs if next(job, False)]
                look()
                time.sleep(_LOOK)
        finally:
            for job in jobs:
                job.close()

    def turns(self) -> list[Iterator[tuple[int, float]]]:
        """Returns for each job the indexes of its units in order, each with its seconds. All units get the same time."""
        indexes = range(len(self.units))
        if len(indexes) <= self.jobs:
            return [iter([(index, self.seconds)]) for index in islice(cycle(indexes), self.jobs)]
        by_job = [indexes[job :: self.jobs] for job in range(self.jobs)]
        if self.seconds == self.executions == inf:
            return [((index, _TURN) for index in cycle(own)) for own in by_job]
        return [iter([(index, self.seconds / len(own)) for index in own]) for own in by_job]

    def _job(self, job: int, turns: Iterable[tuple[int, float]]) -> Generator[bool, None, None]:
        """Runs the turns of a job. Yields True whenever it has nothing to do for a moment."""
        seeds = count(self.seed * 1000 + job * 100 + 1)
        for index, seconds in turns:
            end, left, avoided = time.monotonic() + seconds, self.executions, list[bytes]()
            while left > 0 and time.monotonic() < end:
                worker = Worker(self, index, job, next(seeds), end - time.monotonic(), left, avoided)
                before = 0
                try:
                    while (ended := worker.looked_at()) is None and time.monotonic() < end + _GRACE:
                        self.executed[index] += worker.journal.now.executions - before
                        before = worker.journal.now.executions
                        yield True
                finally:
                    worker.close()
                self.executed[index] += worker.journal.now.executions - before
                left -= worker.journal.now.executions
                if ended is None or not self._goes_on(index, worker, ended, avoided, end):
                    break

    def _goes_on(self, index: int, worker: "Worker", ended: str, avoided: list[bytes], end: float) -> bool:
        """Files the input that ended a worker, and returns whether another worker can continue."""
        unit, data, status = self.units[index], worker.journal.data, worker.status
        about = f"{unit.name} {unit.encoding.id}"
        if not worker.journal.now.is_busy:
            if status == NOTHING_LEFT:
                self._note(f"{about} was given up: nearly every input ends its process")
            elif status == AT_FAULT or not worker.journal.now.executions:
                self.is_at_fault = True
                self._note(f"{about}: {worker.last_line or ended}")
            return status not in (DONE, NOTHING_LEFT, AT_FAULT) and worker.journal.now.executions > 0
        least = self._filed(unit, data, end + _GRACE)
        avoided.append(data if least is None else least)
        if least is None:
            self._note(f"{about}: a process ended ({ended}) after other inputs; on the last input alone, a new one does not")
        if (avoided[-1] == b"" and unit.implementation.kind != Way.LIBRARY) or len(avoided) > _AVOIDED:
            self._note(f"{about} was given up: too many inputs end its process, such as those in {self.findings_of(unit)}")
            return False
        return True

    def _note(self, text: str) -> None:
        if text not in self.notes:  # several jobs may report the same
            self.notes.append(text)

    def _filed(self, unit: Unit, data: bytes, end: float) -> bytes | None:
        """Writes the smallest input found before the `end` that fails like the one that ended a worker. Returns it, or None
        if a new process does not fail."""
        with RestartingSession(unit.implementation) as session:
            perform = partial(complete_session(session, unit.encoding, unit.limits).perform, stop=True)

            def failure_of(data: bytes) -> CheckFailure | NotRun | None:
                return failure_at(unit.encoding, unit.limits, perform, session.features(unit.encoding.id), data)

            failure = failure_of(data)
            if not isinstance(failure, CheckFailure):
                keep(self.findings_of(unit), data, "crash")
                return None
            least = smallest(data, failure, lambda tried: failure_of(tried) if time.monotonic() < end else None)
        keep(self.findings_of(unit), least, kind_of(failure.blamed.outcome))
        return least


class Worker:
    """A process that fuzzes a unit, and its journal. The implementation runs in it, or in its own process if it `is_apart`."""

    def __init__(
        self, campaign: Campaign, index: int, job: int, seed: int, seconds: float, executions: float, avoided: Sequence[bytes]
    ):
        """Starts the process and its program, on one core if the system supports that."""
        unit = campaign.units[index]
        implementation = unit.implementation
        is_deadly = len(avoided) >= _DEATHS or b"" in avoided
        is_apart = implementation.kind == Way.PROCESS or (implementation.kind == Way.LIBRARY and is_deadly)
        limits = [f"-max_total_time={ceil(seconds)}"] if seconds < inf else []
        limits += [f"-runs={executions:.0f}"] if executions < inf else []
        with shared_file(SIZE) as file:
            self.journal = Journal(file.fileno())
            command = [
                sys.executable,
                "-P",
                "-m",
                "encoding_conformance.fuzz",
                str(implementation.folder.resolve()),
                unit.encoding.id,
            ]
            command += [f"--journal={file.fileno()}", f"--findings={campaign.findings_of(unit)}"]
            command += [f"--vectors={folder.resolve()}" for folder in unit.suite.added]
            command += ["--apart"] if is_apart else [f"--avoid={data.hex()}" for data in avoided]
            command += [f"-seed={seed}", f"-max_len={campaign.longest}", *limits, str(campaign.corpus_of(unit))]
            environment = {**worker_variables(implementation), "PYTHONHASHSEED": "0"}  # the same in all workers
            self._child = Child(command, implementation, environment, ALLOWANCE_MIB, [file.fileno()])
        if hasattr(os, "sched_setaffinity"):
            allowed = sorted(os.sched_getaffinity(0))  # simultaneous campaigns count from different cores
            os.sched_setaffinity(self._child.process.pid, {allowed[(os.getpid() + job) % len(allowed)]})
        self._patience = implementation.seconds * (_PROGRAM if is_apart else 1)
        self._beats, self._since = 0, time.monotonic()
        self._child.seconds = _START
        self.status: int | None = None

    @property
    def last_line(self) -> str:
        """The last line of standard error; empty if there is none."""
        return next(iter(self._child.tail.decode("utf-8", "replace").splitlines()[-1:]), "")

    def looked_at(self) -> str | None:
        """Returns how the process has ended, or that it takes too long for an operation; None if it goes on."""
        try:
            self._child.listen(0)
        except (Ended, Overdue) as error:
            self.status = self._child.process.poll()
            self._child.failure(BrokenProtocol, "")  # reads the rest of standard error
            return str(error)
        if self.journal.now.beats != self._beats:
            self._beats, self._since = self.journal.now.beats, time.monotonic()
        elif time.monotonic() - self._since > (self._patience if self._beats else _START):
            return f"no answer within {self._patience} s"
        return None

    def close(self) -> None:
        """Ends the process."""
        self._child.kill()
