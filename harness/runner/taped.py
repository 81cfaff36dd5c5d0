"""Laws asked from what is due: an implementation that answers so keeps them, and no law is run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from harness.adapters.block import Block, Question
from harness.adapters.testee import Testee
from harness.checks.drive import run_window, windows
from harness.checks.law import Law, Violation
from harness.checks.subjects.feed import Feed
from harness.checks.tape import LawTape, Tape
from harness.core.identity import LawId
from harness.core.limits import Limits
from harness.core.operation import Operation
from harness.core.outcome import Outcome
from harness.runner.ids import Ids


class Answered:
    """The rounds of a window of subjects, asked of a testee up to the first in which an outcome is not the due one.

    It performs for the law as the testee does: what was answered is not asked again, and the rest is asked now.
    """

    def __init__(self, rounds: Iterable[Sequence[Question]], testee: Testee, ids: Ids):
        """Ask the rounds, one after another."""
        self._testee = testee
        self._outcomes: list[Sequence[Outcome]] = []
        self.as_due = True
        """Were all outcomes the due ones?"""
        for questions in filter(None, rounds):
            block = Block(questions, ids.take(len(questions)))
            outcomes = testee.play(block, stop=True)
            self.as_due = block.holds(outcomes)
            self._outcomes.append(list(outcomes))
            if not self.as_due:
                return

    def __call__(self, operations: Sequence[Operation]) -> Sequence[Outcome]:
        """The outcomes of a round. It may stop after a failure."""
        if not operations:
            return ()
        return self._outcomes.pop(0) if self._outcomes else list(self._testee.perform(operations, stop=True))


class TapedLaws:
    """The laws of an encoding on their tape, asked of one testee."""

    def __init__(self, tape: Tape, feed: Feed, testee: Testee, ids: Ids):
        self._tape = tape
        self._feed = feed
        self._testee = testee
        self._ids = ids
        self._questions = list(map(Question, tape.operations, tape.due))

    def law(self, id: LawId) -> LawTape | None:
        """What is on the tape of this law; None where the law must be run."""
        return self._tape.laws[id]

    def first_violation(self, taped: LawTape, kind: str, law: Law, limits: Limits) -> tuple[Any, Violation] | None:
        """What `drive.first_violation` finds. The law is run only for a window of subjects in which an outcome is not the
        due one."""
        for place, rounds in enumerate(taped.windows):
            questions = ([self._questions[place] for place in asked] for asked in rounds)
            answered = Answered(questions, self._testee, self._ids)
            if answered.as_due:
                continue
            (subjects,) = islice(windows(self._feed.subjects(kind)), place, place + 1)
            if found := run_window(law, self._feed.encoding, limits, subjects, answered):
                return found
        return None
