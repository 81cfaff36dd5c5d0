"""Implementations in Python: objects, and codecs of Python's registry, each in a worker process."""

from __future__ import annotations

import json
import marshal
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import harness
from harness.adapters.arena import SIZE, Arena
from harness.adapters.child import Child, Ended, Overdue, StartFailure
from harness.adapters.manifest import Implementation
from harness.adapters.session import Failed
from harness.adapters.worker import BROKEN, CRASH, LENGTH, OK, REJECT, UNSUPPORTED
from harness.core.operation import Operation
from harness.core.outcome import BrokenProtocol, Crash, Outcome, Rejection, Result, Timeout, Unsupported

_BATCH = 512
"""Operations that a worker is given at a time."""


class PythonSession:
    """A life of a worker process with the implementation loaded."""

    def __init__(self, implementation: Implementation):
        """Start the worker and load the implementation. Raises Failed, with no outcomes."""
        with tempfile.TemporaryFile() as file:
            file.truncate(SIZE)
            self._arena = Arena(file.fileno())
            self._child = _start(implementation, file.fileno())
        try:
            self._wait(b"")
        except (Ended, Overdue) as error:
            raise self._failed([], BrokenProtocol, str(error)) from None
        (hello,) = self._arena.outcomes()
        if hello[0] == BROKEN:
            raise self._failed([], BrokenProtocol, hello[1])
        self._chunks = hello[1]

    def offers(self, encoding: str) -> bool:
        return True

    def chunks(self, encoding: str) -> bool:
        return encoding in self._chunks

    def ask(self, operations: Sequence[Operation]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        waiting = list(map(tuple, operations))
        while batch := waiting[len(outcomes) : len(outcomes) + _BATCH]:
            data = marshal.dumps(batch)
            self._arena.clear()
            try:
                self._wait(LENGTH.pack(len(data)) + data)
            except Overdue as error:
                raise self._failed(outcomes + self._outcomes(), Timeout, str(error)) from None
            except Ended as error:
                raise self._failed(outcomes + self._outcomes(), Crash, str(error)) from None
            outcomes += self._outcomes()
        return outcomes

    def close(self) -> None:
        self._child.kill()

    def _outcomes(self) -> list[Outcome]:
        return list(map(_outcome, self._arena.outcomes()))

    def _wait(self, request: bytes) -> None:
        """Hand a batch over, and wait until it is done; for as long as outcomes keep coming."""
        before = -1
        while True:
            try:
                next(self._child.converse(request))
                return
            except Overdue:
                if (now := self._arena.count()) <= before or not now:
                    raise
                before, request = now, b""

    def _failed(self, outcomes: list[Outcome], kind: type, text: str) -> Failed:
        failure = kind(self._child.complaint(text))
        self._child.kill()
        return Failed(outcomes, failure)


def _start(implementation: Implementation, arena: int) -> Child:
    """A worker that takes its requests on standard input's pipe and tells on standard output's."""
    job = {
        "arena": arena,
        "python": implementation.python,
        "folder": str(implementation.folder),
        "encodings": {id: support.codec for id, support in implementation.encodings.items()},
        "memory_mib": implementation.memory_mib,
    }
    package = str(Path(harness.__file__).parent.parent)
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-P", "-m", "harness.adapters.worker", json.dumps(job)]
    try:
        return Child(
            command, implementation.folder, implementation.seconds, 2 * implementation.memory_mib, [arena],
            {**os.environ, "PYTHONPATH": path},
        )
    except StartFailure as failure:
        raise Failed([], BrokenProtocol(str(failure))) from None


_KINDS = {
    OK: Result,
    REJECT: Rejection,
    UNSUPPORTED: Unsupported,
    CRASH: Crash,
    BROKEN: BrokenProtocol,
}


def _outcome(data: tuple) -> Outcome:
    return _KINDS[data[0]](*data[1:])
