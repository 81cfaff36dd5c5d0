"""The smallest group of cases of a block on which a law does not hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from harness.checks.law import Violation

Fails = Callable[[Sequence[Any]], Violation | None]


def halved(cases: Sequence[Any], found: Violation, fails: Fails) -> tuple[Sequence[Any], Violation]:
    """Cases of these, one behind another, and the law's violation by them; `found` is that by all of them.

    A half that fails is halved again. Where neither does, what is wrong needs cases of both: then less and less is
    taken off either end, until nothing can be.
    """
    step = len(cases) // 2
    while step:
        for rest in (cases[: len(cases) - step], cases[step:]):
            if violation := fails(rest):
                cases, found = rest, violation
                step = min(step, len(cases) // 2)
                break
        else:
            step //= 2
    return cases, found
