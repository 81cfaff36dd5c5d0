"""Asks an implementation again, within a budget for what ends its process."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from encoding_conformance.causes.asking.battery import neutral
from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.declaration import located_case
from encoding_conformance.causes.cases.effect import FAILURES, Effect
from encoding_conformance.causes.cases.subject import LARGE
from encoding_conformance.causes.rules.faults import sizes_by_lead
from encoding_conformance.checks.judging import judge_replacing
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import NO_LIMITS, Limits
from encoding_conformance.core.operation import CHUNKS, Kind, Operation
from encoding_conformance.core.outcome import NotAsked, Outcome, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.core.verdict import Status
from encoding_conformance.models import model_of, permitted
from encoding_conformance.models.replacement import instead
from encoding_conformance.models.spans import last_step

_CRASHES, _HANGS, _ALIKE = 12, 1, 2
"""The most failures of an operation that asking again may cost, those of a hang, and those of one kind of input."""


_RESTARTS = 12
"""How often a process is started again that an operation has spoilt for good."""


@dataclass
class Respondent:
    """An implementation in an encoding that can be asked again. `perform` gives the outcomes of operations in their order, and
    may stop after a failure that ended the process. `features` are those that it offers, and `restart` makes a new process
    answer the operations that come next.

    It `is_careful` if answers depend on the operations before. Then each operation is asked alone, after letters that leave
    nothing behind, and in a new process if those come out wrong."""

    encoding: Encoding
    perform: Callable[[Sequence[Operation]], Iterable[Outcome]] = lambda operations: (
        NotAsked("there is no implementation to ask") for _ in operations
    )
    limits: Limits = NO_LIMITS
    features: Collection[str] = ()
    restart: Callable[[], None] = lambda: None
    is_careful: bool = False
    misplacing: Mapping[Kind, str] = field(default_factory=dict)
    """The operations whose offsets are not believed, and the place that each of them reports, in words."""
    restarts: int = 0
    _failed: Counter[object] = field(default_factory=Counter)
    _letters: dict[Operation, Outcome] = field(default_factory=dict)

    @property
    def takes_pieces(self) -> bool:
        """Whether it offers an incremental decoder."""
        return CHUNKS in self.features

    @property
    def is_given_up(self) -> bool:
        """Whether its process was started again so often that nothing more is asked of it."""
        return self.restarts == _RESTARTS

    def become_careful(self) -> None:
        """Asks each operation alone from now on. Earlier crashes count only against inputs of the same kinds."""
        self.is_careful, self.restarts = True, 0
        for effect in set(FAILURES) - {Effect.HANGS}:
            for kind in Kind:
                del self._failed[effect, kind]

    def cases(self, operations: Sequence[Operation]) -> list[Evidence]:
        """Returns the cases of these operations, without those that were not asked and those that a limit excuses. When inputs
        of one kind have ended the process twice, no more of them are asked."""
        return self.one_by_one(operations) if self.is_careful else self._in_a_row(operations)

    def _in_a_row(self, operations: Sequence[Operation]) -> list[Evidence]:
        found: list[Evidence] = []
        letters, waiting = neutral(self.encoding), list(operations)
        while waiting:
            done = 0
            for operation, outcome in zip(waiting, self.perform(waiting)):
                done += 1
                if case := self._case(operation, outcome):
                    found.append(case)
                    if operation in letters:
                        self._letters.setdefault(operation, case.got)
                    if case.signature and case.signature.effect in FAILURES:
                        self._failed.update(((case.signature.effect, operation.kind), _alike(self.encoding, operation)))
            waiting = [each for each in waiting[max(1, done) :] if not self.is_spent(each)]
        return found

    def one_by_one(self, operations: Iterable[Operation], however_often: bool = False) -> list[Evidence]:
        """Returns the cases of operations that are asked alone, also those of which others have ended the process, if it is asked
        `however_often` that was. What must be rejected comes last, and decode behind encode, because that is more likely to spoil
        the process."""
        found: list[Evidence] = []

        def spoils(operation: Operation) -> tuple[bool, bool]:
            return isinstance(permitted(self.encoding, operation)[0], Rejection), operation.kind == Kind.DECODE

        for operation in sorted(operations, key=spoils):
            cases = [] if self.is_spent(operation) and not however_often else self.after((), operation)
            if cases is None:
                break
            found += cases
        return found

    def after(self, before: Sequence[Operation], operation: Operation) -> list[Evidence] | None:
        """Returns the case of an operation that is asked after some others, which come after letters that leave nothing behind;
        none if it was not asked. Returns None if the process is spoilt, and was started again too often."""
        while self._are_spoilt():
            if self.is_given_up:
                return None
            self.restarts += 1
            self.restart()
        self._in_a_row(before)
        return self._in_a_row([operation])

    def _are_spoilt(self) -> bool:
        """Returns whether letters come out otherwise than at first, although letters stood before them."""
        letters = neutral(self.encoding)
        first = dict(self._letters)
        return any(
            first.get(case.operation, case.got) != case.got for case in self._in_a_row((*letters, *letters))[-len(letters) :]
        )

    def _case(self, operation: Operation, outcome: Outcome) -> Evidence | None:
        if isinstance(outcome, NotAsked):
            return None
        outcomes = permitted(self.encoding, operation)
        status = judge_replacing(self.encoding, operation, outcomes, outcome, self.limits).status
        if status == Status.SKIP:
            return None
        case = self.case_of(operation, instead(self.encoding, operation, outcomes, self.limits.replacing), outcome)
        return self.located(case) if case else None

    def case_of(self, operation: Operation, expected: Sequence[Permitted], outcome: Outcome) -> Evidence | None:
        """Returns the case of an outcome, given the expected ones; None if the operation was not asked."""
        return located_case(self.encoding, operation, expected, outcome, self.limits.replacing)

    def located(self, case: Evidence) -> Evidence:
        """Returns a case with every subject that its refusal may be about, unless its offset is believed."""
        return case.wherever(self.encoding) if case.operation.kind in self.misplacing else case

    def is_spent(self, operation: Operation) -> bool:
        """Returns whether an operation is not asked, because others like it have ended the process too often."""
        crashes = sum(self._failed[effect, operation.kind] for effect in FAILURES)
        spent = crashes >= _CRASHES or sum(self._failed[Effect.HANGS, kind] for kind in Kind) >= _HANGS
        return spent or (crashes > 0 and self._failed[_alike(self.encoding, operation)] >= _ALIKE)


def _alike(encoding: Encoding, operation: Operation) -> object:
    """Returns what operations have in common of which one tells what the others do. Of a code that the input cuts short, it is
    also how much is missing."""
    outcome = permitted(encoding, operation)[0]
    reason = outcome.text if isinstance(outcome, Rejection) else None
    cut = last_step(model_of(encoding), operation) if reason == "truncated" and len(operation.input) <= LARGE else None
    lacking = sizes_by_lead(encoding).get(cut.code[0], 0) - len(cut.code) if cut and cut.code else 0
    return operation.kind, reason, min(len(operation.input), 4), lacking
