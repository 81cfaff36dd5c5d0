"""Names the requirement that failures break.

Several requirements often fit, so the one named is the likeliest. The weights were fitted to the project's mutants, each left
out of the patterns, by maximizing the likelihood of the requirements that the mutants were planted to break
(`tests/causes/fitted.py`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from harness.causes.failures import Failures
from harness.causes.patterns import Known
from harness.causes.suite import Tests
from harness.causes.votes import votes

Sign = Literal[
    "its share of the failures",
    "the share of its vectors that fail",
    "its share of the example",
    "votes of known mistakes",
    "known mistakes that break it",
]
SIGNS: tuple[Sign, ...] = get_args(Sign)

WEIGHTS: Mapping[Sign, float] = {
    "its share of the failures": 3.3,
    "the share of its vectors that fail": 2.2,
    "its share of the example": 1.9,
    "votes of known mistakes": 0.3,
    "known mistakes that break it": -0.9,
}
"""The log-odds that each sign adds to those of a requirement, if it holds wholly or, for the last two, for each power of e."""

_LEAST_VOTE = 0.01
"""A share of the votes that is hardly more than none."""


def requirement(failures: Failures, patterns: Sequence[Known], failed: Tests, served: Sequence[str]) -> str:
    """Returns the requirement that these failures on vectors break most likely. `served` are those of the example of the
    cause; if no vector fails, it is the first of them. Returns an empty text if there is none."""
    if not failed:
        return next(iter(served), "")
    found = signs(failures, patterns, failed, served)
    odds = {id: sum(WEIGHTS[sign] * degree for sign, degree in each.items()) for id, each in found.items()}
    return max(sorted(odds), key=lambda id: odds[id], default="")


def signs(
    failures: Failures, patterns: Sequence[Known], failed: Tests, served: Sequence[str]
) -> Mapping[str, Mapping[Sign, float]]:
    """Returns what speaks for and against each requirement that these failures may break."""
    voted = votes(failures, patterns, failed)
    breaking = Counter(id for known in patterns for id in known.pattern.breaks)
    sets = failures.suite.by_requirement
    serving = [id for id, tests in sets.items() if tests & failed]
    return {
        id: {
            "its share of the failures": (sets.get(id, 0) & failed).bit_count() / max(1, failed.bit_count()),
            "the share of its vectors that fail": _share(sets.get(id, 0), failed),
            "its share of the example": 1 / len(served) if id in served else 0.0,
            "votes of known mistakes": math.log(1 + voted.get(id, 0.0) / _LEAST_VOTE),
            "known mistakes that break it": math.log(1 + breaking[id]),
        }
        for id in {*serving, *voted, *served}
    }


def _share(tests: Tests, failed: Tests) -> float:
    return (tests & failed).bit_count() / tests.bit_count() if tests else 0.0
