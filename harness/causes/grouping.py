"""Groups failures on test vectors by the mistakes that they come from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from harness.causes.evidence import Group, log_odds
from harness.causes.failures import Failures
from harness.causes.patterns import Known
from harness.causes.suite import Tests
from harness.causes.symptom import Symptom

_LEAST = 0.3
"""The log-odds above which two groups are joined. With less, the failures of two mistakes are joined more often; with more,
those of one mistake are divided more often (docs/causes.md has figures)."""

_LEAST_OF_MANY, _MANY = -1.0, 4
"""The log-odds above which two groups are joined while there are so many. One mistake must not be told as many."""

_NEARLY, _FEW = 0.98, 3
"""The share of failures that known mistakes must explain, and of their predictions that must come true, and the number of
mistakes that may explain them together."""


def groups(failures: Failures, patterns: Sequence[Known]) -> list[Group]:
    """Returns the failures in groups, as many as there seem to be mistakes. Each failure is in one of them.

    If a few known mistakes of one operation explain the failures exactly, the groups are theirs. (A mistake in a table breaks
    both operations, so it may look like a mistake in each. One that shows in all inputs that end too early may look like
    several, each about inputs of one length. So no symptom is divided.) Otherwise, each symptom is a group at first. Then
    the two groups that most likely come from the same mistake are joined, again and again, as long as the odds are good
    enough. Worse odds are good enough while there are many groups.
    """
    near = [known for known in patterns if known.tests & failures.tests]
    recognized = [Group(tests, _main(failures, tests)) for tests in _recognized(failures, near)]
    if recognized and len({group.main.kind for group in recognized}) == 1 and not _divided(failures, recognized):
        return recognized
    found = [Group(tests, symptom) for symptom, tests in failures.by_symptom.items()]

    @cache
    def odds(one: Group, other: Group) -> float:
        return log_odds(failures, near, one, other)

    while len(found) > 1:
        one, other = max(combinations(found, 2), key=lambda pair: odds(*pair))
        if odds(one, other) <= (_LEAST if len(found) < _MANY else _LEAST_OF_MANY):
            break
        larger = max(one, other, key=lambda group: failures.by_symptom[group.main].bit_count())
        found = [group for group in found if group not in (one, other)] + [Group(one.tests | other.tests, larger.main)]
    return found


def _recognized(failures: Failures, patterns: Sequence[Known]) -> list[Tests]:
    """Returns the failures of the fewest known mistakes that together explain nearly all failures, and predict hardly any
    other; empty if no few mistakes do. What two of them explain counts for the first."""
    precise = [known for known in patterns if _same(failures, known).bit_count() >= _NEARLY * known.tests.bit_count()]
    found: list[Tests] = []
    rest = failures.tests
    while precise and len(found) < _FEW and rest.bit_count() > (1 - _NEARLY) * failures.tests.bit_count():
        best = max(precise, key=lambda known: (known.tests & rest).bit_count())
        if not best.tests & rest:
            return []
        found.append(best.tests & rest)
        rest &= ~best.tests
    if rest.bit_count() > (1 - _NEARLY) * failures.tests.bit_count() or not found:
        return []
    return [found[0] | rest, *found[1:]]


def _divided(failures: Failures, found: Sequence[Group]) -> bool:
    """Whether failures with one symptom are in several groups."""
    return any(sum(bool(tests & group.tests) for group in found) > 1 for tests in failures.by_symptom.values())


def _same(failures: Failures, known: Known) -> Tests:
    """The vectors that fail in the same way as on a mutant."""
    return sum(tests & failures.by_how.get(how, 0) for how, tests in known.exact.items())


def _main(failures: Failures, tests: Tests) -> Symptom:
    """The symptom that most of these failures have."""
    return max(failures.by_symptom, key=lambda symptom: (failures.by_symptom[symptom] & tests).bit_count())
