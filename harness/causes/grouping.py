"""Groups failures on test vectors by the mistakes that they come from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from harness.causes.evidence import Group, log_odds
from harness.causes.failures import Failures
from harness.causes.patterns import Known

_LEAST = 0.3
"""The log-odds above which two groups are joined. With less, the failures of two mistakes are joined more often; with more,
those of one mistake are divided more often (docs/causes.md has figures)."""


def groups(failures: Failures, patterns: Sequence[Known]) -> list[Group]:
    """Returns the failures in groups, as many as there seem to be mistakes. Each failure is in one of them.

    At first, each symptom is a group. Then the two groups that most likely come from the same mistake are joined, again
    and again, as long as the odds are good enough.
    """
    found = [Group(tests, symptom) for symptom, tests in failures.by_symptom.items()]
    near = [known for known in patterns if known.tests & failures.tests]

    @cache
    def odds(one: Group, other: Group) -> float:
        return log_odds(failures, near, one, other)

    while len(found) > 1:
        one, other = max(combinations(found, 2), key=lambda pair: odds(*pair))
        if odds(one, other) <= _LEAST:
            break
        larger = max(one, other, key=lambda group: failures.by_symptom[group.main].bit_count())
        found = [group for group in found if group not in (one, other)] + [Group(one.tests | other.tests, larger.main)]
    return found
