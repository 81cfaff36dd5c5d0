"""Tells which mistakes are one."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.effect import ON_VALUES, Effect
from encoding_conformance.causes.cases.subject import Subject
from encoding_conformance.causes.mistakes.adapter import says_valid
from encoding_conformance.causes.mistakes.alike import WAYS
from encoding_conformance.causes.mistakes.inverse import does_the_same, is_inverse
from encoding_conformance.causes.mistakes.mistake import MADE, Mistake, Sign, take_over
from encoding_conformance.causes.rules.faults import ALL_ILL_FORMED
from encoding_conformance.causes.rules.rule import ANYWHERE, Condition, Rule, Takes
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Encoded

_FEW = 0.1
"""The share of cases that are exceptions."""

_REASONS = 3
"""The fewest reasons from which on a decoder is taken to ignore all of them at a place."""

_MANY_REASONS = 5
"""The number of reasons for each of which a validator accepts ill-formed input, so that it seems to look at nothing."""


def joined(asked: Respondent, found: Sequence[Mistake], rejected: Counter[Kind]) -> list[Mistake]:
    """Returns the mistakes with those joined that are one: what an operation does wrong with the same values in several ways,
    what it takes for these values instead, and what the other operation does with the same values or codes. `rejected` are the
    numbers of inputs that operations rejected rightly."""
    kept: list[Mistake] = []
    for mistake in sorted(
        _joined_by_reason(found, rejected),
        key=lambda each: (each.main.effect not in ON_VALUES, each.main.reason, -len(each.cases)),
    ):
        for is_one, join in WAYS:
            if one := next((other for other in kept if is_one(asked, other, mistake)), None):
                join(one, mistake)
                break
        else:
            kept.append(mistake)
    for one in [each for each in kept if each.main.kind == Kind.ENCODE]:
        for other in [each for each in kept if each.main.kind == Kind.DECODE]:
            alike = does_the_same(asked, one, other)
            is_clearer = one.main.effect == Effect.ACCEPTS and (alike or (other.rule is not None and one.rule is None))
            main, also = (other, one) if is_clearer else (one, other)
            if one in kept and (alike or is_inverse(asked, one, other)):
                main.both_ways = True
                main.take(also)
                kept.remove(also)
    return kept


def _joined_by_reason(found: Iterable[Mistake], rejected: Counter[Kind]) -> list[Mistake]:
    """Returns the mistakes with those joined that make the same of ill-formed input, unless other such input is rejected, those
    that accept it at the same place, whatever the reason, and those in which encode writes the bytes of what it refuses."""
    joined = list(found)
    refusing, accepting = (
        [each for each in joined if each.main[:2] == (Kind.ENCODE, effect)] for effect in (Effect.REFUSES, Effect.ACCEPTS)
    )
    if refusing and accepting and _gives_away(*map(_as_one, (refusing, accepting))):
        take_over(joined, (*refusing, *accepting))
    for kind in Kind:
        accept = [each for each in joined if each.main[:2] == (kind, Effect.ACCEPTS)]
        anywhere = [each for each in accept if not (each.rule and each.rule.place.words)]
        same = [(made, [each for each in anywhere if made in each.makes]) for made in MADE]
        made, alike = max(same, key=lambda each: len(each[1]))
        is_all = rejected[kind] <= _FEW * sum(len(each.cases) for each in alike)
        _join(joined, alike if len(alike) > 1 and is_all else (), made)
        places: dict[str, list[Mistake]] = defaultdict(list)
        for mistake in accept:
            if mistake in joined and mistake.rule and mistake.rule.subject.takes == Takes.A_REASON:
                places[mistake.rule.place.words].append(mistake)
        for place, alike in places.items():
            always = len(alike) >= _MANY_REASONS and all(map(says_valid, alike))
            made = next((made for made in MADE if all(made in each.makes for each in alike)), "")
            _join(joined, alike if always or (place and len(alike) >= _REASONS) else (), made)
    return joined


def _gives_away(one: Mistake, other: Mistake) -> bool:
    """Returns whether encode refuses values, and writes their bytes for values that the encoding lacks."""
    if (one.main[:2], other.main[:2]) != ((Kind.ENCODE, Effect.REFUSES), (Kind.ENCODE, Effect.ACCEPTS)):
        return False
    codes = {case.subjects[0].code for case in one.cases if len(case.subjects) == 1} - {b""}
    written = [case.got.value for case in other.cases if isinstance(case.got, Encoded)]
    if {len(code) for code in codes} != {1}:
        return False
    is_each_written = all(any(code in data for data in written) for code in codes)
    return is_each_written and all(any(code in data for code in codes) for data in written)


def _as_one(some: Sequence[Mistake]) -> Mistake:
    return Mistake([sign for each in some for sign in each.signs], [case for each in some for case in each.cases])


def _join(joined: list[Mistake], alike: Sequence[Mistake], made: str) -> None:
    """Makes one mistake of some that do wrong with what is ill-formed."""
    take_over(joined, alike)
    for first in alike[:1]:
        place = first.rule.place if first.rule else ANYWHERE
        first.signs[0] = Sign(
            first.main, Rule(Condition(ALL_ILL_FORMED[first.main.kind], _is_ill_formed, takes=Takes.A_REASON), place)
        )
        first.makes = [made] if made else []


def _is_ill_formed(case: Evidence, subject: Subject) -> bool:
    return bool(subject.reason)
