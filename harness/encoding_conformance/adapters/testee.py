"""A testee: an implementation that is started again whenever it fails, so that every operation gets an outcome, until it has
failed too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import NamedTuple

from encoding_conformance.adapters.child import SessionFailed
from encoding_conformance.adapters.in_process import InProcess
from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.adapters.session import Session
from encoding_conformance.core.operation import BOTH, Kind, Operation
from encoding_conformance.core.outcome import BrokenProtocol, Crash, Ending, NotAsked, Outcome, Timeout
from encoding_conformance.core.text import first_of, printable
from encoding_conformance.data_files.problems import similar

_TOGETHER = 1 << 20
"""The most operations that are asked together. After a crash, the next operation is asked alone, then two together, then four:
similar inputs stand next to each other, and a crash loses the replies to everything that was asked with it."""

_STARTS = 3
"""The number of times in a row that it may fail to start. A start that hangs is not repeated."""

_MOST_NAMED, _LONGEST_NAME = 5, 40
"""The most encodings of a hello that are named, and the most characters of each."""

_SECONDS = 100
"""The seconds after which time-outs are too many even if they are fewer than the most."""


class _Bounds(NamedTuple):
    """How many failures of a kind are enough to give a testee up, and how many if no operation of the kind was ever answered:
    what hangs in everything would only hang again, and what writes its logs to standard output would do so again."""

    name: str
    most: int
    unanswered: int


_BOUNDS: dict[type[Ending], _Bounds] = {
    Timeout: _Bounds("time-outs", 20, 5),
    Crash: _Bounds("crashes", 200, 200),
    BrokenProtocol: _Bounds("broken replies", 100, 20),
}


class Testee:
    """Performs operations. Use it as a context manager, so that no process is left behind."""

    def __init__(self, implementation: Implementation, patient: bool = False):
        """If it is `patient`, it is asked however often it fails."""
        self.implementation = implementation
        self._patient = patient
        self._session: Session | None = None
        self._spare: Session | None = None
        """A session that is started while another one is used. After a crash, the next one is often near."""
        self._keeps_spare = True
        self._patience = Patience(implementation.seconds, patient)
        self._failed_starts = 0
        self._together = _TOGETHER
        self._has_failed = False
        self._gone: Ending | None = None
        self._is_gone_reported = False

    def __enter__(self) -> Testee:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends all processes. The next operation starts another one."""
        for session in (self._session, self._spare):
            if session is not None:
                session.close()
        self._session = self._spare = None

    def failure_to_start(self) -> Ending | None:
        """Returns how it failed to start, several times in a row; None if it runs."""
        running = self._running()
        return running if isinstance(running, Ending) else None

    def failure_to_offer(self, encoding: str) -> Ending | None:
        """Returns the failure before the first operation: it does not start, or lacks an encoding of its manifest. Else None."""
        running = self._running()
        if isinstance(running, Ending) or encoding in running.encodings:
            return self.failure_to_start()
        named = [printable(each, _LONGEST_NAME) for each in running.encodings]
        meant = f"; did you mean {encoding}?" if similar(encoding, [each.lower() for each in named]) else ""
        text = f"its hello does not name {encoding}, which its manifest does; it names {first_of(named, _MOST_NAMED)}{meant}"
        return BrokenProtocol(text)

    @property
    def given_up(self) -> Collection[Kind]:
        """The kinds of operations that are no longer asked."""
        return frozenset(Kind) if self._gone else self._patience.given_up.keys()

    def features(self, encoding: str) -> Collection[str]:
        """Returns the features that it offers for this encoding, in addition to the operations; none if it does not start."""
        running = self._running()
        return () if isinstance(running, Ending) else running.features(encoding)

    def cpu_clock(self) -> Callable[[], float]:
        """Returns a clock of its CPU time in seconds, which stands still if it does not start, or has ended."""
        running = self._running()
        return float if isinstance(running, Ending) else running.child.cpu_clock()

    def perform(self, operations: Sequence[Operation], stop: bool = False) -> Iterator[Outcome]:
        """Yields the outcome of each operation, in order, as they come. With `stop`, it ends after a failure that ended the
        process. When it has failed too often in operations of a kind, the others of that kind are not asked."""
        done, ended = 0, False
        while done < len(operations) and not (stop and ended):
            self._has_failed = False
            rest, given_up = operations[done : done + self._together], dict(self._patience.given_up)
            asked = [operation for operation in rest if operation.kind not in given_up] if given_up else rest
            answers = self._answers(asked)
            for operation in rest:
                is_asked = not given_up or operation.kind not in given_up
                outcome = next(answers, None) if is_asked else NotAsked(given_up[operation.kind])
                if outcome is None:
                    ended = True  # it may be given up now
                    break
                done += 1
                yield outcome
            ended = ended or self._has_failed
            if not self._has_failed:
                self._together = min(2 * self._together, _TOGETHER)

    def _answers(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """Yields the outcomes of operations that are all asked, up to the first failure."""
        running = self._running() if operations else None
        if isinstance(running, Ending):
            for _ in operations:  # it no longer starts: the first has failed, and the others are not asked
                is_reported, self._is_gone_reported = self._is_gone_reported, not self._patient
                yield NotAsked(f"it does not start again: {running.text}") if is_reported else running
        elif running:
            yield from self._up_to_a_failure(running, operations)

    def _up_to_a_failure(self, session: Session, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """Yields the outcomes that a session gives. If it fails, the last one is of the operation that made it fail."""
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

        A plug-in may hold replies back while input is waiting, and then they are lost with it. So it is asked again, one
        operation at a time, until it fails in the same way, whatever is on standard error. If it does not, the first unanswered
        operation keeps the failure. Asking again costs patience only if it takes time.
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
                    if (type(failure), failure.text) == (type(repeated.failure), repeated.failure.text):
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
        """Returns the session, which is started if necessary, or the failure that keeps it from being started."""
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
        """Returns a session that can be asked. Behind a crash, a spare one starts beside it. Raises SessionFailed."""
        session, self._spare = self._spare or Session(self.implementation), None
        if self._keeps_spare and self._together < _TOGETHER:
            with suppress(SessionFailed):
                self._spare = Session(self.implementation)
        session.begin()
        return session


Askable = Testee | InProcess
"""An implementation that can be asked operations: in a process of its own, or in this one."""


class Patience:
    """Counts the failures of a testee. Each kind of operation has its own count, because a decoder that hangs says nothing
    about the encoder. `given_up` says why operations of a kind are no longer asked."""

    def __init__(self, seconds: float, endless: bool = False):
        """A time-out takes `seconds`. If it is `endless`, nothing is given up."""
        self._endless = endless
        name, most, fewest = _BOUNDS[Timeout]
        self._bounds = _BOUNDS | {Timeout: _Bounds(name, max(fewest, min(most, int(_SECONDS / seconds))), fewest)}
        self._failed: Counter[tuple[Kind, type[Ending]]] = Counter()
        self._spent: Counter[tuple[Kind, type[Ending]]] = Counter()
        self._answered: set[Kind] = set()
        self.given_up: dict[Kind, str] = {}

    def answered(self, operations: Sequence[Operation]) -> None:
        """Takes note of operations that were answered."""
        if self._answered != BOTH:
            self._answered.update(operation.kind for operation in operations)

    def failed(self, kind: Kind, failure: Ending, waits: int = 1) -> None:
        """Counts the failure of an operation of this kind. A time-out may have taken several waits."""
        of = kind, type(failure)
        self._failed[of] += 1
        self._spent[of] += waits if isinstance(failure, Timeout) else 1
        name, most, unanswered = self._bounds[type(failure)]
        is_enough = self._spent[of] >= (most if kind in self._answered else unanswered)
        if is_enough and kind not in self.given_up and not self._endless:
            self.given_up[kind] = f"{kind} was given up after {self._failed[of]} {name}"
