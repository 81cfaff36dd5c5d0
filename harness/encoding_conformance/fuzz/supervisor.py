"""Keeps a worker running on one core. It confirms and reports what the worker finds, and starts it again after each death."""

from __future__ import annotations

import json
import os
import pickle
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple

from encoding_conformance.adapters.child import Child, Ended, Overdue
from encoding_conformance.adapters.jobs import FORK
from encoding_conformance.adapters.manifest import Way
from encoding_conformance.adapters.session import worker_variables
from encoding_conformance.core.notation import failure_text
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Ending, Timeout
from encoding_conformance.fuzz.engine import Settings
from encoding_conformance.fuzz.finding import CrashBucket, Finding, unanswered
from encoding_conformance.fuzz.from_bytes import ANSWERS, checks_of
from encoding_conformance.fuzz.fuzz_worker import ALLOWANCE_MIB, Message
from encoding_conformance.fuzz.journal import SIZE, Journal
from encoding_conformance.fuzz.put_aside import PutAside
from encoding_conformance.fuzz.rerun import Rerun
from encoding_conformance.fuzz.store import BadFinding, recorded

_GRACE = 5
"""The seconds after the end in which findings may still be made smaller."""

_STARTS = 3
"""The number of times that a worker may end before it asks anything."""

_PATIENCE = 3
"""The number of deaths with one crash bucket after which what leads to them is no longer asked."""

_PARTS = 16
"""The most parts of inputs that are no longer asked, before the whole encoding is."""

_COVERAGE = re.compile(rb"cov: (\d+)")

_PULSE, _LOOK = 0.5, 0.1
"""The seconds between two reports of progress, and between two looks at a worker."""

_START = 120
"""The seconds that a worker may take to load the engine and the implementation, on a busy machine."""

_PROGRAM = 3
"""How many times longer to wait if the implementation is a program. Then the worker itself ends what takes too long."""


class Pulse(NamedTuple):
    """The progress of a worker: the executions since the last report, the covered edges, and the kinds of outcomes."""

    executions: int
    coverage: int
    features: int


class Found(NamedTuple):
    """A finding as a worker reports it, so that it cannot be lost; or as a new process shows it, made smaller. Then `told` is the
    crash bucket that was reported before."""

    finding: Finding
    told: CrashBucket | None = None


class Unable(NamedTuple):
    """The campaign cannot continue here. The text says what is at fault."""

    text: str


Event = Found | Pulse | PutAside | Unable


class Supervisor:
    """Keeps one worker running for as long as its settings say, unless `stops` says that it must end earlier."""

    def __init__(
        self, settings: Settings, rerun: Rerun, tell: Callable[[Event], None], stops: Callable[[], bool], claims: Claims
    ):
        self._settings = settings
        self._rerun = rerun
        self._tell = tell
        self._stops = stops
        self._end = time.monotonic() + settings.seconds
        self._claims = claims
        self._settled: dict[CrashBucket, Finding] = {}
        self._deaths: Counter[CrashBucket] = Counter()
        self._failed_starts = 0

    def run(self) -> None:
        """Runs workers, one after another, until the campaign is over or nothing is left to ask."""
        seeds, executed, goes_on = count(self._settings.seed), 0, True
        while goes_on and not (self._stops() or time.monotonic() > self._end or executed >= self._settings.executions):
            seconds, executions = self._end - time.monotonic(), self._settings.executions - executed
            process = WorkerProcess(
                replace(self._settings, seconds=seconds, executions=executions, seed=next(seeds), known=self._claims.read())
            )
            try:
                goes_on = self._watch(process)
            finally:
                process.close()
                executed += process.now.executions

    def _watch(self, process: WorkerProcess) -> bool:
        """Takes what a worker reports until it ends, and says whether another one can continue."""
        executions, next_pulse = 0, 0.0
        for message in process.messages():
            match message:
                case None:
                    if time.monotonic() > next_pulse:
                        next_pulse = time.monotonic() + _PULSE
                        executions = self._pulse(process, executions)
                    process.now.stops = self._stops()
                case Message.FOUND, finding:
                    if self._claims.take(finding.bucket, len(finding.reproducer.data)):
                        self._settle(finding)
                case Message.SPENT, finding:
                    if finding.bucket not in self._settled:
                        self._settle(finding)
                    return self._put_aside(finding.bucket)
                case Message.UNABLE, text:
                    self._tell(Unable(text))
                case Died() as death:
                    return self._file(death)
        self._pulse(process, executions)
        return False

    def _pulse(self, process: WorkerProcess, before: int) -> int:
        executions = process.now.executions
        self._tell(Pulse(executions - before, process.coverage, process.now.features))
        return executions

    def _settle(self, told: Finding) -> None:
        """Reports a finding as the worker reported it, and then as a new process shows it."""
        told = replace(told, selector=self._rerun.implementation.selector)
        self._tell(Found(replace(told, reproducer=told.reproducer._replace(before=()), repeats=False)))
        finding = self._rerun.settled(
            told, lambda: self._stops() or time.monotonic() > self._end + _GRACE, self._settings.avoided
        )
        self._settled[told.bucket] = finding
        least = min(len(each.reproducer.data) for each in (told, finding))  # a check may make a long text of few bytes
        self._claims.keep(dict.fromkeys((told.bucket, finding.bucket), least))
        self._tell(Found(finding, told.bucket))

    def _file(self, death: Died) -> bool:
        """Files what ended a worker, and says whether another one can continue."""
        (failure, check, data), name = death, self._settings.implementation.name
        if check is None:
            self._failed_starts += 1
            gone = isinstance(failure, Timeout) or self._failed_starts == _STARTS
            if gone:
                self._tell(Unable(f"{name} cannot be loaded: {failure_text(failure)}"))
            return not gone
        told = unanswered(name, self._settings.encoding.id, data, failure, check)
        self._deaths[told.bucket] += 1
        is_spent = self._deaths[told.bucket] >= _PATIENCE
        if is_spent or self._claims.take(told.bucket, len(data)):
            self._settle(told)
        return not is_spent or self._put_aside(told.bucket)

    def _put_aside(self, bucket: CrashBucket) -> bool:
        """Puts aside the cause of repeated deaths of the worker: a check, or all inputs that contain the smallest input
        that kills it. Returns whether anything is left to ask."""
        settings, finding = self._settings, self._settled[bucket]
        check, data, _ = finding.reproducer
        if check != ANSWERS.name:
            self._settings = replace(settings, put_aside=(*settings.put_aside, check))
            self._tell(PutAside(finding.bucket, check))
            return True
        self._settings = replace(settings, avoided=(*settings.avoided, data))
        left = data != b"" and len(self._settings.avoided) <= _PARTS
        self._tell(PutAside(finding.bucket, data if left else None))
        return left


class Died(NamedTuple):
    """A worker has died: the failure of what it was doing, and the check and the input. The check is None if it had asked
    nothing."""

    failure: Ending
    check: str | None
    data: bytes


class WorkerProcess:
    """A worker that runs. `now` is what its journal says."""

    def __init__(self, settings: Settings):
        """Starts the worker."""
        implementation = settings.implementation
        self._settings = settings
        with tempfile.TemporaryFile() as file:
            file.truncate(SIZE)
            self._journal = Journal(file.fileno())
            command = [sys.executable, "-m", "encoding_conformance.fuzz.fuzz_worker", str(file.fileno())]
            environment = {**worker_variables(implementation), "PYTHONHASHSEED": "0"}  # the same in all workers
            self._child = Child(command, implementation, environment, ALLOWANCE_MIB, [file.fileno()])
        self._child.seconds = _START
        self._child.say(pickle.dumps(settings))
        self.now = self._journal.now

    @property
    def coverage(self) -> int:
        """The number of edges that the engine says are covered, on standard error."""
        covered = _COVERAGE.findall(self._child.tail)
        return int(covered[-1]) if covered else 0

    def messages(self) -> Iterator[tuple[Message, Any] | Died | None]:
        """Yields the worker's messages, each with its content, until it ends as it should, and None after each look at it.
        If it dies, or if it cannot have written a message, that is the last thing, and it is ended."""
        implementation = self._settings.implementation
        patience = implementation.seconds * (_PROGRAM if implementation.kind == Way.PROCESS else 1)
        rest, beats, since = b"", 0, time.monotonic()
        while True:
            try:
                piece, ended = self._child.listen(_LOOK), None
            except (Ended, Overdue) as error:
                piece, ended = self._child.leftover(), error
            *whole, rest = (rest + piece).split(b"\n")
            for line in whole:
                try:
                    message = read_message(line, implementation.name, self._settings.encoding.id)
                except BadFinding:
                    yield self._died(BrokenProtocol, "it wrote into the harness's own pipe")
                    return
                yield message
                if message[0] in (Message.ENDED, Message.UNABLE):
                    return
            if ended:
                yield self._died(Timeout if isinstance(ended, Overdue) else Crash, str(ended))
                return
            yield None
            if self.now.beats != beats:
                beats, since = self.now.beats, time.monotonic()
            elif time.monotonic() - since > (patience if beats else _START):
                yield self._died(Timeout, f"no answer within {implementation.seconds} s")
                return

    def close(self) -> None:
        """Ends the worker."""
        self._child.kill()

    def _died(self, kind: type[Ending], text: str) -> Died:
        failure, checks = self._child.failure(kind, text), dict(enumerate(checks_of(self._settings.encoding)))
        self.close()
        return Died(failure, checks.get(self.now.check, ANSWERS.name) if self.now.beats else None, self._journal.data)


def read_message(line: bytes, implementation: str, encoding: str) -> tuple[Message, Any]:
    """Returns a message of the worker of an implementation, and its content. Nothing in it is believed: the implementation may
    have written the line. Raises BadFinding if the worker cannot have written it."""
    try:
        name, content = json.loads(line)
        kind = Message(name)
        if kind in (Message.FOUND, Message.SPENT):
            content = recorded(content)
            if content.bucket[:2] != (implementation, encoding):
                raise BadFinding(f"a finding in {' '.join(content.bucket[:2])}")
    except (ValueError, TypeError) as error:
        raise BadFinding(str(error)) from None
    return kind, content


class Claims:
    """The length of the shortest input of each crash bucket that some core has confirmed or is confirming, in a file that forked
    processes share. At first it has the `known` ones."""

    def __init__(self, descriptor: int, known: Mapping[CrashBucket, int]):
        self._lock = FORK.Lock()
        self._file = descriptor
        self._write(known)

    def take(self, bucket: CrashBucket, length: int) -> bool:
        """Claims a crash bucket with an input of this length. Returns whether no core has claimed one that is as short."""
        with self._lock:
            claimed = self.read()
            if claimed.get(bucket, length + 1) <= length:
                return False
            self._write({**claimed, bucket: length})
            return True

    def keep(self, confirmed: Mapping[CrashBucket, int]) -> None:
        """Notes the lengths of confirmed inputs."""
        with self._lock:
            self._write({**self.read(), **confirmed})

    def read(self) -> dict[CrashBucket, int]:
        """Returns the lengths by crash bucket."""
        claimed: dict[CrashBucket, int] = pickle.loads(os.pread(self._file, os.fstat(self._file).st_size, 0))
        return claimed

    def _write(self, claimed: Mapping[CrashBucket, int]) -> None:
        os.pwrite(self._file, pickle.dumps(claimed), 0)
