"""Runs an implementation, and restarts it after each failure, so that every operation gets an outcome. It gives up after too many
failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import NamedTuple

from encoding_conformance.adapters.child import TOO_MUCH, SessionFailed
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.adapters.session import Session
from encoding_conformance.core.operation import BOTH, Kind, Operation
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Ending, NotRun, Outcome, Timeout
from encoding_conformance.core.text import first_of, printable
from encoding_conformance.data_files.problems import similar

_TOGETHER = 1 << 20
"""The most operations in a batch. After a crash, the next batch is one operation, then two, then four: similar inputs are
neighbours, and a crash loses the replies to the rest of its batch."""

_STARTS = 3
"""The number of failed starts in a row after which it is given up. A start that hangs is not repeated."""

_MOST_NAMED, _LONGEST_NAME = 5, 40
"""The most encodings of a reply to hello that a message names, and the most characters of each."""

_SECONDS = 100
"""The seconds of time-outs after which an implementation is given up, even below the bound on their number."""


class _Bounds(NamedTuple):
    """The number of failures of a kind after which an implementation is given up, and the number if no operation of the kind was
    ever answered. An implementation that hangs or logs to standard output for every request will do it again."""

    name: str
    most: int
    unanswered: int


_BOUNDS: dict[type[Ending], _Bounds] = {
    Timeout: _Bounds("time-outs", 20, 5),
    Crash: _Bounds("crashes", 200, 200),
    BrokenProtocol: _Bounds("broken replies", 100, 20),
}


class RestartingSession:
    """Performs operations. Use it as a context manager, which ends all processes."""

    def __init__(self, implementation: Implementation, patient: bool = False):
        """If `patient`, it is never given up."""
        self.implementation = implementation
        self._patient = patient
        self._session: Session | None = None
        self._spare: Session | None = None
        """A session that starts while another one is in use, because crashes often follow each other."""
        self._keeps_spare = True
        self._patience = Patience(implementation.seconds, patient)
        self._failed_starts = 0
        self._together = _TOGETHER
        self._has_failed = False
        self._gone: Ending | None = None
        self._is_gone_reported = False

    def __enter__(self) -> RestartingSession:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends all processes. The next operation starts a new one."""
        for session in (self._session, self._spare):
            if session is not None:
                session.close()
        self._session = self._spare = None

    def failure_to_start(self) -> Ending | None:
        """Returns the failure to start, after several attempts; None if it runs."""
        running = self._running()
        return running if isinstance(running, Ending) else None

    def failure_to_offer(self, encoding: str) -> Ending | None:
        """Returns the failure if it does not start or does not offer an encoding of its manifest; otherwise None."""
        running = self._running()
        if isinstance(running, Ending) or encoding in running.encodings:
            return self.failure_to_start()
        listed = [printable(each, _LONGEST_NAME) for each in running.encodings]
        hint = f"; did you mean {encoding}?" if similar(encoding, [each.lower() for each in listed]) else ""
        text = f"its reply to hello lacks {encoding}, which its manifest lists; it has {first_of(listed, _MOST_NAMED)}{hint}"
        return BrokenProtocol(text)

    @property
    def given_up(self) -> Collection[Kind]:
        """The kinds of operations that are no longer run."""
        return frozenset(Kind) if self._gone else self._patience.given_up.keys()

    def features(self, encoding: str) -> Collection[str]:
        """Returns the features that it offers for this encoding beyond the operations; empty if it does not start."""
        running = self._running()
        return () if isinstance(running, Ending) else running.features(encoding)

    def cpu_clock(self) -> Callable[[], float]:
        """Returns a clock of its CPU time in seconds. The clock stops when the process ends, and shows 0 if it does not start."""
        running = self._running()
        return float if isinstance(running, Ending) else running.child.cpu_clock()

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        """Yields the outcome of each operation, in order, as they arrive. With `stop`, stops after a failure that ended the
        process. After too many failures of a kind of operations, the rest of that kind are not run."""
        done, ended = 0, False
        while done < len(operations) and not (stop and ended):
            self._has_failed = False
            rest, given_up = operations[done : done + self._together], dict(self._patience.given_up)
            sent = [operation for operation in rest if operation.kind not in given_up] if given_up else rest
            answers = self._answers(sent)
            for operation in rest:
                is_sent = not given_up or operation.kind not in given_up
                outcome = next(answers, None) if is_sent else NotRun(given_up[operation.kind])
                if outcome is None:
                    ended = True  # its kind may be given up now
                    break
                done += 1
                yield outcome
            ended = ended or self._has_failed
            if not self._has_failed:
                self._together = min(2 * self._together, _TOGETHER)

    def _answers(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """Yields the outcomes of operations, none of which is given up, until the first failure."""
        running = self._running() if operations else None
        if isinstance(running, Ending):
            for _ in operations:  # the first operation after the last start fails, and the others are not run
                is_reported, self._is_gone_reported = self._is_gone_reported, not self._patient
                yield NotRun(f"it does not start again: {running.text}") if is_reported else running
        elif running:
            yield from self._up_to_a_failure(running, operations)

    def _up_to_a_failure(self, session: Session, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """Yields the outcomes of a session. If it fails, the last one belongs to the operation that made it fail."""
        done, failure = 0, None
        try:
            for outcome in session.ask(operations):
                done += 1
                yield outcome
        except SessionFailed as failed:
            failure = failed.failure
        self._patience.answered(operations[:done])
        if failure:
            self._session, self._has_failed = None, True
            if isinstance(failure, Crash):
                self._together = 1
            yield from self._traced(failure, operations[done:])

    def _traced(self, failure: Ending, owed: Sequence[Operation]) -> list[Outcome]:
        """Returns the outcomes of the operations that were unanswered when it failed, up to the one that made it fail.

        A plug-in may buffer replies while input is waiting, and a crash loses them. So the operations run again, one at a time,
        until the same failure occurs, apart from standard error; an endless loop may take too much time or too much memory. If
        it does not occur, the first unanswered operation gets the failure. These runs count only if they take time.
        """
        answers: list[Outcome] = []
        waits = 1
        if self.implementation.kind == Way.PROCESS and not isinstance(failure, BrokenProtocol) and len(owed) > 1:
            for operation in owed:
                running = self._running()
                if isinstance(running, Ending):
                    break
                try:
                    answers += running.ask([operation])
                    self._patience.answered([operation])
                except SessionFailed as repeated:
                    self._session = None
                    if _way(failure) == _way(repeated.failure):
                        self._patience.failed(operation.kind, repeated.failure, waits=2)
                        return [*answers, repeated.failure]
                    waits += 1
                    if answers:
                        self._patience.failed(operation.kind, repeated.failure)
                        answers.append(repeated.failure)
                    break
        self._patience.failed(owed[0].kind, failure, waits)
        return [failure, *answers[1:]]

    def _running(self) -> Session | Ending:
        """Returns the session, after starting it if necessary, or the failure to start it."""
        while self._gone is None:
            if self._session is not None:
                return self._session
            was_spare = self._spare is not None
            try:
                self._session = self._begun()
                self._failed_starts = 0
            except SessionFailed as failed:
                if was_spare:  # perhaps two processes cannot run at the same time
                    self._keeps_spare = False
                    continue
                self._failed_starts += 1
                if failed.waited or self._failed_starts == _STARTS:
                    self._gone = failed.failure
        return self._gone

    def _begun(self) -> Session:
        """Returns a session that has replied to hello. After a crash, also starts a spare one. Raises SessionFailed."""
        session, self._spare = self._spare or Session(self.implementation), None
        if self._keeps_spare and self._together < _TOGETHER:
            with suppress(SessionFailed):
                self._spare = Session(self.implementation)
        session.begin()
        return session


def _way(failure: Ending) -> tuple[type[Ending], str]:
    """Returns what failures with the same reason have in common."""
    is_endless = isinstance(failure, Timeout) or failure.text.startswith(TOO_MUCH)
    return (Timeout, "") if is_endless else (type(failure), failure.text)


AnySession = RestartingSession | InProcess
"""An implementation that runs operations, in its own process or in this one."""


class Patience:
    """Counts the failures of an implementation. Each kind of operation has its own count, because a decoder that hangs says
    nothing about the encoder. `given_up` has the reason for each kind of operations that is no longer run."""

    def __init__(self, seconds: float, endless: bool = False):
        """A time-out takes `seconds`. If `endless`, nothing is given up."""
        self._endless = endless
        name, most, fewest = _BOUNDS[Timeout]
        self._bounds = _BOUNDS | {Timeout: _Bounds(name, max(fewest, min(most, int(_SECONDS / seconds))), fewest)}
        self._failed: Counter[tuple[Kind, type[Ending]]] = Counter()
        self._spent: Counter[tuple[Kind, type[Ending]]] = Counter()
        self._answered: set[Kind] = set()
        self.given_up: dict[Kind, str] = {}

    def answered(self, operations: Sequence[Operation]) -> None:
        """Records operations that were answered."""
        if self._answered != BOTH:
            self._answered.update(operation.kind for operation in operations)

    def failed(self, kind: Kind, failure: Ending, waits: int = 1) -> None:
        """Counts the failure of an operation of this kind. A time-out counts once for each of its `waits`."""
        key = kind, type(failure)
        self._failed[key] += 1
        self._spent[key] += waits if isinstance(failure, Timeout) else 1
        name, most, unanswered = self._bounds[type(failure)]
        is_enough = self._spent[key] >= (most if kind in self._answered else unanswered)
        if is_enough and kind not in self.given_up and not self._endless:
            never = "; it never answered, so see whether it flushes its output" * (
                key == (kind, Timeout) and kind not in self._answered
            )
            self.given_up[kind] = f"{kind} was given up after {self._failed[key]} {name}{never}"
