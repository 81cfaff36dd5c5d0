"""Joins mistakes that together are one with a kind of values."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations

from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.distortion import Distortion
from encoding_conformance.causes.cases.effect import Effect
from encoding_conformance.causes.cases.values import kinds_of_values
from encoding_conformance.causes.mistakes.mistake import Mistake, Sign, take_over
from encoding_conformance.causes.rules.learned import MOST, learned, of_most
from encoding_conformance.causes.rules.rule import ANYWHERE, Rule, is_vague
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.ranges import RangeSet

_MOSTLY, _MUCH = 0.9, 0.75
"""The shares of cases that are nearly all of them, and a large part."""

_NEARLY = 0.97
"""The share of the values of a kind that come out wrong if all do but for chance."""

_ANY_WAY = {Distortion.NONE, Distortion.OTHER, Distortion.WRAPPED}
"""The ways in which results are wrong that do not say why. A refusal has none."""


def pooled(encoding: Encoding, found: Iterable[Mistake], right: Mapping[Kind, Sequence[Evidence]]) -> list[Mistake]:
    """Returns the mistakes with those joined that together are one with a kind of values: several of which no plain rule is
    known, if most of a kind come out wrong, or two that are each true of a kind, if the two make up a third one. `right` are the
    cases that came out right."""
    left = list(found)
    for kind in Kind:
        some = [each for each in left if each.main.kind == kind and _may_be_pooled(each)]
        vague = _vague(some)
        if rule := _rule_of(encoding, vague, right[kind]):
            _pool(left, vague, rule)
        for one, other in combinations(some, 2):
            are_tiles = one in left and other in left and _are_tiles(encoding, one, other)
            if are_tiles and (rule := of_most(encoding, [*one.cases, *other.cases], right[kind], _NEARLY)):
                _pool(left, (one, other), rule)
    return left


def _may_be_pooled(mistake: Mistake) -> bool:
    """Returns whether a mistake makes an operation refuse values, or give others, wherever they stand as far as is known."""
    is_of_values = mistake.main.effect in (Effect.REFUSES, Effect.WRONG) and mistake.main.distortion != Distortion.LOST
    return is_of_values and (mistake.rule is None or mistake.rule.place is ANYWHERE)


def _vague(some: Iterable[Mistake]) -> list[Mistake]:
    """Returns the mistakes of which no plain rule is known. Refusals are left out if the way in which results are wrong says why,
    such as too many bytes."""
    vague = [each for each in some if is_vague(each.rule)]
    ways = {each.main.distortion for each in vague}
    return vague if ways <= _ANY_WAY else [each for each in vague if each.main.effect == Effect.WRONG]


def _rule_of(encoding: Encoding, pool: Sequence[Mistake], right: Sequence[Evidence]) -> Rule | None:
    """Returns the rule that tells nearly all cases of several mistakes that make results wrong; None if there is none. It is that
    of one of them, or one of most values of a kind, unless that of one of them tells a large part."""
    if len(pool) < 2 or not any(each.main.effect == Effect.WRONG for each in pool):
        return None
    cases = list(chain.from_iterable(each.cases for each in pool))
    known = [each.rule for each in pool if each.rule and not each.rule.subject.is_of_most]
    best = max(known, key=lambda rule: sum(map(rule.covers, cases)), default=None)
    if best and all(best.tells(each.cases, _MOSTLY) for each in pool):
        return best
    most = None if best and best.tells(cases, _MUCH) else of_most(encoding, cases, right, MOST)
    return most or next((rule for rule in learned(encoding, cases, right)[:1] if rule.tells(cases, _MOSTLY)), None)


def _are_tiles(encoding: Encoding, one: Mistake, other: Mistake) -> bool:
    """Returns whether two mistakes are each true of a kind of values, and no value is of both."""
    are_known = all(each.rule and each.values for each in (one, other))
    return are_known and not _narrowest(encoding, one).intersection(_narrowest(encoding, other))


def _pool(left: list[Mistake], pool: Sequence[Mistake], rule: Rule) -> None:
    """Makes one mistake of those of which this rule is true."""
    pool = [each for each in pool if rule.tells(each.cases, _MOSTLY)]
    if len(pool) < 2:
        return
    first = max(pool, key=lambda each: len(each.cases))
    take_over(left, [first, *(each for each in pool if each is not first)])
    first.signs[0], first.groups = Sign(first.main, rule), []
    if len({sign.signature.effect for sign in first.signs}) > 1:
        other = Effect.REFUSES if first.main.effect == Effect.WRONG else f"{Effect.WRONG} for"
        first.makes = [f", or {other} {'them' if rule.subject.is_of_most else 'it'}"]


def _narrowest(encoding: Encoding, mistake: Mistake) -> RangeSet:
    """Returns the narrowest kind of nearly all values that come out wrong for sure."""
    subjects = (case.subjects[0] for case in mistake.cases if len(case.subjects) == 1)
    sure = {each.value for each in subjects if each.value is not None and not each.reason}
    kinds = kinds_of_values(encoding).values()
    found = (kind for kind in kinds if sum(map(kind.__contains__, sure)) >= _NEARLY * len(sure))
    return min(found, key=lambda kind: kind.size)
