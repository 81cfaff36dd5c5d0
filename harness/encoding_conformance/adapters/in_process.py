"""Runs a codec object in this process, where debuggers and coverage tools see it. There are no limits of time and memory."""

from collections.abc import Callable, Collection, Iterable, Iterator
from time import process_time
from typing import Any

from encoding_conformance.adapters.codec import described, features_of, perform
from encoding_conformance.core.operation import Kind, Operation
from encoding_conformance.core.outcome import FAILURES, Ending, Outcome


class InProcess:
    """A codec object (docs/adapters.md, "In Python") with the interface of `RestartingSession`. `reason` and `crashes` are as in
    `codec.perform`."""

    def __init__(
        self,
        codec: Any,
        reason: Callable[[BaseException], str] = described,
        crashes: type[BaseException] = BaseException,
    ):
        self.codec = codec
        self._reason = reason
        self._crashes = crashes

    def failure_to_start(self) -> Ending | None:
        """Returns None, because there is nothing to start."""

    def failure_to_offer(self, encoding: str) -> Ending | None:
        """Returns None, because the user chooses the encoding."""

    @property
    def given_up(self) -> Collection[Kind]:
        """Empty, because every operation is run."""
        return ()

    def features(self, encoding: str) -> Collection[str]:
        """Returns the features that the object offers, in addition to the operations."""
        return features_of(self.codec)

    def cpu_clock(self) -> Callable[[], float]:
        """Returns a clock of the CPU time of this process in seconds."""
        return process_time

    def ask(self, operation: Operation) -> Outcome:
        """Returns the outcome of one operation."""
        return perform(self.codec, operation, self._reason, self._crashes)

    def perform(self, operations: Iterable[Operation], stop: bool = False) -> Iterator[Outcome]:
        """Yields the outcome of each operation, in order. With `stop`, stops after a failure."""
        for outcome in map(self.ask, operations):
            yield outcome
            if stop and isinstance(outcome, FAILURES):
                return

    def raise_again(self, operation: Operation) -> None:
        """Runs an operation again without catching exceptions."""
        self.codec.encode(operation.input) if operation.kind == Kind.ENCODE else self.codec.decode(operation.input)
