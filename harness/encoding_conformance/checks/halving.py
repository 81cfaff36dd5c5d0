"""The smallest group of cases of a block on which a law does not hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from encoding_conformance.checks.law import Violation

Fails = Callable[[Sequence[Any]], Violation | None]


def halved(cases: Sequence[Any], found: Violation, fails: Fails) -> tuple[Sequence[Any], Violation]:
    """Returns as few consecutive cases as possible that still violate the law, and their violation. `found` is the
    violation by all cases.

    A half that fails is halved again. If neither half fails, the fault needs cases of both. Then smaller and smaller
    parts are removed from both ends, until nothing more can be removed.
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
