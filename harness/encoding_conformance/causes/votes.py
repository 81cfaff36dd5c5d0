"""Lets known mistakes vote for the requirement that failures break, each as far as the failures resemble its own."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from encoding_conformance.causes.failures import Failures
from encoding_conformance.causes.patterns import Known
from encoding_conformance.causes.symptom import Symptom
from encoding_conformance.causes.vector_index import Tests, VectorIndex, likeness
from encoding_conformance.core.fault import Fault

Profile = Mapping[Hashable, float]


class Character(NamedTuple):
    """What failures are like, whatever the vectors: the ways in which they fail, their symptoms, and their symptoms in
    the vectors of each requirement. Each profile has the square roots of the numbers of failures."""

    hows: Profile
    symptoms: Profile
    requirements: Profile

    def resemblance(self, other: Character) -> float:
        """Returns how alike the two are, from 0 to 1."""
        return math.prod(likeness(one, another) for one, another in zip(self, other))


def votes(failures: Failures, patterns: Sequence[Known], failed: Tests) -> Mapping[str, float]:
    """Returns the share of all votes that each requirement gets, as far as it gets any."""
    index = failures.index
    here = _character(index, failures.by_how, failures.by_symptom, failed)
    found: dict[str, float] = defaultdict(float)
    total = 0.0
    for known in patterns:
        vote = here.resemblance(_character(index, known.exact, known.by_symptom, known.tests))
        total += vote
        for id in known.pattern.breaks:
            found[id] += vote
    return {id: vote / total for id, vote in found.items() if vote}


def _character(
    index: VectorIndex, by_how: Mapping[Fault, Tests], by_symptom: Mapping[Symptom, Tests], failed: Tests
) -> Character:
    return Character(
        _roots({how: tests & failed for how, tests in by_how.items()}),
        _roots({symptom: tests & failed for symptom, tests in by_symptom.items()}),
        _roots(
            {
                (symptom.kind, symptom.effect, id): tests & failed & serving
                for symptom, tests in by_symptom.items()
                for id, serving in index.by_requirement.items()
            }
        ),
    )


def _roots(sets: Mapping[Hashable, Tests]) -> Profile:
    return {name: math.sqrt(tests.bit_count()) for name, tests in sets.items() if tests}
