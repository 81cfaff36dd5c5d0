"""Sessions with what runs in a worker process: Python objects, codecs of Python's registry, and shared libraries."""

import json
import marshal
import os
import signal
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from pathlib import Path
from secrets import token_hex

from encoding_conformance.adapters.child import Child, Ended, Overdue, SessionFailed
from encoding_conformance.adapters.codec import OK
from encoding_conformance.adapters.in_process import outcome_of
from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.adapters.question import Answers, Question, expected_of, operations_of
from encoding_conformance.adapters.sanitizer import needed_by
from encoding_conformance.adapters.shared_library import CALLS
from encoding_conformance.adapters.worker import FORMAT, LENGTH, SIZE, Arena, Written
from encoding_conformance.core.operation import CHUNKS, EMPTY_PIECES, Operation
from encoding_conformance.core.outcome import BrokenProtocol, Outcome

_BATCH = 512
"""The number of operations that the worker process gets at a time."""

_ALLOWANCE_MIB = 256
"""The memory that the worker process itself may take, in addition to that of the implementation."""

_WRITTEN = 4
"""The bytes of a value or byte of an input as a plug-in gets it, so that all implementations have the same time."""

_PAUSE = 0.1
"""The seconds of silence after which the number of answers is looked at."""

_IMPORTED_FROM = str(Path(__file__).parents[__name__.count(".")])
"""The folder from which the package is imported that holds this module: a checkout, or `site-packages`."""

_FORGED = "it wrote into the harness's own memory"


class Forged(Exception):
    """Data from the worker process was not written by the harness's code in it."""

    kind = BrokenProtocol


_NOT_AN_ANSWER = (ValueError, EOFError, TypeError, LookupError)


class WorkerSession:
    """One life of a worker process with the implementation, which has all `encodings` of the manifest. After it has
    raised SessionFailed, it is not used again."""

    def __init__(self, implementation: Implementation):
        """Starts the worker process, which loads the implementation. Raises SessionFailed if it cannot be started."""
        self._done = f"{token_hex(8)}\n"
        with tempfile.TemporaryFile() as file:
            file.truncate(SIZE)
            self._arena = Arena(file.fileno())
            task = {
                "arena": file.fileno(),
                "done": self._done,
                "python": implementation.python,
                "library": implementation.library,
                "folder": str(implementation.folder),
                "encodings": implementation.codec_names,
                "offered": implementation.offered,
                "memory_mib": implementation.memory_mib,
            }
            command = [sys.executable, "-P", "-m", "encoding_conformance.adapters.worker", json.dumps(task)]
            environment = worker_variables(implementation)
            self.child = Child(command, implementation, environment, _ALLOWANCE_MIB, [file.fileno()])
        self.encodings = implementation.encodings

    def begin(self) -> None:
        """Waits until the implementation is loaded. Raises SessionFailed if it cannot be loaded."""
        try:
            self._wait()
            ((kind, found),), _ = self._arena.written()._replace(answered=1).read()
            self._incremental = tuple(map(str, found))
        except (Overdue, Ended, Forged) as error:
            raise self.child.failed(BrokenProtocol, str(error), isinstance(error, Overdue)) from None
        except _NOT_AN_ANSWER:
            raise self.child.failed(BrokenProtocol, _FORGED) from None
        if kind != OK:
            raise self.child.failed(BrokenProtocol, str(found))
        self.child.allow(0)

    def features(self, encoding: str) -> Collection[str]:
        """Returns the features that the codec offers, in addition to the operations."""
        return (CHUNKS, EMPTY_PIECES) if encoding in self._incremental else ()

    def ask(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """Yields the outcomes of the operations, as they come. Raises SessionFailed."""
        done = 0
        while batch := operations[done : done + _BATCH]:
            self._say(batch)
            written, failed = self._written(len(batch))
            yield from self._parsed(written, failed)
            done += written.answered  # fewer than were asked if the arena is full

    def play(self, questions: Sequence[Question]) -> Answers:
        """Returns the answers to questions. Each batch of answers is compared with the expected ones as bytes, and parsed only if
        it differs. The first rejection shows whether the implementation gives offsets. Raises SessionFailed, also while the
        caller iterates over the outcomes."""
        offsets: bool | None = None
        for start in range(0, len(questions), _BATCH):
            batch = questions[start : start + _BATCH]
            self._say(operations_of(batch))
            without, given = (b"".join(records) for records in zip(*[question.records for question in batch]))
            written, failed = self._written(len(batch))
            if offsets is None and without != given:
                offsets = written.answers != without
            if failed or written.answered < len(batch) or written.answers != (given if offsets else without):
                before = expected_of(questions[:start], bool(offsets))
                behind = operations_of(questions[start + written.answered :])
                return Answers(chain(before, self._parsed(written, failed), self.ask(behind)))
        return Answers(expected_of(questions, bool(offsets)), as_expected=True)

    def close(self) -> None:
        """Ends the worker and everything that it started."""
        self.child.kill()

    def _say(self, operations: Sequence[Operation]) -> None:
        self.child.allow(_WRITTEN * max(len(operation.input) for operation in operations))
        asked = [(str(operation.kind), operation.encoding, operation.input, operation.cuts) for operation in operations]
        batch = marshal.dumps(asked, FORMAT)
        self._arena.clear()
        self.child.say(LENGTH.pack(len(batch)) + batch)

    def _written(self, expected: int) -> tuple[Written, SessionFailed | None]:
        """Returns what the worker process wrote of the expected answers, and its failure if it failed before the last one, or if
        the number of answers is not right. Then none of them counts."""
        failure: Overdue | Ended | Forged | None = None
        try:
            self._wait()
        except (Overdue, Ended, Forged) as error:
            failure = error
        written = self._arena.written()
        if written.answered not in (range(expected + 1) if failure else range(1, expected + 1)):
            return Written(0, b"", b""), self.child.failed(BrokenProtocol, _FORGED)
        if not failure:
            return written, None
        done = CALLS.get(written.note)
        touched = self.child.process.returncode in (-signal.SIGSEGV, -signal.SIGBUS)
        failed = self.child.failed(failure.kind, f"{failure}; it probably {done}" if done and touched else str(failure))
        return written._replace(answered=min(written.answered, expected - 1)), failed

    def _parsed(self, written: Written, failed: SessionFailed | None) -> Iterator[Outcome]:
        """Yields the answers as outcomes. Raises SessionFailed behind them if the worker process has failed, and before them if
        they are not answers."""
        try:
            answers, remarks = written.read()
            said = [[str(remarks[index])] if index in remarks else [] for index in range(len(answers))]
            outcomes = [outcome_of(*answer, *remark) for answer, remark in zip(answers, said)]
        except _NOT_AN_ANSWER:
            raise self.child.failed(BrokenProtocol, _FORGED) from None
        yield from outcomes
        if failed:
            raise failed

    def _wait(self) -> None:
        """Waits until a batch is done, as long as answers keep coming. Raises Overdue, Ended and Forged."""
        answered, since = 0, time.monotonic()
        while (piece := self.child.listen(_PAUSE)) != self._done.encode():
            if piece:
                raise Forged("it wrote into the harness's own pipe")
            if answered < (now := self._arena.count()) <= _BATCH:
                answered, since = now, time.monotonic()
            elif time.monotonic() - since > self.child.seconds:
                raise Overdue(f"no answer within {self.child.seconds} s")


def worker_variables(implementation: Implementation) -> dict[str, str]:
    """Returns the environment of a process that loads the implementation, and can import the harness."""
    environment = implementation.variables
    if implementation.library:
        environment |= needed_by(implementation.folder / implementation.library, environment)
    path = os.pathsep.join(filter(None, [_IMPORTED_FROM, environment.get("PYTHONPATH")]))
    return {**environment, "PYTHONPATH": path}
