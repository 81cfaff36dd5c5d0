"""Recognizes the known mistake that failures look like."""

from __future__ import annotations

from collections.abc import Sequence

from encoding_conformance.causes.evidence import is_another
from encoding_conformance.causes.failures import Failures
from encoding_conformance.causes.patterns import Known
from encoding_conformance.causes.vector_index import Tests, fit
from encoding_conformance.core.verdict import LooksLike

_ALIKE = 0.7
"""How well the failures of a mutant must agree with those of a cause, so that the mutant is named."""


def alike(failures: Failures, patterns: Sequence[Known], failed: Tests, explained: int) -> LooksLike | None:
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
                LooksLike(known.pattern.mutant, explained - size + same, (known.tests & ~failures.tests).bit_count()),
            )
    return found
