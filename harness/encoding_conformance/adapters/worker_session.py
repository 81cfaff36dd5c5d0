"""Sessions with what runs in a worker process: Python objects, codecs of Python's registry, and shared libraries."""

from __future__ import annotations

import json
import marshal
import os
import signal
import struct
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from secrets import token_hex

from encoding_conformance.adapters.block import BATCH, Batch, Block, BlockAnswers, packed
from encoding_conformance.adapters.child import Child, Ended, Overdue, SessionFailed
from encoding_conformance.adapters.codec import OK
from encoding_conformance.adapters.in_process import outcome_of
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.sanitizer import needed_by
from encoding_conformance.adapters.shared_library import CALLS
from encoding_conformance.adapters.worker import LENGTH, SIZE, Arena, Written, answers, remarks
from encoding_conformance.core.operation import CHUNKS, EMPTY_PIECES, Operation
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Outcome, Timeout

_ALLOWANCE_MIB = 256
"""The memory that the worker process itself may take, in addition to that of the implementation."""

_PAUSE = 0.1
"""The seconds of silence after which the number of answers is looked at."""

_IMPORTED_FROM = str(Path(__file__).parents[__name__.count(".")])
"""The folder from which the package is imported that holds this module: a checkout, or `site-packages`."""

_FORGED = "it wrote into the harness's own memory"


class Forged(Exception):
    """Data from the worker process was not written by the harness's code in it."""


_FAILURES = {Overdue: Timeout, Ended: Crash, Forged: BrokenProtocol}
_NOT_AN_ANSWER = (struct.error, ValueError, EOFError, TypeError, LookupError)


class WorkerSession:
    """One life of a worker process that has loaded the implementation. After it has raised SessionFailed, it is not used again.

    The worker gets each batch before the answers to the previous one are examined, so that it is not idle meanwhile.
    """

    def __init__(self, implementation: Implementation):
        """Starts the worker process and loads the implementation. Raises SessionFailed if that does not work."""
        with tempfile.TemporaryFile() as file:
            file.truncate(SIZE)
            self._arena = Arena(file.fileno())
            self._done = f"{token_hex(8)}\n"
            self._child = _start(implementation, file.fileno(), self._done)
        self._offsets = True
        try:
            self._wait()
        except tuple(_FAILURES) as error:
            raise self._child.failed(BrokenProtocol, str(error), isinstance(error, Overdue)) from None
        self._incremental = self._hello(self._arena.written())
        self._child.seconds = implementation.seconds

    def offers(self, encoding: str) -> bool:
        """Returns True, because each encoding of the manifest was loaded."""
        return True

    def features(self, encoding: str) -> Collection[str]:
        """Returns the features that the codec offers, in addition to the operations."""
        return (CHUNKS, EMPTY_PIECES) if encoding in self._incremental else ()

    def ask(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """Yields the outcomes of the operations, as they come. Raises SessionFailed."""
        batch = operations[:BATCH]
        self._hand_over(batch)
        done = 0
        while batch:
            written, failed = self._written(len(batch))
            done += written.answered  # fewer than were asked if the arena is full
            batch = [] if failed else operations[done : done + BATCH]
            self._hand_over(batch)
            yield from self._parsed(written)
            if failed:
                raise failed

    def play(self, block: Block) -> BlockAnswers:
        """Returns the answers to a block. Each batch of answers is compared with the expected ones as bytes, and parsed only if
        it differs. Raises SessionFailed, also while the caller iterates over the outcomes."""
        self._say(block.batches[0].request)
        undecided = True
        for index, batch in enumerate(block.batches):
            written, failed = self._written(batch.size)
            if failed or written.answered < batch.size or not self._is_expected(written.answers, batch, undecided):
                return BlockAnswers(self._examined(block, index * BATCH, written, failed))
            if index + 1 < len(block.batches):
                self._say(block.batches[index + 1].request)
            undecided = undecided and batch.answers[0] == batch.answers[1]
        return BlockAnswers(block.expected(self._offsets), as_expected=True)

    def close(self) -> None:
        """Ends the worker and everything that it started."""
        self._child.kill()

    def _hello(self, written: Written) -> Collection[str]:
        """Returns the encodings that have an incremental decoder. Raises SessionFailed if the codec could not be loaded."""
        try:
            (data,) = answers(written.answered, written.answers)
            kind, found = marshal.loads(data)
            names = tuple(map(str, found))
        except _NOT_AN_ANSWER:
            raise self._child.failed(BrokenProtocol, _FORGED) from None
        if kind != OK:
            raise self._child.failed(BrokenProtocol, str(found))
        return names

    def _examined(self, block: Block, before: int, written: Written, failed: SessionFailed | None) -> Iterator[Outcome]:
        """Yields the outcomes of a block in which the first `before` were as expected, but not those that were written next.
        Raises SessionFailed."""
        rest = block.operations[before + written.answered :]
        yield from block.expected(self._offsets)[:before]
        yield from self._parsed(written)
        if failed:
            raise failed
        yield from self.ask(rest)

    def _is_expected(self, region: bytes, batch: Batch, undecided: bool) -> bool:
        """Returns whether these are the expected answers. The first rejection in a block shows whether the implementation
        gives offsets."""
        if region == batch.answers[self._offsets]:
            return True
        if undecided and region == batch.answers[not self._offsets]:
            self._offsets = not self._offsets
            return True
        return False

    def _hand_over(self, operations: Sequence[Operation]) -> None:
        if operations:
            self._say(packed(operations))

    def _say(self, batch: bytes) -> None:
        self._arena.clear()
        self._child.say(LENGTH.pack(len(batch)) + batch)

    def _written(self, expected: int) -> tuple[Written, SessionFailed | None]:
        """Returns what the worker process wrote of the expected answers, and its failure if it failed before the last one.
        Raises SessionFailed if the number of answers is not right."""
        failed = None
        try:
            self._wait()
        except tuple(_FAILURES) as error:
            written = self._arena.written()
            failed = self._child.failed(_FAILURES[type(error)], f"{error}{self._touched()}")
        else:
            written = self._arena.written()
        if written.answered not in (range(expected + 1) if failed else range(1, expected + 1)):
            raise self._child.failed(BrokenProtocol, _FORGED)
        return (written._replace(answered=min(written.answered, expected - 1)) if failed else written), failed

    def _touched(self) -> str:
        """Returns what the function of a library probably did that ended the process by touching memory."""
        done = CALLS.get(self._arena.noted())
        touched = self._child.process.returncode in (-signal.SIGSEGV, -signal.SIGBUS)
        return f"; it probably {done}" if done and touched else ""

    def _parsed(self, written: Written) -> Iterator[Outcome]:
        """Yields the answers as outcomes. Raises SessionFailed if one is not an answer."""
        try:
            said = remarks(written.remarks)
            for index, data in enumerate(answers(written.answered, written.answers)):
                remark = (said[index].decode("utf-8"),) if index in said else ()
                yield outcome_of(*marshal.loads(data), *remark)
        except _NOT_AN_ANSWER:
            raise self._child.failed(BrokenProtocol, _FORGED) from None

    def _wait(self) -> None:
        """Waits until a batch is done, as long as answers keep coming."""
        answered, since = 0, time.monotonic()
        while True:
            try:
                for piece in self._child.hear(_PAUSE):
                    if piece and piece != self._done.encode():
                        raise Forged("it wrote into the harness's own pipe")
                    if piece:
                        return
                    if answered < (now := self._arena.count()) <= BATCH:
                        answered, since = now, time.monotonic()
                    elif time.monotonic() - since > self._child.seconds:
                        raise Overdue(f"no answer within {self._child.seconds} s")
            except Overdue:
                if time.monotonic() - since > self._child.seconds:
                    raise


def worker_variables(implementation: Implementation) -> dict[str, str]:
    """Returns the environment of a process that loads the implementation, and can import the harness."""
    environment = implementation.variables
    if implementation.library:
        environment |= needed_by(implementation.folder / implementation.library, environment)
    path = os.pathsep.join(filter(None, [_IMPORTED_FROM, environment.get("PYTHONPATH")]))
    return {**environment, "PYTHONPATH": path}


def _start(implementation: Implementation, arena: int, done: str) -> Child:
    """Returns a worker process that reads requests from the pipe of standard input, and reports on the pipe of standard
    output. Raises SessionFailed."""
    job = {
        "arena": arena,
        "done": done,
        "python": implementation.python,
        "library": implementation.library,
        "folder": str(implementation.folder),
        "encodings": implementation.codec_names,
        "memory_mib": implementation.memory_mib,
    }
    return Child(
        [sys.executable, "-P", "-m", "encoding_conformance.adapters.worker", json.dumps(job)],
        implementation.folder,
        implementation.seconds_to_start,
        implementation.memory_mib + _ALLOWANCE_MIB,
        worker_variables(implementation),
        [arena],
    )
