"""A testee: an implementation that is started again whenever it fails, so that every operation gets an outcome."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from types import TracebackType

from harness.adapters.block import Block
from harness.adapters.manifest import PROCESS, Implementation
from harness.adapters.process import ProcessSession
from harness.adapters.python import PythonSession
from harness.adapters.session import Failed, Session
from harness.core.operation import Operation
from harness.core.outcome import FAILURES, BrokenProtocol, Crash, Failure, Outcome, Timeout

_PATIENCE: dict[type[Failure], int] = {Timeout: 20, Crash: 200, BrokenProtocol: 100}
"""The number of failures of a kind after which a testee is no longer asked."""

_STARTS = 3
"""The number of times in a row that it may fail to start."""


class Testee:
    """Performs operations. Use it as a context manager, so that no process is left behind."""

    def __init__(self, implementation: Implementation, patient: bool = False):
        """If it is `patient`, it is asked however often it fails."""
        self.implementation = implementation
        self._patient = patient
        self._session: Session | None = None
        self._failures: dict[type[Failure], int] = {}
        self._failed_starts = 0
        self._given_up: Failure | None = None

    def __enter__(self) -> Testee:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._end()

    def failure_to_start(self) -> Failure | None:
        """How it failed to start, several times in a row; None if it runs."""
        running = self._running()
        return running if isinstance(running, FAILURES) else None

    def failure_to_offer(self, encoding: str) -> Failure | None:
        """The failure before the first operation: it does not start, or lacks an encoding of its manifest. Else None."""
        running = self._running()
        if isinstance(running, FAILURES):
            return running
        if running.offers(encoding):
            return None
        return BrokenProtocol(f"its hello does not name {encoding}, which its manifest does")

    def features(self, encoding: str) -> Collection[str]:
        """The features that it offers for this encoding, in addition to the operations; none if it does not start."""
        running = self._running()
        return () if isinstance(running, FAILURES) else running.features(encoding)

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        """The outcome of each operation, in order, as they come. With `stop`, there are none after the first failure."""
        done = 0
        while done < len(operations):
            running = self._running()
            if isinstance(running, FAILURES):
                yield from [running] * (1 if stop else len(operations) - done)
                return
            try:
                for outcome in running.ask(operations[done:]):
                    done += 1
                    yield outcome
            except Failed as failed:
                self._session = None
                self._count(failed.failure)
                for outcome in self._traced(failed.failure, operations[done:]):
                    done += 1
                    yield outcome
                    if stop and isinstance(outcome, FAILURES):
                        return

    def play(self, block: Block, stop: bool = False) -> Iterable[Outcome]:
        """Yields what `perform` yields for the operations of a block. If all outcomes are as expected, they are those of
        `block.due`, and none of them was examined separately."""
        running = self._running()
        if isinstance(running, FAILURES):
            return self.perform(block.operations, stop)
        outcomes = running.play(block)
        return outcomes if block.holds(outcomes) else self._one_by_one(block, outcomes, stop)

    def _one_by_one(self, block: Block, outcomes: Iterable[Outcome], stop: bool) -> Iterator[Outcome]:
        """The outcomes as they come, and after a failure those of a new session."""
        done = 0
        try:
            for outcome in outcomes:
                done += 1
                yield outcome
            return
        except Failed as failed:
            self._session = None
            self._count(failed.failure)
            traced = self._traced(failed.failure, block.operations[done:])
        for outcome in traced:
            done += 1
            yield outcome
            if stop and isinstance(outcome, FAILURES):
                return
        yield from self.perform(block.operations[done:], stop)

    def _traced(self, failure: Failure, owed: Sequence[Operation]) -> list[Outcome]:
        """The outcomes of the operations that were unanswered when it failed, up to the one that made it fail.

        A plug-in may hold replies back while input is waiting, and then they are lost with it. So it is asked again, one
        operation at a time, until it fails in the same way, which shows where it failed. If it does not fail, or fails in
        another way, the first unanswered operation keeps the failure. Asking again costs patience only if it takes time.
        """
        answers: list[Outcome] = []
        if self.implementation.kind == PROCESS and not isinstance(failure, BrokenProtocol) and len(owed) > 1:
            for operation in owed:
                running = self._running()
                if isinstance(running, FAILURES):
                    break
                try:
                    answers += running.ask([operation])
                except Failed as again:
                    self._session = None
                    if isinstance(again.failure, Timeout):
                        self._count(again.failure)
                    if _alike(failure, again.failure):
                        return [*answers, again.failure]
                    return [failure, *answers[1:], *([again.failure] if answers else [])]
        return [failure, *answers[1:]]

    def _running(self) -> Session | Failure:
        """Returns the session, which is started if necessary, or the failure that keeps it from being asked again."""
        while self._given_up is None:
            if self._session is not None:
                return self._session
            try:
                self._session = _session(self.implementation)
                self._failed_starts = 0
            except Failed as failed:
                self._failed_starts += 1
                if self._failed_starts == _STARTS:
                    self._given_up = failed.failure
        return self._given_up

    def _count(self, failure: Failure) -> None:
        kind = type(failure)
        self._failures[kind] = count = self._failures.get(kind, 0) + 1
        if count == _PATIENCE[kind] and not self._patient:
            text = f"not asked, because {count} operations failed in the same way: {failure.text}"
            self._given_up = kind(text, complaint=failure.complaint)

    def _end(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def _alike(one: Failure, other: Failure) -> bool:
    """Returns whether two failures are the same. Standard error is not compared."""
    return (type(one), one.text) == (type(other), other.text)


def _session(implementation: Implementation) -> Session:
    return ProcessSession(implementation) if implementation.kind == PROCESS else PythonSession(implementation)
