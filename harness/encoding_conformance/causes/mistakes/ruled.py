"""Finds the mistakes that show with one signature: one for each rule, if a few rules say what is wrong."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.cases.case import Evidence, Signature
from encoding_conformance.causes.cases.distortion import DECIMALS, Distortion
from encoding_conformance.causes.cases.effect import ON_VALUES, Effect
from encoding_conformance.causes.mistakes.mistake import Mistake, Sign
from encoding_conformance.causes.mistakes.offset import always_tells, place_told, telling
from encoding_conformance.causes.rules.exchange import exchanged_values
from encoding_conformance.causes.rules.faults import halves, kept_apart
from encoding_conformance.causes.rules.learned import MOST, learned, of_most
from encoding_conformance.causes.rules.rule import ANYWHERE, EVERY_VALUE, Rule, Takes, is_plain
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded

_FEW = 0.1
"""The share of the cases that rules need not cover."""

_LITTLE = 0.03
"""The share of the cases of ill-formed input that the first of many rules need not cover."""

_RULES = 3
"""The most rules of one signature that are taken for mistakes of their own."""

_BMP = 0xFFFF


def with_rules(
    asked: Respondent,
    signature: Signature,
    cases: Sequence[Evidence],
    passed: Sequence[Evidence],
    halved: bool,
    known: Sequence[Rule],
) -> Iterator[Mistake]:
    """Yields the mistakes that show with one signature: one for each rule if a few rules say clearly what is wrong, and otherwise
    one of which no rule is known. The last one takes the cases that no rule covers. `known` are the rules of the other operation,
    and if it is `halved`, high and low surrogates may be two mistakes."""
    if exchanged := exchanged_values(asked.encoding, cases):
        yield Mistake([Sign(signature, exchanged)], [case for case in cases if exchanged.covers(case)])
        cases = _not_reached([exchanged], cases)
    rules, groups = _rules_or_groups(asked.encoding, signature, cases, passed)
    if not rules and signature.effect in ON_VALUES:
        rules = _by_the_other_way(asked, signature, cases, passed, known)
    rules = rules or [rule for rule in groups if rule.subject.takes == Takes.EMPTY]
    for rule in chain.from_iterable(_divided(asked, rule, cases, halved) for rule in rules):
        yield Mistake([Sign(signature, rule)], [case for case in cases if rule.reaches(case)])
    if left := _not_reached(rules, cases):
        yield Mistake([Sign(signature, None)], left, groups=[rule for rule in groups if rule not in rules])


def _by_the_other_way(
    asked: Respondent, signature: Signature, cases: Sequence[Evidence], passed: Sequence[Evidence], known: Sequence[Rule]
) -> list[Rule]:
    """Returns the rules of the other operation that are true of this one, and then one that tells what the other operation gets
    wrong as well, or what it gets right."""
    found = [rule for rule in known if _is_true(rule, cases, passed)]
    left = _not_reached(found, cases)
    back = [_turned(case) for case in left]
    right = {each.operation for each in asked.cases([each for each in back if each]) if each.signature is None}
    parts = [[case for case, other in zip(left, back) if (other in right) is is_right] for is_right in (False, True)]
    for part in parts if found or all(parts) else ():
        own = _rules_or_groups(asked.encoding, signature, part, passed)[0]
        found += own if len(own) == 1 and len(_not_reached(own, part)) <= _FEW * len(part) else []
    return found


def _turned(case: Evidence) -> Operation | None:
    """Returns the other operation on the expected result of a case; None if its input must be rejected."""
    if isinstance(case.expected, Decoded):
        return Encode(case.operation.encoding, case.expected.value)
    return Decode(case.operation.encoding, case.expected.value) if isinstance(case.expected, Encoded) else None


def _is_true(rule: Rule, cases: Sequence[Evidence], passed: Sequence[Evidence]) -> bool:
    """Returns whether a rule tells some of these cases, and hardly any that passed."""
    return sum(map(rule.covers, passed)) <= _LITTLE * sum(map(rule.covers, cases)) > 0


def _rules_or_groups(
    encoding: Encoding, signature: Signature, cases: Sequence[Evidence], passed: Sequence[Evidence]
) -> tuple[list[Rule], list[Rule]]:
    """Returns a few rules that say clearly what shows with a signature. If there are none, returns rules that only tell groups of
    the cases as the second list."""
    if signature.distortion in DECIMALS:
        return [EVERY_VALUE], []
    places = place_told(encoding, cases, signature.kind, passed) if signature.effect == Effect.OFFSET else []
    if signature.distortion == Distortion.COUNTED or any(always_tells(encoding, each, passed) for each in places):
        return [], []
    passed = telling(encoding, places, passed) if places else passed
    rules = _few(signature, learned(encoding, cases, passed), cases)
    if places and len(rules) > 1:
        return [], rules  # the same place is reported, whatever the input is
    is_vague = len(_not_reached(rules, cases)) > _FEW * len(cases)
    is_wrong = signature.effect == Effect.WRONG and signature.distortion != Distortion.LOST
    is_unclear = len(rules) > _RULES or (is_vague and not any(map(is_plain, rules)))
    if is_wrong and is_unclear and (most := of_most(encoding, cases, passed, MOST)):
        return [most], []
    is_little = signature.effect == Effect.ACCEPTS and 2 * len(_not_reached(rules, cases)) > len(cases)
    is_weak = is_little or all(rule.subject.takes == Takes.ONE or rule.place is not ANYWHERE for rule in rules)
    return ([], rules) if len(rules) > _RULES or (is_weak and is_vague) else (rules, [])


def _few(signature: Signature, rules: list[Rule], cases: Sequence[Evidence]) -> list[Rule]:
    """Returns only the first rules for ill-formed input if there are many and the first ones tell nearly all of it."""
    is_of_faults = signature.effect in (Effect.ACCEPTS, Effect.REPLACES)
    for number in range(1, _RULES + 1) if is_of_faults and len(rules) > _RULES else ():
        if len(_not_reached(rules[:number], cases)) <= _LITTLE * len(cases):
            return rules[:number]
    return rules


def _not_reached(rules: Sequence[Rule], cases: Sequence[Evidence]) -> list[Evidence]:
    return [case for case in cases if not any(rule.reaches(case) for rule in rules)]


def _divided(asked: Respondent, rule: Rule, cases: Sequence[Evidence], halved: bool) -> Sequence[Rule]:
    """Returns a rule about a reason, or one for each part of it that the specification keeps apart, if the operation answers the
    parts in different ways: with more values, or fewer, where the same follows. If `halved`, high and low surrogates that the
    tables reject for different reasons are also two parts, unless decode gives all of them as they are."""
    reason = rule.subject.reason
    subjects = [each for case in cases if rule.covers(case) for each in case.subjects] if reason else []
    apart, surrogates = kept_apart(asked.encoding, reason, subjects), halves(reason) if halved else []
    rules = [rule._replace(subject=each) for each in apart or surrogates]
    parts = {each: seen for each in rules if (seen := [case for case in cases if each.covers(case)])}
    if surrogates and all(map(_gives_itself, chain.from_iterable(parts.values()))):
        return [rule]
    for one, other in combinations(parts.values(), 2):
        answers, others = _answers(one), _answers(other)
        if any(answers[rest] != others[rest] for rest in answers.keys() & others.keys()):
            return list(parts)
        if not apart and {case.reason for case in one}.isdisjoint(case.reason for case in other):
            return list(parts)
    return [rule]


def _gives_itself(case: Evidence) -> bool:
    """Returns whether decode gives the value that is ill-formed."""
    return len(case.subjects) == 1 and case.given[:1] == (case.subjects[0].value,)


def _answers(cases: Sequence[Evidence]) -> dict[bytes, int]:
    """Returns how many values most of these cases give for ill-formed input and what follows, by what follows. Two surrogates
    that texts of UTF-16 make one character are two."""
    sizes: dict[bytes, Counter[int]] = defaultdict(Counter)
    for case in cases:
        if isinstance(case.got, Decoded):
            is_joined = case.reason == "surrogate" and any(value > _BMP for value in case.given[:1])
            sizes[bytes(case.operation.input[case.size - case.subjects[0].behind :])][len(case.given) + is_joined] += 1
    most = {rest: counts.most_common(1)[0] for rest, counts in sizes.items()}
    return {rest: size for rest, (size, count) in most.items() if 2 * count > sizes[rest].total()}
