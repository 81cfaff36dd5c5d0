"""The target that a fuzzer calls with one input after another."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from encoding_conformance.checks.from_bytes import AS_GIVEN, CheckFailure, failure_at
from encoding_conformance.checks.judging import Search
from encoding_conformance.core.operation import Decode, Operation
from encoding_conformance.core.outcome import Crash, NotRun, Outcome, Timeout
from encoding_conformance.fuzz.engine import feature
from encoding_conformance.fuzz.findings import signature
from encoding_conformance.fuzz.journal import Journal
from encoding_conformance.fuzz.loading import Loaded
from encoding_conformance.models import case_of
from encoding_conformance.runner.plan import Unit

_SHARE = 8
"""All checks together may run one byte for this many executed bytes, because they would otherwise take most of the time."""

_SELDOM = 20_000
"""The bytes that the checks save up before they run on an input with an outcome of a known kind."""

_PATIENCE = {Crash: 20, Timeout: 2}
"""How often inputs with the same signature may end a process of the implementation's own."""

Report = Callable[[bytes, CheckFailure], bytes]
"""Takes an input that fails, and its failure. Returns the smallest input that fails in the same way."""


class Target:
    """Decodes each input and compares the outcome with the one that the tables give. All checks run on an input with a new kind
    of outcome, if they have not used up their time; they always run on the first input.

    Reports one input for each signature. Inputs that contain one of `avoided` are left out: they would end the process.
    """

    def __init__(
        self,
        unit: Unit,
        loaded: Loaded,
        journal: Journal,
        trace: Callable[[int], None],
        report: Report,
        avoided: Sequence[bytes] = (),
    ):
        self._encoding, self._limits = unit.encoding, unit.limits
        self._perform, self._features, self._guide, self._is_apart = loaded
        self._decoding = Search(AS_GIVEN, self._encoding, self._limits, self._perform)
        self._journal, self._trace, self._report = journal, trace, report
        self.avoided = list(avoided)
        self._kinds: set[int] = set()
        self._credit = 0
        self._signatures = Counter[str]()
        self._reported: dict[str, bytes] = {}

    def __call__(self, data: bytes) -> None:
        """Executes an input."""
        self._journal.begin(data)
        if any(part in data for part in self.avoided):
            return
        self._guide(data)
        operation = Decode(self._encoding.id, data)
        (outcome,) = self._perform([operation])
        kind = feature(data, outcome)
        self._trace(kind)
        blamed = self._decoding.of_outcome(case_of(self._encoding, operation), outcome)
        if blamed:
            self._failed(data, CheckFailure(AS_GIVEN.name, blamed))
        elif self._credit >= (_SELDOM if kind in self._kinds else 0):
            self._kinds.add(kind)
            if isinstance(failure := self.failure_at(data), CheckFailure):
                self._failed(data, failure)
        self._credit += len(data) + 1

    def failure_at(self, data: bytes) -> CheckFailure | NotRun | None:
        """Returns the first failure on all cases that are made from an input, as `from_bytes.failure_at` does."""
        return failure_at(self._encoding, self._limits, self._perform_check, self._features, data)

    def _perform_check(self, operations: Sequence[Operation]) -> Iterable[Outcome]:
        self._credit -= _SHARE * sum(len(operation.input) + 1 for operation in operations)
        return self._perform(operations)

    def _failed(self, data: bytes, failure: CheckFailure) -> None:
        known, outcome = signature(failure), failure.blamed.outcome
        self._signatures[known] += 1
        if self._signatures[known] == 1:
            self._reported[known] = self._report(data, failure)
        if self._is_apart and self._signatures[known] == _PATIENCE.get(type(outcome)):
            self.avoided.append(self._reported[known])
