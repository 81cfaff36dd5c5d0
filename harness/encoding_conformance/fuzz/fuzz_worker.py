"""The process in which an engine runs: `python -m encoding_conformance.fuzz.fuzz_worker JOURNAL`.

JOURNAL is the descriptor of its journal's file. It reads its pickled settings from standard input, and reports what it finds as
JSON lines on its original standard output. What the implementation prints goes to standard error. It ends with a last line when
its time is over, when it has executed enough, or when its supervisor says so."""

import json
import os
import pickle
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from enum import StrEnum

from encoding_conformance.adapters.child_setup import limit_memory, take_pipes
from encoding_conformance.adapters.codec import described
from encoding_conformance.adapters.manifest import Way
from encoding_conformance.fuzz import engine as engines
from encoding_conformance.fuzz.engine import Settings
from encoding_conformance.fuzz.finding import CrashBucket, Finding, FindingKind
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.fuzz.loading import CannotLoad, loaded
from encoding_conformance.fuzz.mutator import Mutator
from encoding_conformance.fuzz.store import record
from encoding_conformance.fuzz.target import Target

ALLOWANCE_MIB = 512
"""The memory that the engine and the harness may take, in addition to that of the implementation."""

_PATIENCE = {FindingKind.CRASH: 100, FindingKind.MEMORY: 20, FindingKind.PROTOCOL: 50, FindingKind.HANG: 3}
"""How often a program may end with one crash bucket."""


class Message(StrEnum):
    """The kinds of lines that a worker writes. Each line has a kind and its content as JSON."""

    FOUND = "found"
    SPENT = "spent"
    """A program was ended by one finding as often as it may be."""
    ENDED = "ended"
    UNABLE = "unable"


def main() -> None:
    """Loads the implementation, runs the engine, and ends with status 0. Without a line that it is unable, any other end is the
    implementation's fault."""
    given, lines = take_pipes()
    with os.fdopen(given, "rb") as file:
        settings: Settings = pickle.load(file)

    def tell(kind: Message, content: object) -> None:
        os.write(lines, (json.dumps([kind, content]) + "\n").encode())

    try:
        engine, journal = engines.load(settings.engine), Journal(int(sys.argv[1]))
        if settings.implementation.kind != Way.PROCESS:
            limit_memory(settings.implementation.memory_mib + ALLOWANCE_MIB)
        asked, oracle = loaded(settings.implementation, settings.oracle, settings.encoding, engine.instrumented, journal)
    except BaseException as error:
        why = str(error) if isinstance(error, CannotLoad) else described(error)
        tell(Message.UNABLE, f"cannot load {settings.implementation.name}: {why}")
        os._exit(0)
    worker = Worker(settings, journal, tell)
    target = Target(settings, asked, oracle, journal, engine.trace, worker.found)
    mutate = Mutator(settings.encoding)

    def changed(data: bytes, most: int, seed: int) -> bytes:
        return target.to_repeat.popleft()[:most] if target.to_repeat else mutate(data, most, seed)

    engine.run(lambda data: worker.execute(target, data), changed, settings)


class Worker:
    """Reports each finding, and ends the process if it is time."""

    def __init__(self, settings: Settings, journal: Journal, tell: Callable[[Message, object], None]):
        self._settings = settings
        self._journal = journal
        self._tell = tell
        self._known = dict(settings.known)
        self._endings: Counter[CrashBucket] = Counter()
        self._end = time.monotonic() + settings.seconds

    def execute(self, target: Target, data: bytes) -> None:
        """Executes an input. Whatever fails here is the harness's fault."""
        try:
            target(data)
            now = self._journal.now
            if now.stops or now.executions >= self._settings.executions or time.monotonic() > self._end:
                target.flush()
                self._tell(Message.ENDED, None)
                os._exit(0)
        except BaseException:
            self._tell(Message.UNABLE, f"the harness failed: {traceback.format_exc(limit=-3)}")
            os._exit(0)

    def found(self, finding: Finding) -> None:
        """Reports a finding if it is new or shorter than the known one, or if it has ended a program too often."""
        bucket, size = finding.bucket, len(finding.reproducer.data)
        if size < self._known.get(bucket, size + 1):
            self._known[bucket] = size
            self._tell(Message.FOUND, record(finding))
        if self._settings.implementation.kind == Way.PROCESS and bucket.kind in _PATIENCE:
            self._endings[bucket] += 1
            if self._endings[bucket] == _PATIENCE[bucket.kind]:
                self._tell(Message.SPENT, record(finding))
                os._exit(0)


if __name__ == "__main__":
    main()
