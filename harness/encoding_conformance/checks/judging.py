"""Judges the groups of a check, finds the first that breaks it, and says which operation is to blame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import NamedTuple

from encoding_conformance.checks.check import Answered, Broken, Check, Group
from encoding_conformance.checks.shrink import shrink
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import PASSED, fault_of, judge, matches
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import FAILURES, NotRun, Outcome, Rejection, Timeout, Unsupported
from encoding_conformance.core.vector import Case, Permitted
from encoding_conformance.core.verdict import Judgement, Status
from encoding_conformance.models import case_of
from encoding_conformance.models.replacement import instead

Perform = Callable[[Sequence[Operation]], Iterable[Outcome]]
"""Runs operations on an implementation, and returns the outcomes in order. It may stop after an outcome that is a failure."""

_FIRST_BATCH, _BATCH = 8, 256
"""The number of groups in a batch: few at first, so that an early failure costs little."""

NOT_THE_REPLACEMENT = "not the replacement that the manifest declares"


def judge_replacing(
    encoding: Encoding, operation: Operation, outcomes: Sequence[Permitted], outcome: Outcome, limits: Limits
) -> Judgement:
    """Judges an outcome as `judge` does, but permits the declared replacement instead of a permitted rejection. `outcomes` are
    those that the specification permits. They decide what a limit excuses."""
    expected = instead(encoding, operation, outcomes, limits.replacing)
    if expected == tuple(outcomes) or isinstance(outcome, Unsupported):
        return judge(encoding, operation, outcomes, outcome, limits)
    judgement = judge(encoding, operation, expected, outcome, limits)
    if judgement.status == Status.FAIL and isinstance(outcome, Permitted):
        return Judgement(Status.FAIL, NOT_THE_REPLACEMENT)
    return judgement


class Blamed(NamedTuple):
    """The case that is to blame, with its outcome, the reason, and the outcomes that this implementation may give."""

    case: Case
    outcome: Outcome
    reason: str
    expected: tuple[Permitted, ...]


@dataclass
class Search:
    """Looks for a group that breaks a check. `perform` runs operations on the implementation. `cases` is the number of cases so
    far, and `not_asked` the first outcome of an operation that did not run."""

    check: Check
    encoding: Encoding
    limits: Limits
    perform: Perform
    cases: int = 0
    not_asked: NotRun | None = None
    _answered: list[Answered] = field(default_factory=list)

    def smallest(self, groups: Iterable[Group]) -> Blamed | None:
        """Returns the blame for the first group that breaks the check, made as small as can be found; None if nothing does."""
        for batch in _batches(groups):
            if failure := self._first(batch):
                return self._smallest(*failure)
        return None

    def first(self, groups: Iterable[Group]) -> Blamed | None:
        """Returns the blame for the first group that breaks the check, as it is."""
        for batch in _batches(groups):
            if failure := self._first(batch):
                return self._blame(failure[1])
        return None

    def of_outcome(self, case: Case, outcome: Outcome) -> Blamed | None:
        """Returns the blame for an outcome of a case that ran already."""
        broken = self._broken([Answered(case, outcome)])
        return self._blame(broken) if broken else None

    def _first(self, batch: Sequence[Group]) -> tuple[Group, Broken] | None:
        outcomes = iter(list(self.perform([case.operation for group in batch for case in group])))
        for group in batch:
            self.cases += len(group)
            if broken := self._broken(list(map(Answered, group, outcomes))):
                return group, broken
        return None

    def _broken(self, answered: list[Answered]) -> Broken | None:
        """Returns the case that breaks the check in a group with these outcomes. The last ones may be missing after a failure."""
        if all(map(self._is_expected, answered)):
            return None
        for case, outcome in answered:
            if isinstance(outcome, FAILURES):
                self._answered = answered
                return Broken(case, outcome, self.judge(case, outcome).reason)
            if isinstance(outcome, NotRun):
                self.not_asked = self.not_asked or outcome
                return None
        self._answered = answered
        if self.check.relation is None:
            return next(filter(None, map(self._wrong, answered)), None)
        # A round trip ends at a declared replacement. Chunks and repetitions must give the same replacements.
        seen = list(map(self._as_rejected, answered)) if self.check.from_first else answered
        broken = self.check.relation(self.encoding, seen, self._perform_one)
        if broken is None or self.judge(case_of(self.encoding, broken.case.operation), broken.outcome).status == Status.SKIP:
            return None
        return broken

    def _is_expected(self, answer: Answered) -> bool:
        """Returns whether an outcome is the expected one. A rejection is not if the implementation declares a replacement."""
        rejects = isinstance(answer.outcome, Rejection) and self.limits.replacing.replaces(answer.case.operation.kind)
        return answer.is_expected and not rejects

    def judge(self, case: Case, outcome: Outcome) -> Judgement:
        """Judges the outcome of a case. Any answer passes if the tables do not say which one is right."""
        if not case.permitted and not isinstance(outcome, (*FAILURES, NotRun)):
            return PASSED
        return judge_replacing(self.encoding, case.operation, case.permitted, outcome, self.limits)

    def _wrong(self, answer: Answered) -> Broken | None:
        if self._is_expected(answer):
            return None
        judgement = self.judge(*answer)
        return Broken(*answer, judgement.reason) if judgement.status.is_bad else None

    def _perform_one(self, operation: Operation) -> Outcome:
        """Runs an operation for a relation, and keeps its outcome for `_blame`."""
        outcome = next(iter(self.perform([operation])))
        self._answered = [*self._answered, Answered(case_of(self.encoding, operation), outcome)]
        return outcome

    def _as_rejected(self, answer: Answered) -> Answered:
        """Returns a case with its outcome, or with the permitted rejection if the outcome is the declared replacement for it."""
        case, outcome = answer
        rejections = [permitted for permitted in case.permitted if isinstance(permitted, Rejection)]
        if rejections and isinstance(outcome, Permitted) and not answer.is_expected and self.judge(*answer).status == Status.PASS:
            return Answered(case, rejections[0])
        return answer

    def _smallest(self, group: Group, broken: Broken) -> Blamed:
        """Returns the blame in the smallest group that breaks the check in the same way."""
        best = last = self._blame(broken)

        def still_fails(seeds: Sequence[Operation]) -> bool:
            nonlocal best, last
            failure = self._first([self.check.regrouped(self.encoding, seeds)])
            if failure is None:
                return False
            last = self._blame(failure[1])
            if _way(last) != _way(best):
                return False
            best = last
            return True

        shrink(self.check.seeds(group), still_fails, hangs=lambda: isinstance(last.outcome, Timeout))
        return best

    def _blame(self, broken: Broken) -> Blamed:
        """Returns the operation that is to blame: the one on which the check broke, if the tables say the same about it; or
        else the first whose outcome the tables do not permit. Without such an outcome, it is the one on which the check broke."""
        case = case_of(self.encoding, broken.case.operation)
        if isinstance(broken.outcome, FAILURES):
            return self._shown(case, broken.outcome, broken.reason)
        pairs = product(broken.case.permitted, case.permitted)
        agreed = not broken.case.permitted or any(matches(a, b) or matches(b, a) for a, b in pairs)
        if agreed and self.judge(case, broken.outcome).status.is_bad:
            return self._shown(case, broken.outcome, broken.reason)
        for answer in self._answered:
            if answer.case.permitted and (judgement := self.judge(*answer)).status.is_bad:
                return self._shown(*answer, judgement.reason)
        return self._shown(*broken)

    def _shown(self, case: Case, outcome: Outcome, reason: str) -> Blamed:
        """Returns a case with the outcomes that this implementation may give."""
        expected = instead(self.encoding, case.operation, case.permitted, self.limits.replacing)
        if expected != case.permitted and isinstance(outcome, Permitted):
            reason = NOT_THE_REPLACEMENT
        return Blamed(case, outcome, reason, expected)


def _way(blamed: Blamed) -> tuple[object, ...]:
    """Returns the way in which an outcome is wrong, which stays the same while its input becomes smaller."""
    first = next((each for each in blamed.case.permitted if isinstance(each, Rejection)), None)
    return blamed.case.operation.kind, fault_of(blamed.expected, blamed.outcome), first and first.text


def _batches(groups: Iterable[Group]) -> Iterator[list[Group]]:
    waiting, size = iter(groups), _FIRST_BATCH
    while batch := list(islice(waiting, size)):
        yield batch
        size = min(_BATCH, size * 4)
