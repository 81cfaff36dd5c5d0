"""A check on all there is: its laws on every part of a sweep, with how far it is and how long it may take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, zip_longest
from time import perf_counter
from typing import Any

from harness.adapters.block import Question
from harness.adapters.testee import Testee
from harness.checks.drive import first_violation, run_window, windows
from harness.checks.halving import halved
from harness.checks.law import Check, Law, Steps, Violation
from harness.checks.sampling import spread
from harness.checks.sweep import Part, sweep
from harness.core.encoding import Encoding
from harness.core.limits import Limits
from harness.runner.ids import Ids
from harness.runner.taped import Answered

Tell = Callable[[str, int, int, float], None]
"""Is told of a sweep as it goes: what is swept, how many cases are done, how many there are, and about how many
seconds all of them take. First before the first case, and last when all is done or something is wrong."""

_BLOCKS = 16
"""Of each part, asked beforehand to find how long all of them may take."""

_TOGETHER = 128
"""Blocks that are asked together."""


def tell_nobody(what: str, done: int, cases: int, seconds: float) -> None:
    """For runs that nobody watches."""


class Sweep:
    """The parts of the sweep of a check: all of them in an exhaustive run, else those that belong into every run. `cases`
    is their number, 0 where nothing is swept. `ids` are taken for questions with what is due; without, every law is run."""

    def __init__(self, check: Check, encoding: Encoding, limits: Limits, testee: Testee, ids: Ids | None, exhaustive: bool):
        self.encoding = encoding
        self.limits = limits
        self.testee = testee
        self.ids = ids
        self.exhaustive = exhaustive
        kinds = check.laws if check.swept(encoding) else ()
        parts = [(law, part) for kind, law in kinds for part in sweep(kind, encoding, limits)]
        self.parts = [(law, part) for law, part in parts if exhaustive or part.always]
        self.cases = sum(part.cases for _, part in self.parts)

    def violation(self, name: str, tell: Tell) -> Violation | None:
        """The first violation there is, by the fewest cases of a block that show it; None where the check holds."""
        seconds = sum(self._seconds(law, part) for law, part in self.parts) if self.exhaustive else 0.0
        tell(name, 0, self.cases, seconds)
        before, found = 0, None
        for law, part in self.parts:
            for places in _groups(range(part.blocks), _TOGETHER):
                if found := self._first(law, part, places):
                    break
                tell(name, before + part.cases * (places[-1] + 1) // part.blocks, self.cases, seconds)
            if found:
                break
            before += part.cases
        tell(name, self.cases, self.cases, seconds)
        return found

    def _first(self, law: Law, part: Part, places: Sequence[int]) -> Violation | None:
        """By the fewest cases of the first group in these blocks on which a law does not hold."""
        found = self._asked(law, part, places)
        if found is None:
            return None

        def fails(group: Sequence[Any]) -> Violation | None:
            again = self._ask(law, part, [group])
            return again and again[1]

        return halved(*found, fails)[1]

    def _asked(self, law: Law, part: Part, places: Sequence[int]) -> tuple[Sequence[Any], Violation] | None:
        """The first group in these blocks on which a law does not hold. It is run only where an outcome is not the due one,
        if what is due is known."""
        if not part.questions or not self.ids:
            return self._ask(law, part, _of(part, places))
        asked = ((group, questions) for place in places for group, questions in part.questions(place))
        for some in windows(asked):
            rounds = ([Question(*question) for question in filter(None, each)] for each in _rounds(some))
            answered = Answered(rounds, self.testee, self.ids)
            if answered.as_due:
                continue
            groups = [group for group, _ in some]
            if found := run_window(partial(_of_group, law, part), self.encoding, self.limits, groups, answered):
                return found
        return None

    def _seconds(self, law: Law, part: Part) -> float:
        """About how long a part takes, by some of its blocks; what is wrong with them is met again in its order."""
        places = spread(range(part.blocks), _BLOCKS)
        start = perf_counter()
        self._asked(law, part, places)
        return (perf_counter() - start) * part.blocks / len(places)

    def _ask(self, law: Law, part: Part, groups: Iterable[Sequence[Any]]) -> tuple[Sequence[Any], Violation] | None:
        """The first group on which a law does not hold."""
        perform = partial(self.testee.perform, stop=True)
        return first_violation(partial(_of_group, law, part), self.encoding, self.limits, groups, perform)


def _of_group(law: Law, part: Part, encoding: Encoding, group: Sequence[Any]) -> Steps:
    """The law at work on the cases of a group, joined."""
    return law(encoding, part.join(group))


def _rounds(asked: Sequence[tuple[Any, Sequence[Any]]]) -> Iterator[Sequence[Any]]:
    """What a window asks first, then second, and so on."""
    return zip_longest(*(questions for _, questions in asked))


def _of(part: Part, places: Sequence[int]) -> Iterator[Sequence[Any]]:
    """The groups of some blocks."""
    for place in places:
        yield from part.groups(place)


def _groups(places: range, most: int) -> Iterator[list[int]]:
    waiting = iter(places)
    while some := list(islice(waiting, most)):
        yield some
