"""Runs the laws of a check on every part of a sweep, and reports the progress and an estimate of the time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import zip_longest
from time import perf_counter
from typing import Any, NamedTuple

from encoding_conformance.adapters.testee import Askable
from encoding_conformance.checks.catalogue import Check
from encoding_conformance.checks.drive import first_violation, most_telling, run_window, windows
from encoding_conformance.checks.law import Counterexample, Found, Law, Steps
from encoding_conformance.checks.sampling import spread
from encoding_conformance.checks.sweep import CaseGroup, SweepPart, halved, sweep
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Limits
from encoding_conformance.runner.taped import Answered, asking

Tell = Callable[[str, int, int, float], None]
"""Called with the progress of a sweep: its name, the number of cases that are done, the number of all cases, and the estimated
seconds for all of them. The first call is before the first case, and the last one at the end or at a failure."""

_BLOCKS = 16
"""The number of blocks of each part that are asked beforehand, to estimate the time for all of them."""

_TOGETHER = 128
"""The number of blocks that are asked together."""


def tell_nobody(what: str, done: int, cases: int, seconds: float) -> None:
    """Ignores the progress, for runs that nobody watches."""


class LawCase(NamedTuple):
    """A law and one input of it."""

    law: Law
    input: Any


class Sweep:
    """The parts of the sweep of a check: all parts in an exhaustive run, and otherwise those that belong to every run. `cases`
    is their number of cases, and 0 if nothing is swept. If it is `taped`, questions are compared with the expected outcomes;
    otherwise, every law is run."""

    def __init__(self, check: Check, encoding: Encoding, limits: Limits, testee: Askable, taped: bool, exhaustive: bool):
        self.encoding = encoding
        self.limits = limits
        self.testee = testee
        self.taped = taped
        self.exhaustive = exhaustive
        self._question = asking(encoding, limits.replacing)
        kinds = check.laws if check.swept(encoding) else ()
        parts = [(law, part) for kind, law in kinds for part in sweep(kind, encoding, limits)]
        self.parts = [(law, part) for law, part in parts if exhaustive or part.always]
        self.cases = sum(part.cases for _, part in self.parts)

    def violation(self, name: str, tell: Tell) -> Found:
        """Returns the first case on which the check does not hold, with as few cases of a block as possible."""
        seconds = sum(self._seconds(law, part) for law, part in self.parts) if self.exhaustive else 0.0
        tell(name, 0, self.cases, seconds)
        found = most_telling(self._violations(name, tell, seconds))
        tell(name, self.cases, self.cases, seconds)
        return found

    def _violations(self, name: str, tell: Tell, seconds: float) -> Iterator[Found]:
        """Yields what is found in each group of blocks, and tells how far the sweep is."""
        before = 0
        for law, part in self.parts:
            for first in range(0, part.blocks, _TOGETHER):
                indexes = range(part.blocks)[first : first + _TOGETHER]
                yield self._first(law, part, indexes)
                tell(name, before + part.cases * (indexes[-1] + 1) // part.blocks, self.cases, seconds)
            before += part.cases

    def _first(self, law: Law, part: SweepPart, indexes: Iterable[int]) -> Found:
        """Returns the first case in these blocks on which the law does not hold, with as few cases of its group as possible."""
        found = self._asked(law, part, indexes)
        if not isinstance(found, Counterexample):
            return found
        group, violation = halved(found, lambda group: self._ask(law, [group]))
        return Counterexample(LawCase(law, group.input), violation)

    def _asked(self, law: Law, part: SweepPart, indexes: Iterable[int]) -> Found:
        """Returns the first group in these blocks on which a law does not hold. If the expected outcomes are known,
        the law is run only if an outcome is not the expected one."""
        groups = part.groups(indexes)
        return most_telling(self._compared(law, groups)) if part.told and self.taped else self._ask(law, groups)

    def _compared(self, law: Law, groups: Iterator[CaseGroup]) -> Iterator[Found]:
        """Yields what is found in each window of groups with an unexpected outcome."""
        for some in windows(groups):
            rounds = zip_longest(*(group.questions or () for group in some))  # what all groups ask first, then second, and so on
            questions = ([self._question(*each) for each in filter(None, asked)] for asked in rounds)
            answered = Answered(questions, self.testee)
            if not answered.as_expected:
                yield run_window(partial(_of_group, law), self.encoding, self.limits, some, answered)

    def _seconds(self, law: Law, part: SweepPart) -> float:
        """Returns the estimated seconds for a part, from some of its blocks. Their faults are found again when the part is asked
        in order."""
        indexes = spread(range(part.blocks), _BLOCKS)
        start = perf_counter()
        self._asked(law, part, indexes)
        return (perf_counter() - start) * part.blocks / len(indexes)

    def _ask(self, law: Law, groups: Iterable[CaseGroup]) -> Found:
        """Returns the first group on which a law does not hold."""
        perform = partial(self.testee.perform, stop=True)
        return first_violation(partial(_of_group, law), self.encoding, self.limits, groups, perform)


def _of_group(law: Law, encoding: Encoding, group: CaseGroup) -> Steps:
    """Runs a law on the input that is made of a group."""
    return law(encoding, group.input)
