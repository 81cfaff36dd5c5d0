"""Runs a codec object in this process. Mutants are tested in this way, because they are the project's own code."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterable, Iterator
from functools import cache
from time import process_time
from types import FrameType
from typing import Any

from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import Outcome, Timeout

_STEPS = 30_000_000
"""The limit on the processor time of one operation, in steps of an empty loop. The slowest operation of a correct codec takes
about a quarter of it on any machine."""

_SAMPLE, _SAMPLES = 100_000, 5
"""The number of steps in a timed loop, and the number of timed loops."""

_CHUNK = 1 << 15
"""A number of bytes or values. Each chunk of this size in an input adds the same processor time again."""

_PATIENCE = 2
"""The number of time-outs after which a codec is given up."""


@cache
def _seconds() -> float:
    """Returns the seconds of processor time that one operation may take."""
    return max(_sample() for _ in range(_SAMPLES)) * _STEPS / _SAMPLE


def _sample() -> float:
    began = process_time()
    for _ in range(_SAMPLE):
        pass
    return process_time() - began


class GivenUp(Exception):
    """Too many operations of a codec timed out."""


class _Overdue(BaseException):
    """Stops an operation that takes too long."""


class TimedCodec(InProcess):
    """A codec object whose operations time out. It must run in the main thread, because it uses a signal to stop operations."""

    def __init__(self, codec: Any):
        super().__init__(codec)
        self._timeouts = 0
        self._overdue = False
        signal.signal(signal.SIGVTALRM, self._stop)

    def perform(self, operations: Iterable[Operation], stop: bool = False) -> Iterator[Outcome]:
        """Yields the outcome of each operation. With `stop`, it ends after the first failure. Raises GivenUp if too many
        operations timed out."""
        for outcome in super().perform(operations, stop):
            yield outcome
            if self._timeouts == _PATIENCE:
                raise GivenUp

    def ask(self, operation: Operation) -> Outcome:
        """Returns the outcome of one operation."""
        self._overdue, seconds = False, _seconds()
        gc.disable()  # the signal must only interrupt the codec, and only the codec's own time counts
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds * (1 + len(operation.input) // _CHUNK))
            outcome = super().ask(operation)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        except _Overdue:
            pass
        finally:
            gc.enable()
        if self._overdue:
            self._timeouts += 1
            return Timeout("it took too long")
        return outcome

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._overdue = True
        raise _Overdue
