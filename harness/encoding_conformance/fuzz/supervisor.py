"""Keeps a worker running on one core. It confirms and reports what the worker finds, and starts it again after each death."""

from __future__ import annotations

import json
import pickle
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple

from encoding_conformance.adapters.child import Child, Ended, Overdue
from encoding_conformance.adapters.manifest import Way
from encoding_conformance.adapters.worker_session import worker_variables
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.notation import failure_text, format_bytes
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Ending, Timeout
from encoding_conformance.core.text import abridged
from encoding_conformance.fuzz.engine import Settings
from encoding_conformance.fuzz.finding import CrashBucket, Finding, FindingKind, unanswered
from encoding_conformance.fuzz.fuzz_worker import ALLOWANCE_MIB, Message
from encoding_conformance.fuzz.journal import SIZE, Entry, Journal
from encoding_conformance.fuzz.law_inputs import ANSWERS
from encoding_conformance.fuzz.rerun import Rerun
from encoding_conformance.fuzz.store import NotARecord, recorded

_GRACE = 5
"""The seconds after the end in which findings may still be made smaller."""

_STARTS = 3
"""The number of times that a worker may end before it asks anything."""

_PATIENCE = 3
"""The number of deaths with one crash bucket after which their cause is no longer asked."""

_PATIENCE_WITH_PLUG_INS = {FindingKind.CRASH: 100, FindingKind.MEMORY: 20, FindingKind.PROTOCOL: 50, FindingKind.HANG: 3}
"""The same if the process of a plug-in dies and not the worker, because it can be started again more quickly."""

_PARTS = 16
"""The most parts of inputs that are no longer asked. After that, the whole encoding is put aside."""

_SHOWN = 60
"""The most characters of the bytes of such a part in a message."""

_COVERAGE = re.compile(rb"cov: (\d+)")
_PULSE = 0.5
"""The seconds between two reports of progress."""

_LOOK = 0.1
"""The seconds between two looks at a worker."""

_START = 120
"""The seconds that a worker may take to load the engine and the implementation, on a busy machine."""

_PLUG_IN = 3
"""How many times longer to wait if the implementation is a plug-in. Then the worker itself ends what takes too long."""


class Pulse(NamedTuple):
    """The progress of a worker: the executions since the last report, the covered edges, and the kinds of outcomes."""

    executions: int
    coverage: int
    features: int


class Settled(NamedTuple):
    """What was reported in the bucket `told`, as a new process shows it."""

    told: CrashBucket
    finding: Finding


class Met(NamedTuple):
    """A known finding was met a number of times more."""

    bucket: CrashBucket
    times: int


class PutAside(NamedTuple):
    """What is no longer asked because of a failure that keeps ending the process: a law, the inputs that contain some bytes, or,
    if it is None, the whole encoding."""

    bucket: CrashBucket
    what: LawId | bytes | None

    def __str__(self) -> str:
        """Returns the message, in which long bytes are abridged."""
        if isinstance(self.what, bytes):
            what = f"inputs with {abridged(format_bytes(self.what), _SHOWN)} in them"
        else:
            what = f"the law {self.what}" if self.what else self.bucket.encoding
        return f"{self.bucket} keeps ending its process; asked no more: {what}"


class Unable(NamedTuple):
    """The campaign cannot continue here. The text says what is at fault."""

    text: str


Event = Finding | Settled | Pulse | Met | PutAside | Unable


class Supervisor:
    """Keeps one worker running for as long as its settings say, unless `stops` says that it must end earlier."""

    def __init__(self, settings: Settings, rerun: Rerun, tell: Callable[[Event], None], stops: Callable[[], bool]):
        self._settings = settings
        self._rerun = rerun
        self._tell = tell
        self._stops = stops
        self._end = time.monotonic() + settings.seconds
        self._known = dict(settings.known)
        self._settled: dict[CrashBucket, Finding] = {}
        self._deaths: Counter[CrashBucket] = Counter()
        self._laws: list[LawId] = []
        self._failed_starts = 0
        self._executed = 0

    def run(self) -> None:
        """Runs workers, one after another, until the campaign is over or nothing is left to ask."""
        seeds, goes_on = count(self._settings.seed), True
        while goes_on and not (self._stops() or time.monotonic() > self._end or self._executed >= self._settings.executions):
            process = WorkerProcess(
                replace(
                    self._settings,
                    seconds=self._end - time.monotonic(),
                    executions=self._settings.executions - self._executed,
                    seed=next(seeds),
                    known=dict(self._known),
                )
            )
            try:
                goes_on = self._watch(process)
            finally:
                process.close()
                self._executed += process.journal.read().executions

    def _watch(self, process: WorkerProcess) -> bool:
        """Takes what a worker reports until it ends, and says whether another one can continue."""
        executions, next_pulse = 0, 0.0
        for message in process.messages():
            match message:
                case None:
                    if time.monotonic() > next_pulse:
                        next_pulse = time.monotonic() + _PULSE
                        executions = self._pulse(process, executions)
                    if self._stops():
                        process.journal.stop()
                case Died() as death:
                    return self._file(death)
                case Message.LOADED, laws:
                    self._laws = laws
                case Message.FOUND, finding:
                    if (size := len(finding.reproducer.data)) < self._known.get(finding.bucket, size + 1):
                        self._settle(replace(finding, count=0))
                case Message.COUNTED, counts:
                    for bucket, times in counts:
                        if self._met(bucket, times):
                            return self._put_aside(bucket)
                case Message.UNABLE, text:
                    self._tell(Unable(text))
        self._pulse(process, executions)
        return False

    def _pulse(self, process: WorkerProcess, before: int) -> int:
        entry = process.journal.read()
        self._tell(Pulse(entry.executions - before, process.coverage, entry.features))
        return entry.executions

    def _settle(self, told: Finding) -> None:
        """Reports a finding as the worker reported it, so that it cannot be lost, and then as a new process shows it, made
        smaller."""
        told = replace(told, selector=self._rerun.registered.selector)
        self._tell(replace(told, reproducer=told.reproducer._replace(before=()), repeats=False))
        finding = self._rerun.settled(told, lambda: self._stops() or time.monotonic() > self._end + _GRACE)
        self._settled[told.bucket] = finding
        self._known[told.bucket] = self._known[finding.bucket] = len(finding.reproducer.data)
        self._tell(Settled(told.bucket, replace(finding, count=0)))

    def _met(self, bucket: CrashBucket, times: int) -> bool:
        """Counts how often a finding was met, and says whether its cause must no longer be asked."""
        finding = self._settled.get(bucket)
        self._tell(Met(finding.bucket if finding else bucket, times))
        if not finding or self._settings.implementation.kind != Way.PROCESS or bucket.kind not in _PATIENCE_WITH_PLUG_INS:
            return False
        self._deaths[bucket] += times
        if self._deaths[bucket] < _PATIENCE_WITH_PLUG_INS[bucket.kind]:
            return False
        self._deaths[bucket] = 0
        return True

    def _file(self, death: Died) -> bool:
        """Files what ended a worker, and says whether another one can continue."""
        (failure, entry), name = death, self._settings.implementation.name
        if not entry.beats:
            self._failed_starts += 1
            gone = isinstance(failure, Timeout) or self._failed_starts == _STARTS
            if gone:
                self._tell(Unable(f"{name} cannot be loaded: {failure_text(failure)}"))
            return not gone
        law = self._laws[entry.law] if entry.law < len(self._laws) else ANSWERS.id
        told = unanswered(name, self._settings.encoding.id, entry.data, failure, law)
        self._deaths[told.bucket] += 1
        if 1 < self._deaths[told.bucket] < _PATIENCE:
            self._tell(Met(self._settled[told.bucket].bucket, 1))
            return True
        self._settle(told)
        return self._deaths[told.bucket] < _PATIENCE or self._put_aside(told.bucket)

    def _put_aside(self, bucket: CrashBucket) -> bool:
        """Puts aside the cause of repeated deaths of the worker: a law, or all inputs that contain the smallest input
        that kills it. Returns whether anything is left to ask."""
        settings, (law, data, _) = self._settings, self._settled[bucket].reproducer
        if law != ANSWERS.id:
            self._settings = replace(settings, put_aside=(*settings.put_aside, law))
            self._tell(PutAside(bucket, law))
            return True
        self._settings = replace(settings, avoided=(*settings.avoided, data))
        left = data != b"" and len(self._settings.avoided) <= _PARTS
        self._tell(PutAside(bucket, data if left else None))
        return left


class Died(NamedTuple):
    """A worker has died: the failure of what it was doing, and what it was doing."""

    failure: Ending
    entry: Entry


class WorkerProcess:
    """A worker that runs."""

    def __init__(self, settings: Settings):
        """Starts the worker."""
        implementation = settings.implementation
        self._of = (implementation.name, settings.encoding.id)
        self._seconds = implementation.seconds
        self._patience = implementation.seconds * (_PLUG_IN if implementation.kind == Way.PROCESS else 1)
        with tempfile.TemporaryFile() as file:
            file.truncate(SIZE)
            self.journal = Journal(file.fileno())
            command = [sys.executable, "-m", "encoding_conformance.fuzz.fuzz_worker"]
            environment = {**worker_variables(implementation), "PYTHONHASHSEED": "0"}  # the same in all workers
            self._child = Child(command, implementation, environment, ALLOWANCE_MIB, [file.fileno()])
            self._child.seconds = _START
            self._child.say(pickle.dumps(replace(settings, journal=file.fileno())))

    @property
    def coverage(self) -> int:
        """The number of edges that the engine says are covered, on standard error."""
        covered = _COVERAGE.findall(self._child.tail)
        return int(covered[-1]) if covered else 0

    def messages(self) -> Iterator[tuple[Message, Any] | Died | None]:
        """Yields the worker's messages, each with its content, until it ends as it should, and None after each look at it.
        If it dies, or if it cannot have written a message, that is the last thing, and it is ended."""
        rest, beats, since = b"", 0, time.monotonic()
        while True:
            try:
                piece, ended = self._child.listen(_LOOK), None
            except (Ended, Overdue) as error:
                piece, ended = self._child.leftover(), error
            *whole, rest = (rest + piece).split(b"\n")
            for line in whole:
                try:
                    message = read_message(line, *self._of)
                except NotARecord:
                    yield self._died(BrokenProtocol, "it wrote into the harness's own pipe")
                    return
                yield message
                if message[0] in (Message.ENDED, Message.UNABLE):
                    return
            if ended:
                yield self._died(Timeout if isinstance(ended, Overdue) else Crash, str(ended))
                return
            yield None
            if (now_at := self.journal.read().beats) != beats:
                beats, since = now_at, time.monotonic()
            elif time.monotonic() - since > (self._patience if beats else _START):
                yield self._died(Timeout, f"no answer within {self._seconds} s")
                return

    def close(self) -> None:
        """Ends the worker."""
        self._child.kill()

    def _died(self, kind: type[Ending], text: str) -> Died:
        died = Died(self._child.failure(kind, text), self.journal.read())
        self.close()
        return died


def read_message(line: bytes, implementation: str, encoding: str) -> tuple[Message, Any]:
    """Returns a message of the worker of an implementation, and its content. Nothing in it is believed: the implementation may
    have written the line. Raises NotARecord if the worker cannot have written it."""
    try:
        name, content = json.loads(line)
        kind = Message(name)
        match kind:
            case Message.LOADED:
                content = [LawId(*law) for law in content]
            case Message.FOUND:
                content = recorded(content)
                if content.bucket[:2] != (implementation, encoding):
                    raise NotARecord(f"a finding in {' '.join(content.bucket[:2])}")
            case Message.COUNTED:
                counts = [(CrashBucket._make(map(str, words)), int(times)) for words, times in content]
                content = [(bucket._replace(kind=FindingKind(bucket.kind)), times) for bucket, times in counts]
    except (ValueError, TypeError) as error:
        raise NotARecord(str(error)) from None
    return kind, content
