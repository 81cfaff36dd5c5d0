"""A worker process, from its start with its settings to its end."""

from __future__ import annotations

import json
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from encoding_conformance.adapters.child import Child, Ended, Overdue, with_harness
from encoding_conformance.adapters.environment import of_worker
from encoding_conformance.adapters.manifest import PROCESS
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Ending, Timeout
from encoding_conformance.fuzz.asking.journal import SIZE, Entry, Journal
from encoding_conformance.fuzz.engines.settings import Settings
from encoding_conformance.fuzz.findings.record import NotARecord
from encoding_conformance.fuzz.workers.worker import ALLOWANCE_MIB, KINDS, LAST

_LOOK = 0.1
"""The seconds between two looks at a worker."""

_START = 120
"""The seconds that a worker may take to load the engine and the implementation, on a busy machine."""

_PLUG_IN = 3
"""How many times longer to wait if the implementation is a plug-in. Then the worker itself ends what takes too long."""


Content = TypeVar("Content")


class Died(Exception):
    """The worker has died: the failure of what it was doing, and what it was doing."""

    def __init__(self, failure: Ending, entry: Entry):
        super().__init__(failure)
        self.failure = failure
        self.entry = entry


class WorkerProcess:
    """A worker that runs."""

    def __init__(self, settings: Settings):
        """Starts the worker."""
        implementation = settings.implementation
        self._seconds = implementation.seconds
        self._patience = implementation.seconds * (_PLUG_IN if implementation.kind == PROCESS else 1)
        with tempfile.TemporaryFile() as file:
            file.truncate(SIZE)
            self.journal = Journal(file.fileno())
            command = [sys.executable, "-m", "encoding_conformance.fuzz.workers.worker"]
            memory = implementation.memory_mib + ALLOWANCE_MIB
            hashes = {"PYTHONHASHSEED": "0"}  # the same in all workers
            environment = with_harness({**of_worker(implementation), **hashes})
            self._child = Child(command, implementation.folder, _START, memory, [file.fileno()], environment)
            self._child.say(pickle.dumps(replace(settings, journal=file.fileno())))

    @property
    def standard_error(self) -> bytes:
        """The end of the worker's standard error."""
        return self._child.tail

    def lines(self) -> Iterator[dict[str, Any] | None]:
        """The worker's reports, until it ends as it should, with None after each look at it. Raises Died if it dies."""
        rest, beats, since = b"", 0, time.monotonic()
        while True:
            try:
                piece, ended = self._child.listen(_LOOK), None
            except (Ended, Overdue) as error:
                piece, ended = self._child.leftover(), error
            *whole, rest = (rest + piece).split(b"\n")
            for line in map(self._parsed, whole):
                yield line
                if line["kind"] in LAST:
                    return
            if ended:
                raise self._died(Timeout if isinstance(ended, Overdue) else Crash, str(ended))
            yield None
            if (now_at := self.journal.read().beats) != beats:
                beats, since = now_at, time.monotonic()
            elif time.monotonic() - since > (self._patience if beats else _START):
                raise self._died(Timeout, f"no answer within {self._seconds} s")

    def believed(self, line: dict[str, Any], read: Callable[[dict[str, Any]], Content]) -> Content:
        """Returns the content of a line as `read` returns it. Raises Died if the worker cannot have written the line."""
        try:
            return read(line)
        except NotARecord:
            raise self._forged() from None

    def close(self) -> None:
        """Ends the worker."""
        self._child.kill()

    def _parsed(self, line: bytes) -> dict[str, Any]:
        try:
            message: dict[str, Any] = json.loads(line)
            if message["kind"] in KINDS:
                return message
        except (ValueError, TypeError, LookupError):
            pass
        raise self._forged()

    def _forged(self) -> Died:
        return self._died(BrokenProtocol, "it wrote into the harness's own pipe")

    def _died(self, kind: type[Ending], text: str) -> Died:
        return Died(self._child.failure(kind, text), self.journal.read())
