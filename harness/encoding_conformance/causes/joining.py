"""Tells which mistakes are one."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, combinations

from encoding_conformance.causes.adapter import bits_given, bits_kept, joins_pairs, says_valid
from encoding_conformance.causes.asking import Respondent
from encoding_conformance.causes.case import Case
from encoding_conformance.causes.conditions import WHATEVER, Condition, Rule, Takes, is_any
from encoding_conformance.causes.distortion import Distortion
from encoding_conformance.causes.effect import FAILURES, ON_VALUES, Effect
from encoding_conformance.causes.faults import ALL_ILL_FORMED, is_longer
from encoding_conformance.causes.mistake import ENDS, MADE, Mistake, Sign
from encoding_conformance.causes.places import ANYWHERE, is_vague
from encoding_conformance.causes.rules import MOST, learned, of_most
from encoding_conformance.causes.subject import Subject
from encoding_conformance.causes.values import kinds_of_values
from encoding_conformance.checks import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Kind
from encoding_conformance.core.outcome import Decoded, Encoded, Result
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.models import bytes_of, model_of

_MOSTLY, _MUCH, _FEW = 0.9, 0.75, 0.1
"""The shares of cases that are taken for nearly all of them, for a large part, and for exceptions."""

_LIMITS = {"out-of-range", "too-long"}
"""The reasons that an implementation ignores if it does not look how large a value becomes."""

_REASONS = 3
"""The fewest reasons from which on a decoder is taken to ignore all of them at a place."""

_MANY_REASONS = 5
"""The number of reasons for each of which a validator accepts ill-formed input, so that it seems to look at nothing."""

_ALSO_REJECTED = ", also where it must be rejected"
"""What else decode does with a value of which it keeps only some bits, in words."""

_NEARLY = 0.97
"""The share of the values of a kind that come out wrong if all do but for chance."""

_ANY_WAY = {Distortion.NONE, Distortion.OTHER, Distortion.WRAPPED}
"""The ways in which results are wrong that do not say why. A refusal has none."""

_MANY_WAYS = {*_ANY_WAY, Distortion.LOST, Distortion.EXTRA, Distortion.REPLACED}
"""The ways in which many mistakes make results wrong."""

_END_ACCEPTED = ", and accepts the end of its code alone"
"""What else decode does with a value of which it takes the last code unit for a value, in words."""

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
        for is_one, join in _WAYS:
            if one := next((other for other in kept if is_one(asked, other, mistake)), None):
                join(one, mistake)
                break
        else:
            kept.append(mistake)
    for one in [each for each in kept if each.main.kind == Kind.ENCODE]:
        for other in [each for each in kept if each.main.kind == Kind.DECODE]:
            alike = _does_the_same(asked, one, other) or all(joins_pairs(asked.encoding, each) for each in (one, other))
            is_clearer = one.main.effect == Effect.ACCEPTS and (alike or (other.rule is not None and one.rule is None))
            main, also = (other, one) if is_clearer else (one, other)
            if one in kept and (alike or _is_inverse(asked, one, other)):
                main.both_ways = True
                main.take(also)
                kept.remove(also)
    return kept


def pooled(encoding: Encoding, found: Iterable[Mistake], right: Mapping[Kind, Sequence[Case]]) -> list[Mistake]:
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


def _rule_of(encoding: Encoding, pool: Sequence[Mistake], right: Sequence[Case]) -> Rule | None:
    """Returns the rule that tells nearly all cases of several mistakes that make results wrong; None if there is none. It is that
    of one of them, or one of most values of a kind, unless that of one of them tells a large part."""
    if len(pool) < 2 or not any(each.main.effect == Effect.WRONG for each in pool):
        return None
    cases = list(chain.from_iterable(each.cases for each in pool))
    known = [each.rule for each in pool if each.rule and each.rule.subject.takes != Takes.MOST]
    best = max(known, key=lambda rule: sum(map(rule.covers, cases)), default=None)
    if best and all(_tells(best, each.cases) for each in pool):
        return best
    most = None if best and _tells(best, cases, _MUCH) else of_most(encoding, cases, right, MOST)
    return most or next((rule for rule in learned(encoding, cases, right)[:1] if _tells(rule, cases)), None)


def _tells(rule: Rule, cases: Sequence[Case], least: float = _MOSTLY) -> bool:
    return rule.place is ANYWHERE and sum(map(rule.covers, cases)) >= least * len(cases)


def _are_tiles(encoding: Encoding, one: Mistake, other: Mistake) -> bool:
    """Returns whether two mistakes are each true of a kind of values, and no value is of both."""
    are_known = all(each.rule and each.values for each in (one, other))
    return are_known and not _narrowest(encoding, one).intersection(_narrowest(encoding, other))


def _pool(left: list[Mistake], pool: Sequence[Mistake], rule: Rule) -> None:
    """Makes one mistake of those of which this rule is true."""
    pool = [each for each in pool if _tells(rule, each.cases)]
    if len(pool) < 2:
        return
    first = max(pool, key=lambda each: len(each.cases))
    _take_over(left, [first, *(each for each in pool if each is not first)])
    first.signs[0], first.groups = Sign(first.main, rule), []
    if len({sign.signature.effect for sign in first.signs}) > 1:
        other = Effect.REFUSES if first.main.effect == Effect.WRONG else f"{Effect.WRONG} for"
        first.makes = [f", or {other} {'them' if rule.subject.takes == Takes.MOST else 'it'}"]


def _narrowest(encoding: Encoding, mistake: Mistake) -> RangeSet:
    """Returns the narrowest kind of nearly all values that come out wrong for sure."""
    subjects = (case.subjects[0] for case in mistake.cases if len(case.subjects) == 1)
    sure = {each.value for each in subjects if each.value is not None and not each.reason}
    kinds = kinds_of_values(encoding).values()
    found = (kind for kind in kinds if sum(map(kind.__contains__, sure)) >= _NEARLY * len(sure))
    return min(found, key=lambda kind: kind.size)


def _joined_by_reason(found: Iterable[Mistake], rejected: Counter[Kind]) -> list[Mistake]:
    """Returns the mistakes with those joined that make the same of ill-formed input, unless other such input is rejected, those
    that accept it at the same place, whatever the reason, and those in which encode writes the bytes of what it refuses."""
    joined = list(found)
    refusing, accepting = (
        [each for each in joined if each.main[:2] == (Kind.ENCODE, effect)] for effect in (Effect.REFUSES, Effect.ACCEPTS)
    )
    if refusing and accepting and _gives_away(*map(_as_one, (refusing, accepting))):
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
            if mistake in joined and mistake.rule and mistake.rule.subject.takes == Takes.A_REASON:
                places[mistake.rule.place.words].append(mistake)
        for place, alike in places.items():
            always = len(alike) >= _MANY_REASONS and all(map(says_valid, alike))
            made = next((made for made in MADE if all(made in each.makes for each in alike)), "")
            _join(joined, alike if always or (place and len(alike) >= _REASONS) else (), made)
    return joined


def _as_one(some: Sequence[Mistake]) -> Mistake:
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
            first.main, Rule(Condition(ALL_ILL_FORMED[first.main.kind], _is_ill_formed, takes=Takes.A_REASON), place)
        )
        first.makes = [made] if made else []


def _is_ill_formed(case: Case, subject: Subject) -> bool:
    return bool(subject.reason)


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
    are_wrong, is_certain = {one.main.effect, other.main.effect} == {Effect.WRONG}, one.rule.subject.takes != Takes.MOST
    may_cover = (one.rule.subject.takes in (Takes.A_KIND, Takes.MOST) and is_vague(other.rule)) or (are_wrong and is_certain)
    return (
        (may_cover and _tells(one.rule, other.cases))
        or (is_certain and one.values >= other.values)
        or all(map(one.rule.is_about_its_state, other.cases))
    )


def _takes_for(_: Respondent, one: Mistake, other: Mistake) -> bool:
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
    overlap = about[0].span.intersection(about[1].span) if takes <= {Takes.A_RANGE, Takes.A_KIND} else None
    return takes == {Takes.A_RANGE} or bool(overlap and model_of(asked.encoding).reach > 1)


def _accept_one_each(_: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether an operation accepts two single values or codes that must be rejected for the same reason."""
    is_alike = one.main == other.main and one.main.effect == Effect.ACCEPTS
    return is_alike and _is_single(one) and _is_single(other)


def _is_single(mistake: Mistake) -> bool:
    """Returns whether a mistake is true of a single value or code, wherever it stands."""
    return mistake.rule is not None and mistake.rule.subject.takes == Takes.ONE and mistake.rule.place is ANYWHERE


def _begin_otherwise(_: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether the same is wrong in input that begins in one way or in another."""
    if one.main != other.main or not one.rule or not other.rule:
        return False
    is_same = one.rule.subject.words == other.rule.subject.words
    return is_same and one.rule.place.takes == Takes.A_BEGINNING and other.rule.place.takes == Takes.A_BEGINNING


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
    words = " and ".join(dict.fromkeys(subject.words for subject in subjects))
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


def _take_exchanged(one: Mistake, other: Mistake) -> None:
    one.take(other)
    words = f"the values {' and '.join(f'{value:X}' for value in sorted(one.values))}"
    one.signs[0] = Sign(one.main, Rule(Condition(words, partial(_is_one_of, one.values)), ANYWHERE))


def _take_end(one: Mistake, other: Mistake) -> None:
    one.take(other)
    one.makes = [_END_ACCEPTED]


def _take_cut(one: Mistake, other: Mistake) -> None:
    if one.main.effect == Effect.WRONG:
        one.take(other)
        one.makes = [_ALSO_REJECTED]
    else:
        _take_with_rule(one, other)


def _exchange(asked: Respondent, one: Mistake, other: Mistake) -> bool:
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
            Encoded(bytes_of(asked.encoding, swap(case.operation.input)))
            if isinstance(case.expected, Encoded)
            else Decoded(swap(case.expected.value))
        )
        for case in (*one.cases, *other.cases)
        if isinstance(case.expected, Result)
    )


def _is_one_of(values: Collection[int], case: Case, subject: Subject) -> bool:
    return not subject.reason and subject.value in values


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


def _is_inverse(asked: Respondent, one: Mistake, other: Mistake) -> bool:
    """Returns whether decode gives back the values for what encode wrongly writes, and this other mistake is that it does so, or
    that it does not know their right codes. If encode writes the bytes of other values, decode must give wrong ones for them."""
    is_taken = other.main.effect == Effect.WRONG and (one.given_away or one.main.effect == Effect.ACCEPTS)
    of_a_table = one.main.effect == other.main.effect == Effect.ACCEPTS and model_of(asked.encoding).reach == 1
    is_wrong = one.main.effect == Effect.WRONG and other.main.effect in (*ON_VALUES, Effect.ACCEPTS)
    is_undone = (one.main.distortion, other.main.distortion) == (Distortion.EXTRA, Distortion.LOST)  # each is a mistake
    if is_undone or not (is_taken or of_a_table or is_wrong):
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
    if one.rule.place.takes == Takes.A_STATE and {one.main.effect, other.main.effect} <= set(ON_VALUES):
        return one.rule.place.words == other.rule.place.words
    if one.main.effect != other.main.effect or not (one.rule.words == other.rule.words or _is_one_value(one, other)):
        return False
    if one.main.effect == Effect.WRONG:
        cut = bits_kept(asked.encoding, one) and other.main.distortion == Distortion.WRAPPED
        is_of_values = one.rule.subject.words not in WHATEVER or one.main.distortion == Distortion.LOST
        return bool(cut) or (is_of_values and one.main.distortion == other.main.distortion)
    alike = one.main.reason == other.main.reason and (ENDS in one.makes) == (ENDS in other.makes)
    return alike and one.main.effect in (*FAILURES, Effect.ACCEPTS, Effect.REFUSES, Effect.UNSUPPORTED)


def _is_one_value(one: Mistake, other: Mistake) -> bool:
    """Returns whether two mistakes are each true of a single value or code, wherever it stands, and the value is the same."""
    if not (_is_single(one) and _is_single(other)):
        return False
    subjects = [{(each.value, each.reason) for case in some.cases for each in case.subjects[:1]} for some in (one, other)]
    return len(subjects[0]) == 1 and subjects[0] == subjects[1]


_Test = Callable[[Respondent, Mistake, Mistake], bool]

_WAYS: Sequence[tuple[_Test, Callable[[Mistake, Mistake], None]]] = (
    *((is_one, _take) for is_one in (_is_same, _takes_for, _ends_early, _has_no_limit, _is_longer_too)),
    *((is_one, _take_with_rule) for is_one in (_gives_the_same, _are_ranges, _accept_one_each)),
    (_begin_otherwise, _take_with_place),
    (_exchange, _take_exchanged),
    (_calculates_alike, _take_calculated),
    (_takes_the_end_alone, _take_end),
    (_cut_alike, _take_cut),
)
"""What tells that two mistakes of one operation are one, and how the first one takes over the other."""
