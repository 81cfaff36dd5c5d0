"""Runs an implementation again, within a budget of crashes, to learn which inputs fail."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from encoding_conformance.causes.effect import Effect
from encoding_conformance.causes.trial import Trial, trial_of
from encoding_conformance.checks.judging import judge_replacing
from encoding_conformance.checks.special_values import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import CHUNKS, Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import NotRun, Outcome, Rejection
from encoding_conformance.core.verdict import Status
from encoding_conformance.models import bytes_of, permitted
from encoding_conformance.models.replacement import instead

_CRASHES, ALIKE = 12, 2
"""The most failures without an answer for each kind of operation, and for each kind of input. The first is also the most
restarts of a process that an operation has spoilt. A single time-out stops the reruns, because each takes seconds."""

_SECONDS = 120
"""The seconds that rerunning may take. An implementation that answers within milliseconds needs a tenth of them."""


@dataclass
class Reruns:
    """An implementation in an encoding that can be run again. `perform` yields the outcomes of operations in their order, and may
    stop after a failure that ended the process. `features` are those of the implementation, and `restart` starts a new process
    for the next operations."""

    encoding: Encoding
    perform: Callable[[Sequence[Operation]], Iterable[Outcome]] = lambda operations: (
        NotRun("there is no implementation to run again") for _ in operations
    )
    limits: Limits = NO_LIMITS
    features: Collection[str] = ()
    restart: Callable[[], None] = lambda: None
    is_alone: bool = False
    """Whether outcomes depend on earlier operations. If so, each operation runs after neutral ones."""
    restarts: int = 0
    _failed: Counter[object] = field(default_factory=Counter)
    _letters: dict[Operation, Outcome] = field(default_factory=dict)
    _end: float = field(default_factory=lambda: time.monotonic() + _SECONDS)

    @property
    def takes_chunks(self) -> bool:
        """Whether it offers an incremental decoder."""
        return CHUNKS in self.features

    @property
    def is_given_up(self) -> bool:
        """Whether its process was spoilt too often to run anything more."""
        return self.restarts == _CRASHES

    def trials(self, operations: Iterable[Operation], however_alike: bool = False) -> list[Trial]:
        """Returns the trials of the operations that were run and that no limit excuses. After inputs of one kind have ended the
        process twice, skips the other inputs of that kind, unless they are to be run `however_alike`."""
        if not self.is_alone:
            return self._in_a_row(list(operations), however_alike)
        trials: list[Trial] = []
        for each in sorted(operations, key=self._may_spoil):
            again = [] if self._is_spent(each, however_alike) else self.alone(each)
            if again is None:
                break
            trials += again
        return trials

    def alone(self, operation: Operation, before: Sequence[Operation] = ()) -> list[Trial] | None:
        """Returns the trial of an operation that runs after neutral operations and those `before`. Returns None if the process
        was spoilt and restarted too often."""
        while self._are_spoilt():
            if self.is_given_up:
                return None
            self.restarts += 1
            self.restart()
        self._in_a_row(list(before))
        return self._in_a_row([operation])

    def run_alone(self) -> None:
        """Runs each operation alone from now on."""
        self.is_alone, self.restarts = True, 0
        self._failed.clear()

    def _may_spoil(self, operation: Operation) -> tuple[bool, bool]:
        return isinstance(permitted(self.encoding, operation)[0], Rejection), operation.kind == Kind.DECODE

    def _are_spoilt(self) -> bool:
        """Returns whether neutral operations have other outcomes than at first, even directly after neutral ones."""
        letters, first = neutral(self.encoding), dict(self._letters)
        last = self._in_a_row([*letters, *letters])[-len(letters) :]
        return any(first.get(each.operation, each.got) != each.got for each in last)

    def _in_a_row(self, waiting: list[Operation], however_alike: bool = False) -> list[Trial]:
        trials: list[Trial] = []
        letters = neutral(self.encoding)
        while waiting and time.monotonic() <= self._end:  # outcomes after the end are never read
            done = 0
            for operation, outcome in zip(waiting, self.perform(waiting)):
                done += 1
                if trial := self._trial(operation, outcome):
                    trials.append(trial)
                    if operation in letters:
                        self._letters.setdefault(operation, outcome)
                    if not trial.is_answer:
                        self._failed.update(((trial.effect, trial.kind), _alike(trial.operation, self.encoding)))
                if time.monotonic() > self._end:
                    return trials
            waiting = [each for each in waiting[max(1, done) :] if not self._is_spent(each, however_alike)]
        return trials

    def _trial(self, operation: Operation, outcome: Outcome) -> Trial | None:
        if isinstance(outcome, NotRun):
            return None
        outcomes = permitted(self.encoding, operation)
        if judge_replacing(self.encoding, operation, outcomes, outcome, self.limits).status == Status.SKIP:
            return None
        expected = instead(self.encoding, operation, outcomes, self.limits.replacing)
        return trial_of(self.encoding, operation, expected, outcome, self.limits.replacing)

    def _is_spent(self, operation: Operation, however_alike: bool) -> bool:
        """Returns whether operations like this one have ended the process too often."""
        ended = Counter({kind: sum(self._failed[effect, kind] for effect in Effect) for kind in Kind})
        hung = any(self._failed[Effect.HANGS, kind] for kind in Kind)
        is_alike = ended[operation.kind] > 0 and self._failed[_alike(operation, self.encoding)] >= ALIKE
        return hung or ended[operation.kind] >= _CRASHES or (is_alike and not however_alike)


def _alike(operation: Operation, encoding: Encoding) -> object:
    """Returns a key that is equal for operations that probably fail in the same way."""
    outcome = permitted(encoding, operation)[0]
    reason = outcome.text if isinstance(outcome, Rejection) else None
    return operation.kind, reason, min(len(operation.input), 4)


def neutral(encoding: Encoding) -> tuple[Operation, Operation]:
    """Returns operations that leave nothing behind: they encode and decode a letter."""
    return Encode(encoding.id, (LETTER,)), Decode(encoding.id, bytes_of(encoding, (LETTER,)))
