"""Recognizes in a group of failures the requirement that is broken, and the known mistake."""

from __future__ import annotations

from collections.abc import Sequence

from harness.causes.evidence import is_another
from harness.causes.failures import Failures
from harness.causes.patterns import Known
from harness.causes.suite import Suite, Tests, fit
from harness.core.cause import Alike

_ALIKE = 0.7
"""How well the failures of a mutant must agree with those of a cause, so that the mutant is named."""

_VOTES = 3
"""The power of its agreement with which a mutant votes for the requirements that it breaks."""


def requirement(suite: Suite, patterns: Sequence[Known], failed: Tests, served: Sequence[str]) -> str:
    """Returns the requirement whose vectors fail, and only they, as far as there is one. Mutants that fail in the same way
    vote for what they break. If nothing tells requirements apart, it is one of those `served` by the example; it is
    empty if there are none."""
    size = failed.bit_count()
    agreement = {id: fit((tests & failed).bit_count(), tests.bit_count(), size) for id, tests in suite.by_requirement.items()}
    for known in patterns:
        vote = fit((known.tests & failed).bit_count(), known.tests.bit_count(), size) ** _VOTES
        for id in known.pattern.breaks:
            agreement[id] = agreement.get(id, 0.0) + vote
    best = max(agreement, key=lambda id: (agreement[id], id in served), default="")
    return best if best and agreement[best] else next(iter(served), "")


def alike(failures: Failures, patterns: Sequence[Known], failed: Tests, explained: int) -> Alike | None:
    """Returns the mutant that fails most alike, vector by vector and in the same way; None if none is alike enough.
    `explained` is the number of all failures of the cause. Those that patterns are not about, such as failures of laws,
    count for the mutant: they joined the cause because they resemble the others."""
    best, found = _ALIKE, None
    size = failed.bit_count()
    for known in patterns:
        same = sum((tests & failures.by_how.get(how, 0) & failed).bit_count() for how, tests in known.exact.items())
        agreement = fit(same, known.tests.bit_count(), size)
        if agreement >= best and not is_another(failures, known):
            best, found = (
                agreement,
                Alike(known.pattern.mutant, explained - size + same, (known.tests & ~failures.tests).bit_count()),
            )
    return found
