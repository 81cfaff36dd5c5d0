"""The process in which an engine runs: `python -m encoding_conformance.fuzz.fuzz_worker`.

It reads its pickled settings from standard input, and reports what it finds as JSON lines on its original standard output.
What the implementation prints goes to standard error. Its journal is the file that the settings name. It ends with a last line
when its time is over, when it has executed enough, or when its supervisor says so."""

from __future__ import annotations

import json
import os
import pickle
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from enum import StrEnum

from encoding_conformance.adapters.codec import described
from encoding_conformance.adapters.lifeline import PRELOADED, die_with_parent, limit_memory
from encoding_conformance.adapters.manifest import Way
from encoding_conformance.fuzz import engine as engines
from encoding_conformance.fuzz.engine import Settings
from encoding_conformance.fuzz.finding import Finding
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.fuzz.loading import CannotLoad, loaded
from encoding_conformance.fuzz.mutator import Mutator
from encoding_conformance.fuzz.store import record
from encoding_conformance.fuzz.target import Target

ALLOWANCE_MIB = 512
"""The memory that the engine and the harness may take, in addition to that of the implementation."""

_OFTEN = 1.0
"""The seconds between two counts."""


class Message(StrEnum):
    """The kinds of lines that a worker writes. Each line has a kind and its content as JSON."""

    LOADED = "loaded"
    FOUND = "found"
    COUNTED = "counted"
    ENDED = "ended"
    UNABLE = "unable"


def main() -> None:
    """Loads the implementation, runs the engine, and ends with status 0. Any other end is the implementation's fault, except one
    after a line that it is unable."""
    die_with_parent()
    os.environ.pop(PRELOADED, None)  # it is meant for this process, not for those that it starts
    settings: Settings = pickle.load(sys.stdin.buffer)
    lines = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)

    def tell(kind: Message, content: object) -> None:
        os.write(lines, (json.dumps([kind, content]) + "\n").encode())

    try:
        engine = engines.load(settings.engine)
        journal = Journal(settings.journal)
        if settings.implementation.kind != Way.PROCESS:
            limit_memory(settings.implementation.memory_mib + ALLOWANCE_MIB)
        asked, oracle = loaded(settings.implementation, settings.oracle, settings.encoding, engine.instrumented, journal)
    except BaseException as error:
        why = str(error) if isinstance(error, CannotLoad) else described(error)
        tell(Message.UNABLE, f"cannot load {settings.implementation.name}: {why}")
        os._exit(0)
    worker = Worker(settings, journal, tell)
    target = Target(
        settings.implementation.name,
        settings.encoding,
        settings.limits,
        asked,
        oracle,
        journal,
        engine.trace,
        worker.found,
        settings.avoided,
        settings.put_aside,
    )
    tell(Message.LOADED, [law.id for law in target.laws])
    mutate = Mutator(settings.encoding)

    def changed(data: bytes, most: int, seed: int) -> bytes:
        return target.to_repeat.popleft()[:most] if target.to_repeat else mutate(data, most, seed)

    engine.run(lambda data: worker.execute(target, data), changed, settings)


class Worker:
    """Reports each finding once, and how often it is met."""

    def __init__(self, settings: Settings, journal: Journal, tell: Callable[[Message, object], None]):
        self._tell = tell
        self._journal = journal
        self._known = dict(settings.known)
        self._counts: Counter[tuple[str, ...]] = Counter()
        self._end = time.monotonic() + settings.seconds
        self._executions = settings.executions
        self._next_count = 0.0

    def execute(self, target: Target, data: bytes) -> None:
        """Executes an input, and ends the process if it is time. Whatever fails here is the harness's fault."""
        try:
            target(data)
            if self._counts:
                self._count()
            enough = self._journal.executions >= self._executions
            if enough or self._journal.stops or time.monotonic() > self._end:
                target.flush()
                self._count(at_once=True)
                self._tell(Message.ENDED, None)
                os._exit(0)
        except BaseException:
            self._tell(Message.UNABLE, f"the harness failed: {traceback.format_exc(limit=-3)}")
            os._exit(0)

    def found(self, finding: Finding) -> None:
        """Reports a finding if it is new or shorter than the known one."""
        size = len(finding.reproducer.data)
        if size < self._known.get(finding.bucket, size + 1):
            self._known[finding.bucket] = size
            self._tell(Message.FOUND, record(finding))
        self._counts[finding.bucket] += 1
        self._count()

    def _count(self, at_once: bool = False) -> None:
        """Reports, now and then, how often each finding was met."""
        now = time.monotonic()
        if self._counts and (at_once or now > self._next_count):
            self._next_count = now + _OFTEN
            self._tell(Message.COUNTED, list(self._counts.items()))
            self._counts.clear()


if __name__ == "__main__":
    main()
