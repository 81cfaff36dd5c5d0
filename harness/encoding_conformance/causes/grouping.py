"""Groups failures on test vectors by the mistakes that they come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from encoding_conformance.causes.evidence import Group, log_odds
from encoding_conformance.causes.failures import Failures
from encoding_conformance.causes.patterns import Known
from encoding_conformance.causes.symptom import Symptom
from encoding_conformance.causes.vector_index import Tests

_LEAST = 0.4
"""The log-odds above which two groups are joined. With less, the failures of two mistakes are joined more often; with more,
those of one mistake are divided more often (docs/causes.md has figures)."""

_LEAST_OF_MANY, _MANY = -1.0, 4
"""The log-odds above which two groups are joined while there are so many. One mistake must not be told as many."""

_NEARLY, _FEW = 0.98, 3
"""The share of failures that known mistakes must explain, and of their predictions that must come true, and the number of
mistakes that may explain them together."""


def groups(failures: Failures, patterns: Sequence[Known]) -> list[Group]:
    """Returns the failures in groups, as many as there seem to be mistakes. Each failure is in one of them."""
    near = [known for known in patterns if known.tests & failures.tests]

    def odds(one: Group, other: Group) -> float:
        return log_odds(failures, near, one, other)

    return recognized(failures, near) or joined(failures, odds)


def recognized(failures: Failures, patterns: Sequence[Known]) -> list[Group]:
    """Returns the groups of a few known mistakes of one operation that explain the failures nearly exactly; empty if none do.

    Failures with a symptom that none of these mistakes has are a group of their own, even if they are few. A mistake in a
    table breaks both operations, so it may look like a mistake in each. One that shows in all inputs that end too early may
    look like several, each about inputs of one length. So no symptom is divided.
    """
    precise = [known for known in patterns if _same(failures, known).bit_count() >= _NEARLY * known.tests.bit_count()]
    found = [Group(tests, _main(failures, tests)) for tests in _explained(failures, precise)]
    if len({group.main.kind for group in found}) != 1 or _divided(failures, found):
        return []
    return [part for group in found for part in _parts(failures, precise, group)]


def joined(failures: Failures, odds: Callable[[Group, Group], float]) -> list[Group]:
    """Returns groups of symptoms. At first, each symptom is a group. Then the two groups that most likely come from the same
    mistake are joined, again and again, as long as the odds, a logarithm, are good enough. Worse odds are good enough while
    there are many groups."""
    found = [Group(tests, symptom) for symptom, tests in failures.by_symptom.items()]
    known_odds = cache(odds)
    while len(found) > 1:
        one, other = max(combinations(found, 2), key=lambda pair: known_odds(*pair))
        if known_odds(one, other) <= (_LEAST if len(found) < _MANY else _LEAST_OF_MANY):
            break
        larger = max(one, other, key=lambda group: failures.by_symptom[group.main].bit_count())
        found = [group for group in found if group not in (one, other)] + [Group(one.tests | other.tests, larger.main)]
    return found


def _parts(failures: Failures, precise: Sequence[Known], group: Group) -> list[Group]:
    """Divides a group into the symptoms of known mistakes and the other symptoms."""
    explained = 0
    for known in precise:
        if known.tests & group.tests:
            explained |= known.tests
    shares = [tests & group.tests for tests in failures.by_symptom.values()]
    others = sum(share for share in shares if not share & explained)
    return [Group(tests, _main(failures, tests)) for tests in (group.tests & ~others, others) if tests]


def _explained(failures: Failures, precise: Sequence[Known]) -> list[Tests]:
    """Returns the failures of the fewest known mistakes that together explain nearly all failures; empty if no few do.
    `precise` are those that predict hardly any other failure. What two of them explain counts for the first."""
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
