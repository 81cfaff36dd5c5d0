"""Finds the mistakes that explain what was asked, and gives each failure of a run to one of them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, permutations

from encoding_conformance.causes.adapter import bits_kept, joins_pairs, says_valid
from encoding_conformance.causes.asking import Respondent
from encoding_conformance.causes.battery import FAR
from encoding_conformance.causes.case import Case, Signature
from encoding_conformance.causes.distortion import Distortion
from encoding_conformance.causes.effect import ANSWERS, FAILURES, ON_VALUES, Effect
from encoding_conformance.causes.mistake import Failure, Mistake, Sign
from encoding_conformance.causes.offset import always_tells, place_told
from encoding_conformance.causes.rules import ALL_ILL_FORMED, ANYWHERE, WHATEVER, Condition, Rule, halves, kept_apart, learned
from encoding_conformance.causes.subject import Subject, all_parts, parts
from encoding_conformance.causes.thresholds import boundary, nearest, shortest_text
from encoding_conformance.checks import spread
from encoding_conformance.checks.inputs.placed import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection, Result
from encoding_conformance.models import bytes_of, model_of
from encoding_conformance.models.model import step_model_of
from encoding_conformance.models.replacement import can_be_replaced
from encoding_conformance.models.replacement import parts as replaceable_parts

_MOSTLY = 0.9

_LIMITS = {"out-of-range", "too-long"}
"""The reasons that an implementation ignores if it does not look how large a value becomes."""

_FEW = 0.1
"""The share of the cases that rules need not cover."""

_RULES = 3
"""The most rules of one signature that are taken for mistakes of their own."""

_REASONS = 3
"""The fewest reasons from which on a decoder is taken to ignore all of them at a place."""

_MANY_REASONS = 5
"""The number of reasons for each of which a validator accepts ill-formed input, so that it seems to look at nothing."""

_ENDS, _SKIPS, _EACH_BYTE = _MADE = (", and ends there", ", and skips it", ", each byte as the value of its number")
"""What an operation may make of ill-formed input that it accepts, in words."""

_BEGUN = ", and accepts ill-formed input that begins in the same way"

_ENOUGH = 200
"""The most cases of a mistake in which it is looked at what becomes of ill-formed input."""

_FEWEST = 3
"""The fewest inputs that must be rejected because they begin otherwise than what is accepted."""

_BMP = 0xFFFF

_LONG = 100
"""The number of bytes or values from which on an input that crashes an operation may do so because it is long."""

_NEAR = 16
"""The most bytes or values by which the sizes of two inputs differ that are wrong at the same place."""

_BACK = 24
"""The number of codes that are given back to decode."""


def mistakes(asked: Respondent, failed: Sequence[Case], again: Sequence[Case]) -> list[Mistake]:
    """Returns the mistakes that explain these cases, which were asked in a run and again. The failures of the run are not yet
    assigned."""
    by_signature: dict[Signature, list[Case]] = defaultdict(list)
    for case in (*failed, *again):
        if case.signature:
            by_signature[case.signature].append(case)
    passed: dict[tuple[Kind, Effect | None], list[Case]] = {}
    found: list[Mistake] = []
    for signature in sorted(by_signature, key=_hidden_last):
        cases = [case for case in by_signature[signature] if not any(each.hides(case) for each in found)]
        cases = [case for case in cases if case.subjects and case.size <= FAR and _core(asked, case) is case]
        effect = signature.effect if signature.effect in (*FAILURES, Effect.OFFSET, Effect.ACCEPTS, Effect.REFUSES) else None
        if (signature.kind, effect) not in passed:
            passed[signature.kind, effect] = list(_passed(signature.kind, effect, again))
        halved = signature.kind == Kind.DECODE and signature._replace(kind=Kind.ENCODE) not in by_signature
        right = passed[signature.kind, effect]
        if effect == Effect.ACCEPTS:
            refusing = [each for each in found if each.main.effect == Effect.REFUSES and each.rule]
            right = [case for case in right if not _is_refused_anyway(refusing, case)] if refusing else right
            if leading := next((each for each in found if _leads_to(each, cases, right)), None):
                begun = Rule(Condition("", partial(_is_begun, leading)), ANYWHERE)
                leading.take(Mistake([Sign(signature, begun)], cases))
                leading.makes = [_BEGUN]
                continue
        by_rule = _with_rules(asked, signature, cases, right, halved)
        # Without a case that was asked again, nothing could contradict a rule.
        for mistake in by_rule if again else [Mistake([Sign(signature, None)], cases)] if cases else ():
            if signature.distortion == Distortion.LOST:
                mistake.loses_faults = not any(map(mistake.would_lose, passed[signature.kind, effect]))
            if signature.kind == Kind.DECODE and signature.effect in ON_VALUES:
                mistake.beginnings = _beginnings(cases) - _beginnings(right)
            if effect == Effect.ACCEPTS:
                mistake.makes = _made_of(asked.encoding, mistake.cases)
            if effect == Effect.OFFSET and again:
                mistake.makes = place_told(asked.encoding, mistake.cases, signature.kind, right)
                if not mistake.rule and not all(always_tells(asked.encoding, each, right) for each in mistake.makes):
                    mistake.makes = [f"{each}, for what is ill-formed in some inputs" for each in mistake.makes]
            found.append(mistake)
    rejected = Counter(case.operation.kind for case in again if case.signature is None and isinstance(case.got, Rejection))
    joined = _joined(asked, found, rejected)
    for mistake in joined:
        if rule := _across_bytes(asked, mistake) if again else None:
            mistake.signs[0] = Sign(mistake.main, rule)
        elif mistake.rule and mistake.rule.place.least:
            mistake.signs[0] = Sign(mistake.main, nearest(asked, mistake.main, mistake.rule, mistake.cases))
    return joined


def _is_refused_anyway(refusing: Sequence[Mistake], case: Case) -> bool:
    well_formed = case.as_if_well_formed
    return any(each.refuses(well_formed) for each in refusing)


def _leads_to(mistake: Mistake, accepted: Sequence[Case], rejected: Sequence[Case]) -> bool:
    """Returns whether decode accepts ill-formed input because of this mistake: all of it begins as codes that decode refuses, and
    what begins otherwise is rejected."""
    if not accepted or mistake.main[:2] != (Kind.DECODE, Effect.REFUSES) or not all(map(mistake.is_begun, accepted)):
        return False
    reasons = {case.reason for case in accepted}
    return sum(case.reason in reasons and not mistake.is_begun(case) for case in rejected) >= _FEWEST


def _is_begun(mistake: Mistake, case: Case, subject: Subject) -> bool:
    return mistake.is_begun(case)


def _beginnings(cases: Iterable[Case]) -> set[bytes]:
    """Returns what the well-formed codes of some cases begin with, of each size up to the whole code."""
    codes = {each.code for case in cases for each in case.subjects if not each.reason}
    return {code[:size] for code in codes for size in range(1, len(code) + 1)}


def _across_bytes(asked: Respondent, mistake: Mistake) -> Rule | None:
    """Returns the rule of values whose codes lie across some number of bytes if decode fails on these; None if it does not."""
    places = [each.before for case in mistake.cases for each in case.subjects]
    is_of_values = mistake.main.effect in (Effect.REFUSES, Effect.WRONG) and min(places, default=0) >= _NEAR
    return boundary(asked, mistake.main, mistake.cases) if is_of_values else None


def _with_rules(
    asked: Respondent, signature: Signature, cases: Sequence[Case], passed: Sequence[Case], halved: bool
) -> Iterator[Mistake]:
    """Yields the mistakes that show with one signature: one for each rule if a few rules say clearly what is wrong, and otherwise
    one of which no rule is known. The last one takes the cases that no rule covers."""
    is_offset = signature.effect == Effect.OFFSET
    places = place_told(asked.encoding, cases, signature.kind, passed) if is_offset else []
    whatever = signature.distortion == Distortion.COUNTED or any(always_tells(asked.encoding, each, passed) for each in places)
    rules = [] if whatever else learned(asked.encoding, cases, passed)
    left = [case for case in cases if not any(rule.covers(case) for rule in rules)]
    weak = [rule for rule in rules if rule.subject.is_exact or rule.place is not ANYWHERE]
    groups: list[Rule] = []
    if len(rules) > _RULES or (weak == rules and len(left) > _FEW * len(cases)):
        groups, rules, left = rules, [], list(cases)
    for rule in chain.from_iterable(_divided(asked, rule, cases, halved) for rule in rules):
        yield Mistake([Sign(signature, rule)], [case for case in cases if rule.covers(case)])
    if left:
        yield Mistake([Sign(signature, None)], left, groups=groups)


def _divided(asked: Respondent, rule: Rule, cases: Sequence[Case], halved: bool) -> Sequence[Rule]:
    """Returns a rule about a reason, or one for each part of it that the specification keeps apart, if the operation answers the
    parts in different ways: with more values, or fewer, where the same follows. If `halved`, high and low surrogates that the
    tables reject for different reasons are also two parts."""
    reason = rule.subject.reason
    subjects = [each for case in cases if rule.covers(case) for each in case.subjects] if reason else []
    apart, surrogates = kept_apart(asked.encoding, reason, subjects), halves(reason) if halved else []
    rules = [rule._replace(subject=each) for each in apart or surrogates]
    parts = {each: seen for each in rules if (seen := [case for case in cases if each.covers(case)])}
    for one, other in combinations(parts.values(), 2):
        answers, others = _answers(one), _answers(other)
        if any(answers[rest] != others[rest] for rest in answers.keys() & others.keys()):
            return list(parts)
        if not apart and {case.reason for case in one}.isdisjoint(case.reason for case in other):
            return list(parts)
    return [rule]


def _answers(cases: Sequence[Case]) -> dict[bytes, int]:
    """Returns how many values most of these cases give for ill-formed input and what follows, by what follows. Two surrogates
    that texts of UTF-16 make one character are two."""
    sizes: dict[bytes, Counter[int]] = defaultdict(Counter)
    for case in cases:
        if isinstance(case.got, Decoded):
            is_joined = case.reason == "surrogate" and any(value > _BMP for value in case.given[:1])
            sizes[bytes(case.operation.input[case.size - case.subjects[0].behind :])][len(case.given) + is_joined] += 1
    most = {rest: counts.most_common(1)[0] for rest, counts in sizes.items()}
    return {rest: size for rest, (size, count) in most.items() if 2 * count > sizes[rest].total()}


def _hidden_last(signature: Signature) -> int:
    """Returns a rank that is higher for what other mistakes lead to."""
    if signature.distortion == Distortion.LOST:
        return 0
    if signature.effect in ON_VALUES:
        return 1
    return {Effect.REPLACES: 2, Effect.OFFSET: 4}.get(signature.effect, 3)


def _passed(kind: Kind, effect: Effect | None, again: Sequence[Case]) -> Iterator[Case]:
    """Yields the cases that passed, and what came out right in those that failed: what stands before a wrong sign of a result.
    Given an effect that is no answer, any answer has passed. Given a wrong offset, what stands before a right one has passed.
    What is replaced is not accepted, nor is what is rejected too late, and a rejection says nothing of results that are
    malformed."""
    for case in again:
        if case.operation.kind == kind and not (effect == Effect.MALFORMED and isinstance(case.got, Rejection)):
            if not case.signature:
                yield case._replace(subjects=(*case.subjects, *case.earlier)) if effect == Effect.OFFSET else case
            elif effect == Effect.ACCEPTS and case.signature.effect == Effect.REPLACES:
                yield case
            elif effect == Effect.ACCEPTS and case.signature.effect == Effect.OFFSET and _is_rejected_late(case):
                yield case._replace(subjects=case.subjects[-1:])
            elif (effect in FAILURES and case.signature.effect not in FAILURES) or (
                effect == Effect.REFUSES
                and case.signature.effect == Effect.WRONG
                and case.signature.distortion != Distortion.LOST
            ):
                yield case._replace(subjects=(*case.subjects, *case.earlier))
            elif case.signature.effect == Effect.WRONG and (right := (*case.earlier, *case.later)):
                yield case._replace(subjects=right, signature=None)


def _is_rejected_late(case: Case) -> bool:
    """Returns whether what is ill-formed at the end of an input was rejected, with an offset that is too large."""
    at_end = [each for each in case.subjects[-1:] if not each.behind]
    return isinstance(case.got, Rejection) and any((case.got.offset or 0) > fault.before for fault in at_end)


def _joined(asked: Respondent, found: Sequence[Mistake], rejected: Counter[Kind]) -> list[Mistake]:
    """Returns the mistakes with those joined that are one: what an operation does wrong with the same values in several ways,
    what it takes for these values instead, and what the other operation does with the same values or codes. `rejected` are the
    numbers of inputs that operations rejected rightly."""
    joined: list[Mistake] = []
    for mistake in sorted(
        _joined_by_reason(found, rejected),
        key=lambda each: (each.main.effect not in ON_VALUES, each.main.reason, -len(each.cases)),
    ):
        same = next((other for other in joined if any(is_one(other, mistake) for is_one in _TESTS)), None)
        if same:
            same.take(mistake)
            same.signs.sort(key=lambda sign: sign.rule is None)
        elif constant := next((other for other in joined if _gives_the_same(other, mistake)), None):
            both = [sign.rule for sign in (*constant.signs, *mistake.signs) if sign.rule]
            constant.take(mistake)
            words = " and ".join(dict.fromkeys(rule.subject.words for rule in both))
            constant.signs[0] = Sign(constant.main, Rule(Condition(words, partial(_is_of_any, both)), ANYWHERE))
        elif swapped := next((other for other in joined if _exchange(asked.encoding, other, mistake)), None):
            words = f"the values {' and '.join(f'{value:X}' for value in sorted(swapped.values | mistake.values))}"
            swapped.take(mistake)
            swapped.signs[0] = Sign(swapped.main, Rule(Condition(words, partial(_is_one_of, swapped.values)), ANYWHERE))
        else:
            joined.append(mistake)
    for one in [each for each in joined if each.main.kind == Kind.ENCODE]:
        for other in [each for each in joined if each.main.kind == Kind.DECODE]:
            alike = _does_the_same(asked, one, other) or all(joins_pairs(asked.encoding, each) for each in (one, other))
            main, also = (other, one) if alike and one.main.effect == Effect.ACCEPTS else (one, other)
            if one in joined and (alike or _is_inverse(asked, one, other)):
                main.both_ways = True
                main.take(also)
                joined.remove(also)
    return joined


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
        same = [(made, [each for each in anywhere if made in each.makes]) for made in _MADE]
        made, alike = max(same, key=lambda each: len(each[1]))
        is_all = rejected[kind] <= _FEW * sum(len(each.cases) for each in alike)
        _join(joined, alike if len(alike) > 1 and is_all else (), made)
        places: dict[str, list[Mistake]] = defaultdict(list)
        for mistake in accept:
            if mistake in joined and mistake.rule and mistake.rule.subject.is_of_a_reason:
                places[mistake.rule.place.words].append(mistake)
        for place, alike in places.items():
            always = len(alike) >= _MANY_REASONS and all(map(says_valid, alike))
            made = next((made for made in _MADE if all(made in each.makes for each in alike)), "")
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


def _made_of(encoding: Encoding, cases: Sequence[Case]) -> list[str]:
    """Returns what an operation makes of the ill-formed input of nearly all cases, in words, or what it may make of it. Some of
    many cases are enough."""
    cases = spread(cases, _ENOUGH)
    nothing = [isinstance(case.got, Result) and not case.given for case in cases]
    skipped = [[_without_faults(encoding, case.operation, per) == case.got for case in cases] for per in Per]
    holds = {
        _ENDS: nothing,
        _SKIPS: nothing if all(case.reason == "truncated" for case in cases) else max(skipped, key=sum),
        _EACH_BYTE: [isinstance(case.got, Decoded) and _is_byte_by_byte(encoding, case) for case in cases],
    }
    return [made for made in _MADE if sum(holds[made]) >= _MOSTLY * len(cases)]


def _is_byte_by_byte(encoding: Encoding, case: Case) -> bool:
    """Returns whether the first byte of an ill-formed code is the value of its number, and each byte behind it that begins no row
    of the tables as well."""
    fault, rows = bytes(case.operation.input[case.subjects[0].before :]), model_of(encoding).rows
    begins = [not rows or any(row.matches(bytes((byte,))) for row in rows) for byte in fault[1:]]
    size = 1 + begins.index(True) if True in begins else len(fault)
    return bytes(case.given[:size]) == fault[:size] if max(case.given[:size], default=0x100) < 0x100 else False


def _without_faults(encoding: Encoding, operation: Operation, per: Per) -> Outcome | None:
    """Returns what a result would be if each ill-formed part of the input were left out; None if nothing says where it ends."""
    if isinstance(operation, Encode):
        return Encoded(bytes_of(encoding, tuple(value for value in operation.input if value in encoding.values)))
    if not can_be_replaced(encoding):
        return None
    some = replaceable_parts(step_model_of(encoding), operation.input, per)
    return Decoded(tuple(chain.from_iterable(part for part in some if isinstance(part, tuple))))


def _is_same(one: Mistake, other: Mistake) -> bool:
    """Returns whether one operation does wrong with the same well-formed values, or where the encoding has the same state, each
    time in another way, or with values in several ways of which no rule is known."""
    if not ({one.main.effect, other.main.effect} <= set(ON_VALUES) and one.kinds == other.kinds):
        return False
    if one.rule is None:
        return other.rule is None
    return bool(other.values) and (one.values >= other.values or all(map(one.rule.is_about_its_state, other.cases)))


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
    if len(unknown) >= _MOSTLY * len(right) and sum(map(other.explains, unknown)) > _FEW * len(unknown):
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


def assign(asked: Respondent, found: Sequence[Mistake], failures: Sequence[Failure]) -> list[Mistake]:
    """Gives each failure of a run to the mistake that explains it, and returns the mistakes that explain one. What no mistake
    explains makes mistakes of its own: one for each signature."""
    left: dict[Signature, list[Failure]] = defaultdict(list)
    for failure in failures:
        best = next(_explaining(asked, found, failure.case), None)
        if best:
            best.failures.append(failure)
        elif failure.case.signature:
            left[failure.case.signature].append(failure)
    own = [Mistake([Sign(signature, None)], failures=each) for signature, each in left.items()]
    explaining = [each for each in (*found, *own) if each.failures]
    for mistake in explaining:
        smallest = mistake.smallest
        one_value = isinstance(smallest.expected, Decoded) and len(smallest.expected.value) == 1
        if smallest.size > FAR and not mistake.rule and (rule := _across_bytes(asked, mistake)):
            mistake.signs[0] = Sign(mistake.main, rule)
        elif smallest.size > FAR and not mistake.rule and not one_value:
            well_formed = isinstance(smallest.expected, Result) or mistake.main.effect in FAILURES
            mistake.from_size = (shortest_text(asked, smallest) or smallest.size) if well_formed else 0
        elif smallest.size > _LONG and not mistake.rule and mistake.main.effect in FAILURES:
            mistake.from_size = shortest_text(asked, smallest)
    _join_long_ones(explaining)
    for one, other in permutations(explaining, 2):
        alike = one.main.kind == Kind.ENCODE and other.main == one.main._replace(kind=Kind.DECODE)
        if alike and one.from_size and one.from_size == other.from_size:
            one.both_ways = True
            one.take(other)
    return [each for each in explaining if each.failures]


def _join_long_ones(explaining: Sequence[Mistake]) -> None:
    """Makes one mistake of what an operation answers wrongly in different ways, without a known rule, from one size of the input
    on. A code that stands there makes the sizes differ a little. Those with a known length of a text come first, because each
    may bring a smaller failure with it."""
    long = [each for each in explaining if not each.rule and each.main.effect in ANSWERS and each.smallest.size > FAR]
    for one, other in permutations(sorted(long, key=lambda each: not each.from_size), 2):
        if one.failures and other.failures and one.from_size and one.main.kind == other.main.kind and _are_near(one, other):
            one.take(other)


def _are_near(one: Mistake, other: Mistake) -> bool:
    """Returns whether two mistakes show from nearly the same size on: that of a text of letters, or of the smallest failures."""
    apart = one.from_size - other.from_size if other.from_size else one.smallest.size - other.smallest.size
    return abs(apart) <= _NEAR


def _core(asked: Respondent, case: Case) -> Case:
    """Returns the case that leads to a wrong offset: what stands before the fault, if it is refused, or the fault with a letter
    behind what was read, if it is accepted; and the case of what stands behind a fault that is replaced as declared. Of long
    input, only what stands between the two places is asked, so in an encoding with a state, none is. It is the case itself if
    none of these applies."""
    expected, got, operation = case.expected, case.got, case.operation
    is_long = case.size > FAR
    if is_long and not asked.encoding.claims("stateless"):
        return case
    if case.signature and case.signature.distortion == Distortion.COUNTED and isinstance(operation, Decode) and not is_long:
        return _behind_what_is_right(asked, case, operation)
    if not (isinstance(expected, Rejection) and isinstance(got, Rejection)):
        return case
    fault, told = expected.offset or 0, got.offset or 0
    end, leading = (fault, (Effect.REFUSES,)) if told < fault else (told, (Effect.ACCEPTS, Effect.REPLACES))
    start = min(fault, told) // asked.encoding.code_unit * asked.encoding.code_unit if is_long else 0
    end = min(end, start + FAR)
    behind = () if told < fault else (LETTER,)
    if isinstance(operation, Decode):
        shorter: Operation = Decode(operation.encoding, operation.input[start:end] + bytes_of(asked.encoding, behind))
    else:
        shorter = Encode(operation.encoding, (*operation.input[start:end], *behind))
    found = asked.cases([shorter]) if told != fault else []
    return next((each for each in found if each.signature and each.signature.effect in leading), case)


def _behind_what_is_right(asked: Respondent, case: Case, operation: Decode) -> Case:
    """Returns the case of what stands behind the first fault of an input, if it fails by itself, and the fault does not."""
    end = case.size - case.subjects[0].behind
    both = (operation.input[:end], operation.input[end:]) if end < case.size else ()
    found = asked.cases([operation._replace(input=each, cuts=()) for each in both])
    is_right_before = [each.signature is not None for each in found] == [False, True]
    return _core(asked, found[1]) if is_right_before else case


def _explaining(asked: Respondent, found: Sequence[Mistake], case: Case) -> Iterator[Mistake]:
    """Yields the mistakes that explain a case, the one that explains it best first."""
    core = _core(asked, case)
    yield from (each for each in found if each.explains(core, by_rule=True))
    yield from (each for each in found if each.hides(case) or each.hides(core) or each.takes_for(case))
    whole = parts(asked.encoding, case.operation)
    yield from (each for each in found if each.disturbs(case, whole))
    if case.size > FAR and any(sign.rule and sign.signature == case.signature for each in found for sign in each.signs):
        every = case._replace(subjects=all_parts(asked.encoding, case.operation))
        yield from (each for each in found if each.explains(every, by_rule=True))
    yield from (each for each in found if each.explains(core))
    if not case.subjects or case.size > FAR:
        yield from (each for each in found if any(sign.may_cover(case, case.size > FAR) for sign in each.signs))
