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

from encoding_conformance.causes.failures import Failures
from encoding_conformance.causes.patterns import Known
from encoding_conformance.causes.vector_index import Tests, fit
from encoding_conformance.causes.votes import votes
from encoding_conformance.core.fault import Fault

Sign = Literal[
    "its share of the failures",
    "the share of its vectors that fail",
    "its share of the example",
    "votes of known mistakes",
    "known mistakes that break it",
    "the known mistake most alike breaks it",
    "it asks for an answer, and there is none",
]
SIGNS: tuple[Sign, ...] = get_args(Sign)

WEIGHTS: Mapping[Sign, float] = {
    "its share of the failures": 2.7,
    "the share of its vectors that fail": 2.3,
    "its share of the example": 1.6,
    "votes of known mistakes": 0.25,
    "known mistakes that break it": -1.0,
    "the known mistake most alike breaks it": 2.6,
    "it asks for an answer, and there is none": 3.4,
}
"""The log-odds that each sign adds to those of a requirement, if it holds wholly or, for votes and the number of known
mistakes, for each power of e."""

_NO_ANSWER: tuple[Fault, ...] = (Fault.CRASH, Fault.TIMEOUT)
_ANSWER = "common/always-an-answer"
"""The requirement for which a crash or a time-out speaks, whatever the input."""

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
    sets = failures.index.by_requirement
    serving = [id for id, tests in sets.items() if tests & failed]
    agreeing = _agreement(failures, patterns, failed)
    most = max(agreeing.values(), default=0.0)
    unanswered = sum(failures.by_how.get(how, 0) for how in _NO_ANSWER) & failed
    silent = [_ANSWER] if 2 * unanswered.bit_count() > failed.bit_count() else []
    return {
        id: {
            "its share of the failures": (sets.get(id, 0) & failed).bit_count() / max(1, failed.bit_count()),
            "the share of its vectors that fail": _share(sets.get(id, 0), failed),
            "its share of the example": 1 / len(served) if id in served else 0.0,
            "votes of known mistakes": math.log(1 + voted.get(id, 0.0) / _LEAST_VOTE),
            "known mistakes that break it": math.log(1 + breaking[id]),
            "the known mistake most alike breaks it": most**2 if agreeing.get(id, 0.0) == most else 0.0,
            "it asks for an answer, and there is none": float(id in silent),
        }
        for id in {*serving, *voted, *served, *silent}
    }


def _agreement(failures: Failures, patterns: Sequence[Known], failed: Tests) -> Mapping[str, float]:
    """Returns how well these failures agree with those of the known mistake that is most alike, of all that break a
    requirement, vector by vector and in the same way."""
    found: dict[str, float] = {}
    for known in patterns:
        same = sum((tests & failures.by_how.get(how, 0) & failed).bit_count() for how, tests in known.exact.items())
        agreement = fit(same, known.tests.bit_count(), failed.bit_count())
        for id in known.pattern.breaks:
            found[id] = max(found.get(id, 0.0), agreement)
    return found


def _share(tests: Tests, failed: Tests) -> float:
    return (tests & failed).bit_count() / tests.bit_count() if tests else 0.0
