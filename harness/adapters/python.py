"""Implementations in Python: objects, and codecs of Python's registry, each in a worker process."""

from __future__ import annotations

import json
import marshal
import struct
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from secrets import token_hex

from harness.adapters.arena import SIZE, Arena
from harness.adapters.child import Child, Ended, Overdue, StartFailure, with_harness
from harness.adapters.codec import BROKEN, CRASH, OK, REJECT, UNSUPPORTED
from harness.adapters.manifest import Implementation
from harness.adapters.session import Failed
from harness.adapters.worker import LENGTH
from harness.core.operation import CHUNKS, EMPTY_PIECES, Operation
from harness.core.outcome import BrokenProtocol, Crash, Outcome, Rejection, Result, Timeout, Unsupported

_BATCH = 512
"""Operations that a worker is given at a time."""

_ALLOWANCE_MIB = 256
"""What the worker itself may take, beside what the implementation may."""


class Forged(Exception):
    """What came from the worker is not the worker's."""


_FORGED = "it wrote into the harness's own memory"

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
            self._wait()
        except tuple(_FAILURES) as error:
            raise self._failed(BrokenProtocol, str(error)) from None
        (hello,) = map(self._outcome, self._written(range(1, 2)))
        if not isinstance(hello, Result):
            raise self._failed(BrokenProtocol, hello.text)
        self._incremental = hello.value

    def offers(self, encoding: str) -> bool:
        return True

    def features(self, encoding: str) -> Collection[str]:
        return (CHUNKS, EMPTY_PIECES) if encoding in self._incremental else ()

    def ask(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """Each batch is handed over before the outcomes of the one before are given out, so that the worker is not
        idle while they are judged."""
        waiting = list(map(tuple, operations))
        batch, end = self._hand_over(waiting, 0)
        while batch:
            try:
                self._wait()
            except tuple(_FAILURES) as error:
                written = self._written(range(len(batch) + 1))[: len(batch) - 1]
                failed = self._failed(_FAILURES[type(error)], str(error))
                yield from map(self._outcome, written)
                raise failed from None
            written = self._written(range(1, len(batch) + 1))
            batch, end = self._hand_over(waiting, end - len(batch) + len(written))
            yield from map(self._outcome, written)

    def _hand_over(self, waiting: list[tuple], start: int) -> tuple[list[tuple], int]:
        """Give the worker the next batch, if there is one; the batch, and where it ends."""
        batch = waiting[start : start + _BATCH]
        if batch:
            data = marshal.dumps(batch)
            self._arena.clear()
            self._child.say(LENGTH.pack(len(data)) + data)
        return batch, start + len(batch)

    def close(self) -> None:
        self._child.kill()

    def _written(self, due: range) -> list[bytes]:
        """What the worker wrote. Raises Failed where it is not so many answers."""
        try:
            if len(found := list(self._arena.outcomes())) in due:
                return found
        except struct.error:
            pass
        raise self._failed(BrokenProtocol, _FORGED)

    def _outcome(self, data: bytes) -> Outcome:
        """An answer as an outcome. Raises Failed where it is none."""
        try:
            kind, *parts = marshal.loads(data)
            return KINDS[kind](*parts)
        except (ValueError, EOFError, TypeError, LookupError):
            raise self._failed(BrokenProtocol, _FORGED) from None

    def _wait(self) -> None:
        """Wait until a batch is done; for as long as outcomes keep coming."""
        before = -1
        while True:
            try:
                if next(self._child.hear()) != self._done.encode():
                    raise Forged("it wrote into the harness's own pipe")
                return
            except Overdue:
                if not before < (now := self._arena.count()) <= _BATCH or not now:
                    raise
                before = now

    def _failed(self, kind: type, text: str) -> Failed:
        failure = self._child.failure(kind, text)
        self._child.kill()
        return Failed(failure)


def _start(implementation: Implementation, arena: int, done: str) -> Child:
    """A worker that takes its requests on standard input's pipe and tells on standard output's."""
    job = {
        "arena": arena,
        "done": done,
        "python": implementation.python,
        "folder": str(implementation.folder),
        "encodings": implementation.codec_names,
        "memory_mib": implementation.memory_mib,
    }
    command = [sys.executable, "-P", "-m", "harness.adapters.worker", json.dumps(job)]
    try:
        return Child(
            command, implementation.folder, implementation.seconds, implementation.memory_mib + _ALLOWANCE_MIB,
            [arena], with_harness(),
        )
    except StartFailure as failure:
        raise Failed(BrokenProtocol(str(failure))) from None


KINDS = {
    OK: Result,
    REJECT: Rejection,
    UNSUPPORTED: Unsupported,
    CRASH: Crash,
    BROKEN: BrokenProtocol,
}

