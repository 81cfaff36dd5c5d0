"""Tells whether two mistakes of one operation are one, and how it is then told."""

from collections.abc import Callable, Sequence
from functools import partial

from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.cases.distortion import Distortion
from encoding_conformance.causes.cases.effect import ON_VALUES, Effect
from encoding_conformance.causes.mistakes.adapter import bits_given
from encoding_conformance.causes.mistakes.mistake import Mistake, Sign
from encoding_conformance.causes.rules.faults import is_longer
from encoding_conformance.causes.rules.rule import ANYWHERE, Condition, Rule, Takes, is_any, is_vague
from encoding_conformance.checks import spread
from encoding_conformance.core.operation import Decode, Encode, Kind
from encoding_conformance.core.outcome import Encoded, Result
from encoding_conformance.models import model_of

_MOSTLY = 0.9
"""The share of cases that are nearly all of them."""

_LIMITS = {"out-of-range", "too-long"}
"""The reasons that an implementation ignores if it does not look how large a value becomes."""

_ALSO_REJECTED = ", also where it must be rejected"
"""What else decode does with a value of which it keeps only some bits, in words."""

_MANY_WAYS = {Distortion.NONE, Distortion.OTHER, Distortion.WRAPPED, Distortion.LOST, Distortion.EXTRA, Distortion.REPLACED}
"""The ways in which many mistakes make results wrong."""

_END_ACCEPTED = ", and accepts the end of its code alone"
"""What else decode does with a value of which it takes the last code unit for a value, in words."""

_BACK = 24
"""The number of codes that are given back to decode."""


def _is_same(_: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether one operation does wrong with the same well-formed values, or where the encoding has the same state, each
    time in another way, or with values in several ways of which no rule is known. If a kind of values comes out wrong, refused
    values of that kind belong to it, unless they are a kind of their own."""
    if not ({one.main.effect, other.main.effect} <= set(ON_VALUES) and one.kinds == other.kinds):
        return False
    if one.rule is None:
        return other.rule is None
    if not other.values:
        return False
    are_wrong, is_certain = {one.main.effect, other.main.effect} == {Effect.WRONG}, not one.rule.subject.is_of_most
    is_of_kind = one.rule.subject.is_of_a_kind or one.rule.subject.is_of_most
    may_cover = (is_of_kind and is_vague(other.rule)) or (are_wrong and is_certain)
    return (
        (may_cover and one.rule.tells(other.cases, _MOSTLY))
        or (is_certain and one.values >= other.values)
        or all(map(one.rule.is_about_its_state, other.cases))
    )


def _takes_for(_: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether decode takes ill-formed input for values whose own codes it does not know."""
    if other.main.effect not in (Effect.ACCEPTS, Effect.OFFSET, Effect.WRONG):
        return False
    return bool(other.cases) and sum(map(one.takes_for, other.cases)) >= _MOSTLY * len(other.cases)


def _gives_the_same(_: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether an operation gives the same bytes or value in the place of different values, whatever these are."""
    are_wrong = {each.main.effect for each in (one, other)} == {Effect.WRONG} and one.kinds == other.kinds
    if not are_wrong or not all(each.rule and each.rule.place is ANYWHERE for each in (one, other)):
        return False
    return one.given is not None and one.given == other.given


def _takes_the_end_alone(asked: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether decode refuses codes because it takes their last code unit for a value of its own: it accepts each of these
    units alone, and refuses a code that ends with any unit that it should reject."""
    effects = [(Kind.DECODE, effect) for effect in (Effect.REFUSES, Effect.ACCEPTS)]
    if [each.main[:2] for each in (one, other)] != effects or not one.rule:
        return False
    size, id = asked.encoding.code_unit, asked.encoding.id
    refused = {each.code for case in one.cases for each in case.subjects if len(each.code) > size}
    accepted = {case.subjects[0].code for case in other.cases if len(case.subjects) == 1}
    begins = {code[:-size] for code in refused}
    if not begins or {len(code) for code in accepted} != {size}:
        return False
    alone = asked.cases([Decode(id, code[-size:]) for code in spread(sorted(refused), _BACK)])
    ended = asked.cases([Decode(id, min(begins) + unit) for unit in spread(sorted(accepted), _BACK)])
    taken = sum(case.signature is not None and case.signature[:2] == effects[1] for case in alone)
    is_refused = sum(case.signature is not None and case.signature[:2] == effects[0] for case in ended)
    return taken >= _MOSTLY * len(alone) and is_refused >= _MOSTLY * len(ended) > 0


def _cut_alike(_: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether decode keeps as many bits of the values that it gets wrong as of those that it must reject."""
    if other.main[:2] != (Kind.DECODE, Effect.ACCEPTS) or one.main.kind != Kind.DECODE:
        return False
    is_cutting = one.main.effect == Effect.ACCEPTS or one.main.distortion == Distortion.WRAPPED
    return is_cutting and 0 != bits_given(one) == bits_given(other)


def _are_ranges(asked: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether the results for two ranges of values, or for two kinds that overlap, are wrong in the same way, and hardly
    two mistakes would do that. In a table of single bytes any way will do, as capital and small letters stand apart there."""
    ways = {Distortion.LOST} if model_of(asked.encoding).reach == 1 else _MANY_WAYS
    is_telling = one.main == other.main and one.main.effect == Effect.WRONG and one.main.distortion not in ways
    if not is_telling or not all(each.rule and each.rule.place is ANYWHERE for each in (one, other)):
        return False
    about = [each.rule.subject for each in (one, other) if each.rule]
    takes = {each.takes for each in about}
    overlap = about[0].span.intersection(about[1].span) if takes <= {Takes.A_RANGE, Takes.A_KIND, Takes.VALUES} else None
    return takes == {Takes.A_RANGE} or (overlap is not None and overlap.size > 1 and model_of(asked.encoding).reach > 1)


def _accept_one_each(_: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether an operation accepts two single values or codes that must be rejected for the same reason."""
    is_alike = one.main == other.main and one.main.effect == Effect.ACCEPTS
    return is_alike and one.is_of_one and other.is_of_one


def _begin_otherwise(_: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether the same is wrong in input that begins in one way or in another."""
    if one.main != other.main or not one.rule or not other.rule:
        return False
    is_same = one.rule.subject.words == other.rule.subject.words
    return is_same and one.rule.place.takes == other.rule.place.takes == Takes.A_BEGINNING


def _ends_early(_: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether an operation gives only the beginning of results, in several ways, and of one of them no rule is known."""
    if {one.main.effect, other.main.effect} != {Effect.WRONG} or one.kinds != other.kinds or (one.rule and other.rule):
        return False
    return all(
        isinstance(case.expected, Result)
        and isinstance(case.got, Result)
        and case.expected.value[: len(case.got.value)] == case.got.value
        for case in (*one.cases, *other.cases)
    )


def _has_no_limit(_: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether an operation never looks how large a value becomes, nor how long its code."""
    by_reason = all(each.rule and each.rule.subject.takes == Takes.A_REASON for each in (one, other))
    accept = one.main[:2] == other.main[:2] and one.main.effect == Effect.ACCEPTS
    return by_reason and accept and {one.main.reason, other.main.reason} == _LIMITS


def _is_longer_too(asked: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether decode accepts longer forms than needed, and surrogates only in such forms."""
    accept = one.main[:2] == other.main[:2] == (Kind.DECODE, Effect.ACCEPTS)
    if not accept or (one.main.reason, other.main.reason) != ("overlong", "surrogate"):
        return False
    return all(is_longer(asked.encoding, each) for case in other.cases for each in case.subjects)


def _calculates_alike(asked: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether an operation adds the same number to each byte, or subtracts it, instead of looking the byte up in a table.
    Two bytes that are neighbours do not show that, because their values are often neighbours in other tables too."""
    refusing = [each for each in (one, other) if each.main.effect == Effect.REFUSES]
    giving = [each for each in (one, other) if each.main.effect in (Effect.ACCEPTS, Effect.WRONG)]
    if len(refusing) + len(giving) < 2 or one.kinds != other.kinds or model_of(asked.encoding).reach != 1:
        return False
    pairs = set().union(*map(_pairs, giving))
    bytes_, shifts = {byte for byte, _ in pairs}, {value - byte for byte, value in pairs}
    if len(shifts) != 1 or 0 in shifts or not all(map(_pairs, giving)):
        return False
    shift = min(shifts)
    moved = {each.code[0] + shift for some in refusing for case in some.cases for each in case.subjects if each.code}
    written = asked.cases([Encode(asked.encoding.id, (value,)) for value in sorted(moved) if value >= 0])
    return max(bytes_) - min(bytes_) > 1 and all(
        case.got == Encoded(bytes((case.operation.input[0] - shift,))) for case in written
    )


def _pairs(mistake: Mistake) -> set[tuple[int, int]]:
    """Returns each byte with the value that an operation wrongly gives for it, or wrongly writes as it."""
    found: set[tuple[int, int]] = set()
    for case in mistake.cases:
        subject, given = case.subjects[0], case.given[:1]
        units, values = (subject.code[:1], given) if case.operation.kind == Kind.DECODE else (given, [subject.value or 0])
        found |= set(zip(units, values))
    return found


def _take(one: Mistake, other: Mistake) -> None:
    one.take(other)
    one.signs.sort(key=lambda sign: sign.rule is None)


def _take_with_rule(one: Mistake, other: Mistake) -> None:
    rules = [each.rule for each in (one, other) if each.rule]
    one.take(other)
    subjects = [rule.subject for rule in rules]
    stem = subjects[0].stem if len({subject.stem for subject in subjects}) == 1 else ""
    first, *others = dict.fromkeys(subject.words for subject in subjects)
    words = " and ".join((first, *(other.removeprefix(stem).lstrip() for other in others)))
    one.signs[0] = Sign(one.main, Rule(Condition(words, partial(is_any, subjects)), ANYWHERE))


def _take_with_place(one: Mistake, other: Mistake) -> None:
    rules = [each.rule for each in (one, other) if each.rule]
    one.take(other)
    places = [rule.place for rule in rules]
    words = " or ".join(place.words for place in places)
    one.signs[0] = Sign(one.main, Rule(rules[0].subject, Condition(words, partial(is_any, places), takes=Takes.A_BEGINNING)))


def _take_calculated(one: Mistake, other: Mistake) -> None:
    byte, value = min(_pairs(one) | _pairs(other))
    if one.main == other.main:
        _take_with_rule(one, other)
    else:
        one.take(other)
        one.signs.sort(key=lambda sign: sign.signature.effect != Effect.ACCEPTS)
    is_decode, shift = one.main.kind == Kind.DECODE, f"{abs(value - byte):X}"
    added, taken_away = f"adds {shift} to", f"subtracts {shift} from"
    one.makes = [f", and {added if (value > byte) == is_decode else taken_away} each {'byte' if is_decode else 'value'}"]


def _take_end(one: Mistake, other: Mistake) -> None:
    one.take(other)
    one.makes = [_END_ACCEPTED]


def _take_cut(one: Mistake, other: Mistake) -> None:
    if one.main.effect == Effect.WRONG:
        one.take(other)
        one.makes = [_ALSO_REJECTED]
    else:
        _take_with_rule(one, other)


_Test = Callable[[Respondent, Mistake, Mistake], bool]


WAYS: Sequence[tuple[_Test, Callable[[Mistake, Mistake], None]]] = (
    *((is_one, _take) for is_one in (_is_same, _takes_for, _ends_early, _has_no_limit, _is_longer_too)),
    *((is_one, _take_with_rule) for is_one in (_gives_the_same, _are_ranges, _accept_one_each)),
    (_begin_otherwise, _take_with_place),
    (_calculates_alike, _take_calculated),
    (_takes_the_end_alone, _take_end),
    (_cut_alike, _take_cut),
)
"""What tells that two mistakes of one operation are one, and how the first one takes over the other."""
