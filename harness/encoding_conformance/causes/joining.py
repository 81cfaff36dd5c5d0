"""Tells which mistakes are one."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import partial

from encoding_conformance.causes.adapter import bits_kept, joins_pairs, says_valid
from encoding_conformance.causes.asking import Respondent
from encoding_conformance.causes.case import Case
from encoding_conformance.causes.conditions import ALL_ILL_FORMED, WHATEVER, Condition, Rule
from encoding_conformance.causes.distortion import Distortion
from encoding_conformance.causes.effect import FAILURES, ON_VALUES, Effect
from encoding_conformance.causes.mistake import MADE, Mistake, Sign
from encoding_conformance.causes.places import ANYWHERE
from encoding_conformance.causes.subject import Subject
from encoding_conformance.checks import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Kind
from encoding_conformance.core.outcome import Decoded, Encoded, Result
from encoding_conformance.models import bytes_of

_MOSTLY, _FEW = 0.9, 0.1
"""The shares of cases that are taken for nearly all of them, and for exceptions."""

_LIMITS = {"out-of-range", "too-long"}
"""The reasons that an implementation ignores if it does not look how large a value becomes."""

_REASONS = 3
"""The fewest reasons from which on a decoder is taken to ignore all of them at a place."""

_MANY_REASONS = 5
"""The number of reasons for each of which a validator accepts ill-formed input, so that it seems to look at nothing."""

_BACK = 24
"""The number of codes that are given back to decode."""


def joined(asked: Respondent, found: Sequence[Mistake], rejected: Counter[Kind]) -> list[Mistake]:
    """Returns the mistakes with those joined that are one: what an operation does wrong with the same values in several ways,
    what it takes for these values instead, and what the other operation does with the same values or codes. `rejected` are the
    numbers of inputs that operations rejected rightly."""
    kept: list[Mistake] = []
    for mistake in sorted(
        _joined_by_reason(found, rejected),
        key=lambda each: (each.main.effect not in ON_VALUES, each.main.reason, -len(each.cases)),
    ):
        same = next((other for other in kept if any(is_one(other, mistake) for is_one in _TESTS)), None)
        if same:
            same.take(mistake)
            same.signs.sort(key=lambda sign: sign.rule is None)
        elif constant := next((other for other in kept if _gives_the_same(other, mistake)), None):
            both = [sign.rule for sign in (*constant.signs, *mistake.signs) if sign.rule]
            constant.take(mistake)
            words = " and ".join(dict.fromkeys(rule.subject.words for rule in both))
            constant.signs[0] = Sign(constant.main, Rule(Condition(words, partial(_is_of_any, both)), ANYWHERE))
        elif swapped := next((other for other in kept if _exchange(asked.encoding, other, mistake)), None):
            words = f"the values {' and '.join(f'{value:X}' for value in sorted(swapped.values | mistake.values))}"
            swapped.take(mistake)
            swapped.signs[0] = Sign(swapped.main, Rule(Condition(words, partial(_is_one_of, swapped.values)), ANYWHERE))
        else:
            kept.append(mistake)
    for one in [each for each in kept if each.main.kind == Kind.ENCODE]:
        for other in [each for each in kept if each.main.kind == Kind.DECODE]:
            alike = _does_the_same(asked, one, other) or all(joins_pairs(asked.encoding, each) for each in (one, other))
            main, also = (other, one) if alike and one.main.effect == Effect.ACCEPTS else (one, other)
            if one in kept and (alike or _is_inverse(asked, one, other)):
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
    if refusing and accepting and _gives_away(*map(_pooled, (refusing, accepting))):
        _take_over(joined, (*refusing, *accepting))
    for kind in Kind:
        accept = [each for each in joined if each.main[:2] == (kind, Effect.ACCEPTS)]
        anywhere = [each for each in accept if not (each.rule and each.rule.place.words)]
        same = [(made, [each for each in anywhere if made in each.makes]) for made in MADE]
        made, alike = max(same, key=lambda each: len(each[1]))
        is_all = rejected[kind] <= _FEW * sum(len(each.cases) for each in alike)
        _join(joined, alike if len(alike) > 1 and is_all else (), made)
        places: dict[str, list[Mistake]] = defaultdict(list)
        for mistake in accept:
            if mistake in joined and mistake.rule and mistake.rule.subject.is_of_a_reason:
                places[mistake.rule.place.words].append(mistake)
        for place, alike in places.items():
            always = len(alike) >= _MANY_REASONS and all(map(says_valid, alike))
            made = next((made for made in MADE if all(made in each.makes for each in alike)), "")
            _join(joined, alike if always or (place and len(alike) >= _REASONS) else (), made)
    return joined


def _pooled(some: Sequence[Mistake]) -> Mistake:
    return Mistake([sign for each in some for sign in each.signs], [case for each in some for case in each.cases])


def _take_over(joined: list[Mistake], alike: Sequence[Mistake]) -> None:
    for other in alike[1:]:
        alike[0].take(other)
        joined.remove(other)


def _join(joined: list[Mistake], alike: Sequence[Mistake], made: str) -> None:
    """Makes one mistake of some that do wrong with what is ill-formed."""
    _take_over(joined, alike)
    for first in alike[:1]:
        place = first.rule.place if first.rule else ANYWHERE
        first.signs[0] = Sign(
            first.main, Rule(Condition(ALL_ILL_FORMED[first.main.kind], _is_ill_formed, is_of_a_reason=True), place)
        )
        first.makes = [made] if made else []


def _is_ill_formed(case: Case, subject: Subject) -> bool:
    return bool(subject.reason)


def _is_same(one: Mistake, other: Mistake) -> bool:
    """Returns whether one operation does wrong with the same well-formed values, or where the encoding has the same state, each
    time in another way, or with values in several ways of which no rule is known."""
    if not ({one.main.effect, other.main.effect} <= set(ON_VALUES) and one.kinds == other.kinds):
        return False
    if one.rule is None:
        return other.rule is None
    if not other.values:
        return False
    is_anywhere = one.rule.place is ANYWHERE and {one.main.effect, other.main.effect} == {Effect.WRONG}
    covered = is_anywhere and sum(map(one.rule.covers, other.cases)) >= _MOSTLY * len(other.cases)
    return covered or one.values >= other.values or all(map(one.rule.is_about_its_state, other.cases))


def _takes_for(one: Mistake, other: Mistake) -> bool:
    """Returns whether decode takes ill-formed input for values whose own codes it does not know."""
    if other.main.effect not in (Effect.ACCEPTS, Effect.OFFSET, Effect.WRONG):
        return False
    return bool(other.cases) and sum(map(one.takes_for, other.cases)) >= _MOSTLY * len(other.cases)


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


def _gives_the_same(one: Mistake, other: Mistake) -> bool:
    """Returns whether an operation gives the same bytes or value in the place of different values, whatever these are."""
    are_wrong = {each.main.effect for each in (one, other)} == {Effect.WRONG} and one.kinds == other.kinds
    if not are_wrong or not all(each.rule and each.rule.place is ANYWHERE for each in (one, other)):
        return False
    return one.given is not None and one.given == other.given


def _is_of_any(rules: Sequence[Rule], case: Case, subject: Subject) -> bool:
    return any(rule.subject.holds(case, subject) for rule in rules)


def _exchange(encoding: Encoding, one: Mistake, other: Mistake) -> bool:
    """Returns whether an operation takes two values for each other."""
    values = one.values | other.values
    if one.main != other.main or not len(one.values) == len(other.values) == 1 < len(values):
        return False
    swapped = dict(zip(sorted(values), sorted(values, reverse=True)))

    def swap(some: Iterable[int]) -> tuple[int, ...]:
        return tuple(swapped.get(value, value) for value in some)

    return all(
        case.got
        == (
            Encoded(bytes_of(encoding, swap(case.operation.input)))
            if isinstance(case.expected, Encoded)
            else Decoded(swap(case.expected.value))
        )
        for case in (*one.cases, *other.cases)
        if isinstance(case.expected, Result)
    )


def _is_one_of(values: Collection[int], case: Case, subject: Subject) -> bool:
    return not subject.reason and subject.value in values


def _ends_early(one: Mistake, other: Mistake) -> bool:
    """Returns whether an operation gives only the beginning of results, in several ways, and of one of them no rule is known."""
    if {one.main.effect, other.main.effect} != {Effect.WRONG} or one.kinds != other.kinds or (one.rule and other.rule):
        return False
    return all(
        isinstance(case.expected, Result)
        and isinstance(case.got, Result)
        and case.expected.value[: len(case.got.value)] == case.got.value
        for case in (*one.cases, *other.cases)
    )


def _has_no_limit(one: Mistake, other: Mistake) -> bool:
    """Returns whether an operation never looks how large a value becomes, nor how long its code."""
    by_reason = all(each.rule and each.rule.subject.is_of_a_reason for each in (one, other))
    accept = one.main[:2] == other.main[:2] and one.main.effect == Effect.ACCEPTS
    return by_reason and accept and {one.main.reason, other.main.reason} == _LIMITS


def _is_inverse(asked: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether decode gives back the values for what encode wrongly writes, and this other mistake is that it does so, or
    that it does not know their right codes."""
    if one.main.effect != Effect.WRONG or other.main.effect not in (*ON_VALUES, Effect.ACCEPTS):
        return False
    written = {
        case.got.value: case.operation.input
        for case in one.cases
        if isinstance(case.got, Encoded) and isinstance(case.operation, Encode) and case.got.value
    }
    codes = [bytes_of(asked.encoding, values) for values in written.values()]
    back, right = (asked.cases([Decode(asked.encoding.id, data) for data in spread(some, _BACK)]) for some in ([*written], codes))
    agreeing = [
        case for case in back if isinstance(case.got, Decoded) and case.got.value == written.get(bytes(case.operation.input), ())
    ]
    unknown = [case for case in right if case.signature]
    if not back or len(agreeing) < _MOSTLY * len(back):
        return False
    if len(unknown) >= _MOSTLY * len(right) and 2 * sum(map(other.explains, unknown)) > len(unknown):
        return True
    return not {case.operation.input for case in other.cases}.isdisjoint(written)


def _does_the_same(asked: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether both operations treat the same inputs wrongly in the same way."""
    if one.rule is None or other.rule is None:
        return False
    if one.rule.place.is_of_a_state and {one.main.effect, other.main.effect} <= set(ON_VALUES):
        return one.rule.place.words == other.rule.place.words
    if one.rule.words != other.rule.words or one.main.effect != other.main.effect:
        return False
    if one.main.effect == Effect.WRONG:
        cut = bits_kept(asked.encoding, one) and other.main.distortion == Distortion.WRAPPED
        is_of_values = one.rule.subject.words not in WHATEVER or one.main.distortion == Distortion.LOST
        return bool(cut) or (is_of_values and one.main.distortion == other.main.distortion)
    return (
        one.main.effect in (*FAILURES, Effect.ACCEPTS, Effect.REFUSES, Effect.UNSUPPORTED)
        and one.main.reason == other.main.reason
    )


_TESTS = (_is_same, _takes_for, _ends_early, _has_no_limit)
"""What tells that two mistakes of one operation are one."""
