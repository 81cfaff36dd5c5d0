"""Implementations in Python: objects, and codecs of Python's registry, each in a worker process."""

from __future__ import annotations

import json
import marshal
import os
import struct
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex

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

_ALLOWANCE_MIB = 256
"""What the worker itself may take, beside what the implementation may."""


class Forged(Exception):
    """What came from the worker is not the worker's."""


_FAILURES = {Overdue: Timeout, Ended: Crash, Forged: BrokenProtocol}


class PythonSession:
    """A life of a worker process with the implementation loaded."""

    def __init__(self, implementation: Implementation):
        """Start the worker and load the implementation. Raises Failed, with no outcomes."""
        with tempfile.TemporaryFile() as file:
            file.truncate(SIZE)
            self._arena = Arena(file.fileno())
            self._done = f"{token_hex(8)}\n"
            self._child = _start(implementation, file.fileno(), self._done)
        try:
            self._wait(b"")
        except tuple(_FAILURES) as error:
            raise self._failed([], BrokenProtocol, str(error)) from None
        (hello,) = self._outcomes(1)
        if not isinstance(hello, Result):
            raise self._failed([], BrokenProtocol, hello.text)
        self._chunks = hello.value

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
            except tuple(_FAILURES) as error:
                outcomes += self._written()[: len(batch) - 1]
                raise self._failed(outcomes, _FAILURES[type(error)], str(error)) from None
            outcomes += self._outcomes(len(batch))
        return outcomes

    def close(self) -> None:
        self._child.kill()

    def _outcomes(self, most: int) -> list[Outcome]:
        """At least one. Raises Failed where there is none, or more than asked for."""
        found = self._written()
        if not 0 < len(found) <= most:
            raise self._failed([], BrokenProtocol, f"{len(found)} answers where 1 to {most} are due")
        return found

    def _written(self) -> list[Outcome]:
        try:
            return list(map(_outcome, self._arena.outcomes()))
        except (struct.error, ValueError, EOFError, TypeError, LookupError) as error:
            text = f"it wrote into the harness's own memory: {error}"
            raise self._failed([], BrokenProtocol, text) from None

    def _wait(self, request: bytes) -> None:
        """Hand a batch over, and wait until it is done; for as long as outcomes keep coming."""
        before = -1
        while True:
            try:
                if next(self._child.converse(request)) != self._done.encode():
                    raise Forged("it wrote into the harness's own pipe")
                return
            except Overdue:
                if not before < (now := self._arena.count()) <= _BATCH or not now:
                    raise
                before, request = now, b""

    def _failed(self, outcomes: list[Outcome], kind: type, text: str) -> Failed:
        failure = kind(self._child.complaint(text))
        self._child.kill()
        return Failed(outcomes, failure)


def _start(implementation: Implementation, arena: int, done: str) -> Child:
    """A worker that takes its requests on standard input's pipe and tells on standard output's."""
    job = {
        "arena": arena,
        "done": done,
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
            command, implementation.folder, implementation.seconds, implementation.memory_mib + _ALLOWANCE_MIB,
            [arena], {**os.environ, "PYTHONPATH": path},
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


def _outcome(data: bytes) -> Outcome:
    kind, *parts = marshal.loads(data)
    return _KINDS[kind](*parts)
