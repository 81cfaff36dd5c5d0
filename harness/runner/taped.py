"""Laws asked from their tape: an implementation that answers what is due keeps them, and no law is run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from harness.adapters.block import Block, Question
from harness.adapters.testee import Testee
from harness.checks.drive import run_window, windows
from harness.checks.law import Check, Law, Violation
from harness.checks.subjects.feed import Feed
from harness.checks.tape import Asked, LawTape, Tape
from harness.core.limits import Limits
from harness.core.operation import Operation
from harness.core.outcome import Outcome
from harness.runner.ids import Ids


class TapedLaws:
    """The laws of an encoding, asked of one testee."""

    def __init__(self, tape: Tape, feed: Feed, testee: Testee, ids: Ids):
        self._tape = tape
        self._feed = feed
        self._testee = testee
        self._ids = ids
        self._questions = list(map(Question, tape.operations, tape.due))

    def law(self, check: Check, place: int) -> LawTape | None:
        """What is on the tape of this check's law; None where the law must be run."""
        return self._tape.laws[check.name][place]

    def first_violation(self, taped: LawTape, kind: str, law: Law, limits: Limits) -> tuple[Any, Violation] | None:
        """What `drive.first_violation` finds. The law is run only for a window of subjects in which an outcome is not the
        due one; what was answered up to there is not asked again."""
        for place, rounds in enumerate(taped.windows):
            answers = list(self._played(rounds))
            if len(answers) == len(rounds) and all(due for due, _ in answers):
                continue
            (subjects,) = islice(windows(self._feed.subjects(kind)), place, place + 1)
            perform = _Replayed([list(outcomes) for _, outcomes in answers], self._testee)
            if found := run_window(law, self._feed.encoding, limits, subjects, perform):
                return found
        return None

    def _played(self, rounds: Sequence[Asked]) -> Iterator[tuple[bool, Sequence[Outcome]]]:
        """For each round whether all outcomes were due, and the outcomes; the first that were not are the last."""
        for asked in rounds:
            block = Block([self._questions[place] for place in asked], self._ids.take(len(asked)))
            outcomes = self._testee.play(block, stop=True) if asked else block.due(offsets=True)
            due = block.holds(outcomes)
            yield due, outcomes
            if not due:
                return


class _Replayed:
    """Performs as a testee does that has answered the first rounds already."""

    def __init__(self, answered: Sequence[list[Outcome]], testee: Testee):
        self._answered = iter(answered)
        self._testee = testee

    def __call__(self, operations: Sequence[Operation]) -> Sequence[Outcome]:
        answered = next(self._answered, None)
        return list(self._testee.perform(operations, stop=True)) if answered is None else answered
