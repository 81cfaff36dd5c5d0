"""The target that a fuzzer calls. It turns the bytes of an execution into findings."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat

from encoding_conformance.checks.check import Check
from encoding_conformance.checks.judging import Blamed, Perform, Search
from encoding_conformance.core.judge import matches
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import FAILURES, NotAsked, Outcome
from encoding_conformance.core.vector import Permitted
from encoding_conformance.fuzz.engine import Settings, feature
from encoding_conformance.fuzz.finding import Finding, Reproducer, finding_of, unanswered
from encoding_conformance.fuzz.from_bytes import ANSWERS, LONG_TEXT, TABLES, checks_of, inputs_from
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.fuzz.loading import Asked, Oracle
from encoding_conformance.models import case_of

_SHARE, _PIECE = 8, 8
"""The checks may ask one byte for this many bytes of executions, because they would otherwise take most of the time; and the
number of bytes that a piece counts as."""

_SELDOM = 100_000
"""The bytes that are executed between two long texts."""

_REMEMBERED = 64
"""The number of inputs that are reported with the input after them that breaks a check."""

_INTERESTING = 64
"""The most inputs that wait for a check."""


@dataclass
class _Fed:
    """A check with the work that it has taken so far, and the inputs that wait for it."""

    check: Check
    spent: int = 0
    inputs: deque[bytes] = field(default_factory=lambda: deque(maxlen=_INTERESTING))


class Target:
    """Asks a testee, and an oracle if there is one. If they disagree, the tables decide. All checks get inputs with a new kind of
    outcome first, and then other inputs, as far as their share of the work goes; long texts come separately, now and then.
    With `at_once`, nothing waits: what an input shows is found while it is executed, and the first input shows everything.

    `to_repeat` are inputs whose outcome arrived too late, in a batch, for the engine to see that it is new.
    """

    def __init__(
        self,
        settings: Settings,
        asked: Asked,
        oracle: Oracle | None,
        journal: Journal,
        trace: Callable[[int], None],
        tell: Callable[[Finding], None],
        at_once: bool = False,
    ):
        self.settings, self.encoding = settings, settings.encoding
        self.asked, self.oracle, self.journal = asked, oracle, journal
        self.trace, self.tell, self.at_once = trace, tell, at_once
        self.to_repeat: deque[bytes] = deque()
        every = checks_of(self.encoding)
        self._indexes = {name: index for index, name in enumerate(every)}
        offered = [check for check in every.values() if not check.feature or check.feature in asked.features]
        self.checks = [check for check in offered if check.name not in settings.put_aside]
        self._table = TABLES if TABLES in self.checks else ANSWERS
        often = [check for check in self.checks if check not in (ANSWERS, LONG_TEXT)] or [ANSWERS]
        self._fed = list(map(_Fed, often))
        self._seen: set[int] = set()
        self._shown: dict[bytes, int] = {}
        self._waiting: list[tuple[Decode, Outcome | None]] = []
        self._before: deque[bytes] = deque(maxlen=_REMEMBERED)
        self._credit = 0
        self._until_long = 0

    def __call__(self, data: bytes) -> None:
        """Executes an input."""
        self.journal.now.executions += 1
        operation = Decode(self.encoding.id, data)
        if self._is_avoided(operation):
            return
        self.journal.begin(0, data)
        if data in self._shown:
            self.trace(self._shown.pop(data))
        expected = self.oracle(data) if self.oracle else None
        if self.asked.ask:
            self.trace(self._look(operation, expected, self.asked.ask(operation)))
            self._feed_checks()
        else:
            self._waiting.append((operation, expected))
            if self.at_once or len(self._waiting) == self.asked.batch:
                self.flush()

    def flush(self) -> None:
        """Asks everything that waits."""
        while self._waiting:
            operations = [operation for operation, _ in self._waiting]
            outcomes = list(self.asked.perform(operations, True))  # all of them, because checks ask in between
            answered, self._waiting = self._waiting[: len(outcomes)], self._waiting[len(outcomes) :]
            for (operation, expected), outcome in zip(answered, outcomes):
                known = len(self._seen)
                kind = self._look(operation, expected, outcome)
                if len(self._seen) > known:
                    self._shown[operation.input] = kind
                    self.to_repeat.append(operation.input)
            self._feed_checks()

    def _look(self, operation: Decode, expected: Outcome | None, outcome: Outcome) -> int:
        """Judges an outcome, and gives the number of its kind. The tables judge this outcome if it is not the oracle's, because a
        second one may differ."""
        data = operation.input
        if isinstance(outcome, FAILURES):
            self._found(unanswered(self.settings.implementation.name, self.encoding.id, data, outcome))
        elif expected is not None and not (isinstance(expected, Permitted) and matches(expected, outcome)):
            self._keep(
                self._table, data, self._search(self._table, lambda _: ()).of_outcome(case_of(self.encoding, operation), outcome)
            )
        self._credit += len(data) + 1
        self._until_long -= len(data) + 1
        kind = feature(data, outcome)
        if kind not in self._seen:
            self._seen.add(kind)
            self.journal.now.features = len(self._seen)
            for fed in self._fed:
                fed.inputs.append(data)
        self._before.append(data)
        return kind

    def _feed_checks(self) -> None:
        """Gives inputs to the checks, first to the one that has asked the least, so that none waits long for a costly one."""
        while self._credit > 0 or (self.at_once and any(fed.inputs for fed in self._fed)):
            fed = min(self._fed, key=lambda fed: (not fed.inputs, fed.spent))
            before = self._credit
            self._credit -= _SHARE
            self._ask(fed.check, fed.inputs.popleft() if fed.inputs else self._before[-1])
            fed.spent += before - self._credit
        if self._until_long < 0:
            before = self._credit
            if LONG_TEXT in self.checks:
                self._ask(LONG_TEXT, self._before[-1])
            self._credit, self._until_long = before, _SELDOM

    def _ask(self, check: Check, data: bytes) -> None:
        self.journal.begin(self._indexes[check.name], data)
        groups = check.around(inputs_from(self.encoding, self.settings.limits, data))
        self._keep(check, data, self._search(check, self._perform).first(groups))

    def _search(self, check: Check, perform: Perform) -> Search:
        return Search(check, self.encoding, self.settings.limits, perform)

    def _keep(self, check: Check, data: bytes, blamed: Blamed | None) -> None:
        if blamed:
            self._found(finding_of(self.settings.implementation.name, Reproducer(check.name, data), blamed))

    def _perform(self, operations: Sequence[Operation]) -> Iterator[Outcome]:
        """Returns the outcomes of operations for a check. None is asked if one of them must not be asked."""
        if any(self._is_avoided(operation) for operation in operations):
            return repeat(NotAsked("put aside"), len(operations))
        self._credit -= _SHARE * sum(len(operation.input) + 1 + _PIECE * len(operation.cuts) for operation in operations)
        return self.asked.perform(operations, True)

    def _is_avoided(self, operation: Operation) -> bool:
        avoided = self.settings.avoided
        return bool(avoided) and isinstance(operation, Decode) and any(part in operation.input for part in avoided)

    def _found(self, finding: Finding) -> None:
        """Tells a finding, with the inputs before it."""
        self.tell(replace(finding, reproducer=finding.reproducer._replace(before=tuple(self._before))))
