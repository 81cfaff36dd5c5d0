"""Runs laws on a testee: on generated inputs, and in sweeps on every case of a check.

Where the expected outcomes are known, the operations of a law are asked as questions. A testee that gives these outcomes keeps
the law, so the law itself is not run. The questions about generated inputs are on a tape.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Any

from encoding_conformance.adapters.question import Question
from encoding_conformance.checks import drive, tape
from encoding_conformance.checks.catalogue import CHECKS, Check
from encoding_conformance.checks.inputs.kinds import InputSource
from encoding_conformance.checks.inputs.placed import Complete
from encoding_conformance.checks.law import Counterexample, Found, Law, Steps, Work
from encoding_conformance.checks.sweep import CaseGroup, SweepPart, complete_sweep, halved, sweep
from encoding_conformance.checks.tape import Tape
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.judge import matches
from encoding_conformance.core.limits import REJECTS, Limits
from encoding_conformance.core.operation import Operation
from encoding_conformance.core.outcome import NotAsked, Outcome
from encoding_conformance.core.vector import Permitted
from encoding_conformance.models.replacement import instead
from encoding_conformance.runner.plan import Completed, Unit

Window = tuple[Callable[[], Sequence[Any]], Iterable[Sequence[Question]]]
"""What makes the inputs that run together, and the rounds of questions that a law asks about them."""

_TOGETHER = 128
"""The number of segments that are asked together."""


def tape_of(unit: Unit, source: InputSource) -> Tape | None:
    """Returns the tape of a unit's encoding if the unit has all checks. Otherwise, there is no tape."""
    return tape.record(source) if CHECKS.keys() <= set(unit.checks) else None


class LawRunner:
    """Runs laws on a testee in an encoding. `perform` asks it, up to a failure."""

    def __init__(self, testee: Completed, encoding: Encoding, limits: Limits):
        self.testee = testee
        self.encoding = encoding
        self.limits = limits
        self.perform = partial(testee.perform, stop=True)

    def question(self, operation: Operation, expected: Permitted) -> Question:
        """Returns the question with the outcome that is expected from this implementation. `expected` is the one that is expected
        from an implementation that rejects."""
        replacing = self.limits.replacing
        if replacing != REJECTS:
            expected = instead(self.encoding, operation, (expected,), replacing)[0]
        return Question(operation, expected)

    def first_violation(self, law: Work, inputs: Iterable[Any]) -> Found:
        """What `drive.first_violation` finds."""
        return drive.first_violation(law, self.encoding, self.limits, inputs, self.perform)

    def first_unexpected(self, law: Work, windows: Iterable[Window]) -> Found:
        """What `first_violation` finds. The law is run only for windows of inputs with an unexpected outcome."""
        asked = ((inputs, _Answered(rounds, self.testee)) for inputs, rounds in windows)
        return drive.most_telling(
            answered.not_asked if answered.as_expected else drive.run_window(law, self.encoding, self.limits, inputs(), answered)
            for inputs, answered in asked
        )


class _Answered:
    """The rounds of a window of inputs, which a testee is asked up to the first round with an unexpected outcome; then not all
    is `as_expected`. Operations that it is no longer asked do not count, and `not_asked` is the first of them. A law can ask it
    like the testee: what was answered is not asked again, and the rest is asked now."""

    def __init__(self, rounds: Iterable[Sequence[Question]], testee: Completed):
        self._testee = testee
        self._outcomes: list[Sequence[Outcome]] = []
        self.as_expected = True
        self.not_asked: NotAsked | None = None
        for questions in filter(None, rounds):
            answers = testee.play(questions, stop=True)
            outcomes = list(answers.outcomes)
            self._outcomes.append(outcomes)
            if not answers.as_expected:
                self.as_expected = len(outcomes) == len(questions) and all(map(self._counts_as_expected, questions, outcomes))
            if not self.as_expected:
                return

    def _counts_as_expected(self, question: Question, outcome: Outcome) -> bool:
        if isinstance(outcome, NotAsked):
            self.not_asked = self.not_asked or outcome
            return True
        expected = question.expected
        return isinstance(expected, Permitted) and isinstance(outcome, Permitted) and matches(expected, outcome)

    def __call__(self, operations: Sequence[Operation]) -> Sequence[Outcome]:
        if not operations:
            return ()
        return self._outcomes.pop(0) if self._outcomes else list(self._testee.perform(operations, stop=True))


_parts = lru_cache(4)(sweep)


class Sweep:
    """The parts of the sweep of a check: all parts in an exhaustive run, and otherwise those that belong to every run. A
    `complete` suite for the machine of the encoding comes last. `cases` is their number of cases, and 0 if nothing is swept. If
    it is `taped`, questions are compared with the expected outcomes; otherwise, every law is run."""

    def __init__(self, check: Check, runner: LawRunner, taped: bool, exhaustive: bool, complete: Complete | None = None):
        self._check = check
        self._runner = runner
        self._taped = taped
        kinds = check.laws if check.swept(runner.encoding) else ()
        parts = [(law, part) for kind, law in kinds for part in _parts(kind, runner.encoding, runner.limits)]
        self.parts = [(law, part) for law, part in parts if exhaustive or part.always]
        if complete:
            self.parts += [(law, part) for kind, law in kinds for part in complete_sweep(kind, runner.encoding, complete)]
        self.cases = sum(part.cases for _, part in self.parts)

    def violation(self) -> Found:
        """Returns the first case on which the check does not hold, with as few cases of a segment as possible."""
        not_asked: NotAsked | None = None
        for law, part in self.parts:
            for first in range(0, part.segments, _TOGETHER):
                found = self._found_in(law, part, range(part.segments)[first : first + _TOGETHER])
                if isinstance(found, Counterexample):
                    return found
                not_asked = not_asked or found
                if found and part.kinds.issubset(self._runner.testee.given_up):
                    break
        return not_asked

    def _found_in(self, law: Law, part: SweepPart, indexes: Iterable[int]) -> Found:
        """Returns the first case in these segments on which a law does not hold, with as few cases of a segment as possible."""
        found = self._asked(law, part, indexes)
        if isinstance(found, Counterexample):
            group, violation, _ = halved(found, partial(self._ask_group, law))
            return Counterexample(group.input, violation, law)
        return found

    def _asked(self, law: Law, part: SweepPart, indexes: Iterable[int]) -> Found:
        """Returns the first group in these segments on which a law does not hold. If the expected outcomes are known,
        the law is run only if an outcome is not the expected one."""
        groups, of_group = part.groups(indexes), partial(_of_group, law)
        if part.told and self._taped:
            return self._runner.first_unexpected(of_group, map(self._window, drive.windows(groups)))
        return self._runner.first_violation(of_group, groups)

    def _ask_group(self, law: Law, group: CaseGroup) -> Found:
        return self._runner.first_violation(partial(_of_group, law), [group])

    def _window(self, groups: Sequence[CaseGroup]) -> Window:
        rounds = zip_longest(*(group.questions or () for group in groups))  # what all groups ask first, then second, and so on
        return lambda: groups, ([self._runner.question(*each) for each in filter(None, asked)] for asked in rounds)


def _of_group(law: Law, encoding: Encoding, group: CaseGroup) -> Steps:
    """Runs a law on the input that is made of a group."""
    return law(encoding, group.input)
