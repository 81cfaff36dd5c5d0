"""A check on all there is: its laws on every part of a sweep, with how far it is and how long it may take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any

from harness.checks.drive import Perform, first_violation
from harness.checks.halving import halved
from harness.checks.law import Check, Law, Steps, Violation
from harness.checks.sampling import spread
from harness.checks.sweep import Part, sweep
from harness.core.encoding import Encoding
from harness.core.limits import Limits

Tell = Callable[[str, int, int, float], None]
"""Is told of a sweep as it goes: what is swept, how many cases are done, how many there are, and about how many
seconds all of them take. First before the first case, and last when all is done or something is wrong."""

_BLOCKS = 16
"""Of each part, asked beforehand to find how long all of them may take."""

_STEP = 1 << 15
"""Cases between two tellings."""


def tell_nobody(what: str, done: int, cases: int, seconds: float) -> None:
    """For runs that nobody watches."""


class Sweep:
    """All parts of the sweep of a check. `cases` is their number, 0 where nothing of it is swept."""

    def __init__(self, check: Check, encoding: Encoding, limits: Limits, perform: Perform):
        self.encoding = encoding
        self.limits = limits
        self.perform = perform
        kinds = check.laws if check.swept(encoding) else ()
        self.parts = [(law, part) for kind, law in kinds for part in sweep(kind, encoding, limits)]
        self.cases = sum(part.cases for _, part in self.parts)

    def violation(self, name: str, tell: Tell) -> Violation | None:
        """The first violation there is, by the fewest cases of a block that show it; None where the check holds."""
        seconds = sum(self._seconds(law, part) for law, part in self.parts)
        tell(name, 0, self.cases, seconds)
        before, found = 0, None
        for law, part in self.parts:
            groups = self._counted(part, before, lambda done: tell(name, done, self.cases, seconds))
            if found := self._first(law, part, groups):
                break
            before += part.cases
        tell(name, self.cases, self.cases, seconds)
        return found

    def _first(self, law: Law, part: Part, groups: Iterable[Sequence[Any]]) -> Violation | None:
        """By the fewest cases of the first of these groups on which a law does not hold."""

        found = self._ask(law, part, groups)
        if found is None:
            return None

        def fails(group: Sequence[Any]) -> Violation | None:
            again = self._ask(law, part, [group])
            return again and again[1]

        return halved(*found, fails)[1]

    def _seconds(self, law: Law, part: Part) -> float:
        """About how long a part takes, by some of its blocks; what is wrong with them is met again in its order."""
        groups = [group for place in spread(range(part.blocks), _BLOCKS) for group in part.groups(place)]
        start = perf_counter()
        self._ask(law, part, groups)
        return (perf_counter() - start) * part.cases / max(1, sum(map(len, groups)))

    def _ask(
        self, law: Law, part: Part, groups: Iterable[Sequence[Any]]
    ) -> tuple[Sequence[Any], Violation] | None:
        """The first group on which a law does not hold."""

        def of_group(encoding: Encoding, group: Sequence[Any]) -> Steps:
            return law(encoding, part.join(group))

        return first_violation(of_group, self.encoding, self.limits, groups, self.perform)

    @staticmethod
    def _counted(part: Part, before: int, tell: Callable[[int], None]) -> Iterator[Sequence[Any]]:
        """The groups of a part, telling how far it is."""
        done = told = before
        for group in part.all_groups():
            yield group
            done += len(group)
            if done - told >= _STEP:
                tell(done)
                told = done
