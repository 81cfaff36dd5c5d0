"""Sweeps all that the cases of a check can be, and tells how far a sweep is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from time import perf_counter
from typing import Any, NamedTuple

from encoding_conformance.checks.catalogue import Check
from encoding_conformance.checks.drive import most_telling, windows
from encoding_conformance.checks.law import Counterexample, Found, Law, Steps
from encoding_conformance.checks.sampling import spread
from encoding_conformance.checks.sweep import CaseGroup, SweepPart, halved, sweep
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.runner.taped import LawRunner, Window

Tell = Callable[[str, int, int, float], None]
"""Called with the progress of a sweep: its name, the number of cases that are done, the number of all cases, and the estimated
seconds for all of them. The first call is before the first case, and the last one at the end or at a failure."""

_BLOCKS, _TOGETHER = 16, 128
"""The number of blocks of each part that are asked beforehand, to estimate the time, and of those that are asked together."""


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

    def __init__(self, check: Check, runner: LawRunner, taped: bool, exhaustive: bool):
        self._runner = runner
        self._taped = taped
        self._exhaustive = exhaustive
        kinds = check.laws if check.swept(runner.encoding) else ()
        parts = [(law, part) for kind, law in kinds for part in sweep(kind, runner.encoding, runner.limits)]
        self.parts = [(law, part) for law, part in parts if exhaustive or part.always]
        self.cases = sum(part.cases for _, part in self.parts)

    def violation(self, name: str, tell: Tell) -> Found:
        """Returns the first case on which the check does not hold, with as few cases of a block as possible."""
        seconds = sum(self._seconds(law, part) for law, part in self.parts) if self._exhaustive else 0.0
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
                found = self._asked(law, part, indexes)
                if isinstance(found, Counterexample):
                    group, violation = halved(found, partial(self._in_group, law))
                    found = Counterexample(LawCase(law, group.input), violation)
                yield found
                tell(name, before + part.cases * (indexes[-1] + 1) // part.blocks, self.cases, seconds)
            before += part.cases

    def _asked(self, law: Law, part: SweepPart, indexes: Iterable[int]) -> Found:
        """Returns the first group in these blocks on which a law does not hold. If the expected outcomes are known,
        the law is run only if an outcome is not the expected one."""
        groups, of_group = part.groups(indexes), partial(_of_group, law)
        if part.told and self._taped:
            return self._runner.first_unexpected(of_group, map(self._window, windows(groups)))
        return self._runner.first_violation(of_group, groups)

    def _in_group(self, law: Law, group: CaseGroup) -> Found:
        return self._runner.first_violation(partial(_of_group, law), [group])

    def _window(self, groups: Sequence[CaseGroup]) -> Window:
        rounds = zip_longest(*(group.questions or () for group in groups))  # what all groups ask first, then second, and so on
        return lambda: groups, ([self._runner.question(*each) for each in filter(None, asked)] for asked in rounds)

    def _seconds(self, law: Law, part: SweepPart) -> float:
        """Returns the estimated seconds for a part, from some of its blocks. Their faults are found again when the part is asked
        in order."""
        indexes = spread(range(part.blocks), _BLOCKS)
        start = perf_counter()
        self._asked(law, part, indexes)
        return (perf_counter() - start) * part.blocks / len(indexes)


def _of_group(law: Law, encoding: Encoding, group: CaseGroup) -> Steps:
    """Runs a law on the input that is made of a group."""
    return law(encoding, group.input)
