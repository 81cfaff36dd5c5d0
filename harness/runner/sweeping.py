"""A check on all there is: its laws on every part of a sweep, with how far it is and how long it may take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from time import perf_counter
from typing import Any

from harness.adapters.block import Block, Question
from harness.adapters.testee import Testee
from harness.checks.drive import first_violation
from harness.checks.halving import halved
from harness.checks.law import Check, Law, Steps, Violation
from harness.checks.sampling import spread
from harness.checks.sweep import Part, sweep
from harness.core.encoding import Encoding
from harness.core.limits import Limits
from harness.runner.ids import Ids

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

    def __init__(
        self, check: Check, encoding: Encoding, limits: Limits, testee: Testee, ids: Ids | None, exhaustive: bool
    ):
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
        found = None if self._all_due(part, places) else self._ask(law, part, _of(part, places))
        if found is None:
            return None

        def fails(group: Sequence[Any]) -> Violation | None:
            again = self._ask(law, part, [group])
            return again and again[1]

        return halved(*found, fails)[1]

    def _all_due(self, part: Part, places: Sequence[int]) -> bool:
        """Does the testee answer all that these blocks ask as is due? Then no law need be run."""
        if not part.questions or not self.ids:
            return False
        questions = [Question(*question) for place in places for question in part.questions(place)]
        if not questions:
            return True
        block = Block(questions, self.ids.take(len(questions)))
        return block.holds(self.testee.play(block, stop=True))

    def _seconds(self, law: Law, part: Part) -> float:
        """About how long a part takes, by some of its blocks; what is wrong with them is met again in its order."""
        places = spread(range(part.blocks), _BLOCKS)
        start = perf_counter()
        if not self._all_due(part, places):
            self._ask(law, part, _of(part, places))
        return (perf_counter() - start) * part.blocks / len(places)

    def _ask(
        self, law: Law, part: Part, groups: Iterable[Sequence[Any]]
    ) -> tuple[Sequence[Any], Violation] | None:
        """The first group on which a law does not hold."""

        def of_group(encoding: Encoding, group: Sequence[Any]) -> Steps:
            return law(encoding, part.join(group))

        def perform(operations: Sequence[Any]) -> Iterable[Any]:
            return self.testee.perform(operations, stop=True)

        return first_violation(of_group, self.encoding, self.limits, groups, perform)


def _of(part: Part, places: Sequence[int]) -> Iterator[Sequence[Any]]:
    """The groups of some blocks."""
    for place in places:
        yield from part.groups(place)


def _groups(places: range, most: int) -> Iterator[list[int]]:
    waiting = iter(places)
    while some := list(islice(waiting, most)):
        yield some
