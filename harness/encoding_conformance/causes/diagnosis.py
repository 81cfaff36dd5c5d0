"""Finds the mistakes that explain what was asked, and gives each failure of a run to one of them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, combinations, permutations

from encoding_conformance.causes.asking import Respondent
from encoding_conformance.causes.battery import FAR
from encoding_conformance.causes.case import Case, Signature
from encoding_conformance.causes.conditions import EMPTY, Condition, Rule, Takes
from encoding_conformance.causes.distortion import DECIMALS, Distortion
from encoding_conformance.causes.effect import ANSWERS, FAILURES, ON_VALUES, Effect
from encoding_conformance.causes.faults import halves, kept_apart
from encoding_conformance.causes.joining import joined, pooled
from encoding_conformance.causes.mistake import EACH_BYTE, ENDS, MADE, SKIPS, Failure, Mistake, Sign
from encoding_conformance.causes.offset import always_tells, is_misplaced, place_told, telling
from encoding_conformance.causes.places import ANYWHERE, EVERY_VALUE, is_plain
from encoding_conformance.causes.rules import MOST, learned, of_most
from encoding_conformance.causes.subject import Subject, all_parts, parts
from encoding_conformance.causes.thresholds import boundary, nearest, shortest_text
from encoding_conformance.checks import spread
from encoding_conformance.checks.inputs.placed import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import Per
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection, Result
from encoding_conformance.models import bytes_of, model_of, permitted
from encoding_conformance.models.model import step_model_of
from encoding_conformance.models.replacement import can_be_replaced
from encoding_conformance.models.replacement import parts as replaceable_parts
from encoding_conformance.models.spans import last_step

_MOSTLY = 0.9
"""The share of the cases of a mistake that make the same of ill-formed input."""

_FEW = 0.1
"""The share of the cases that rules need not cover."""

_LITTLE = 0.03
"""The share of the cases of ill-formed input that the first of many rules need not cover."""

_RULES = 3
"""The most rules of one signature that are taken for mistakes of their own."""

_ON_CODES = ((Kind.DECODE, Effect.REFUSES), (Kind.DECODE, Effect.WRONG))
"""What decode may do with codes that leads to what it accepts."""

_BEGUN = ", and accepts ill-formed input that begins in the same way"
"""What decode makes of input that begins as the codes that it refuses or reads wrongly, in words."""

_ENOUGH = 200
"""The most cases of a mistake in which it is looked at what becomes of ill-formed input."""

_FAULTS = 32
"""The most ill-formed codes of an input that are left out."""

_FEWEST = 3
"""The fewest inputs that must be rejected because they begin otherwise than what is accepted."""

_BMP = 0xFFFF

_OTHER = {Kind.ENCODE: Kind.DECODE, Kind.DECODE: Kind.ENCODE}
"""The other operation of each."""

_LONG = 100
"""The number of bytes or values from which on an input that crashes an operation may do so because it is long."""

_NEAR = 16
"""The most bytes or values by which the sizes of two inputs differ that are wrong at the same place."""


def mistakes(asked: Respondent, failed: Sequence[Case], again: Sequence[Case]) -> list[Mistake]:
    """Returns the mistakes that explain these cases, which were asked in a run and again. The failures of the run are not yet
    assigned."""
    by_signature: dict[Signature, list[Case]] = defaultdict(list)
    for case in (*failed, *again):
        if case.signature:
            by_signature[case.signature].append(case)
    passed = cache(lambda kind, effect: list(_passed(kind, effect, again)))
    found: list[Mistake] = []
    for signature in sorted(by_signature, key=partial(_hidden_last, asked.encoding)):
        cases = [case for case in by_signature[signature] if not any(_hiding(asked, found, case))]
        cases = [case for case in cases if case.subjects and case.size <= FAR and _core(asked, case) is case]
        effect = signature.effect if signature.effect in (*FAILURES, Effect.OFFSET, Effect.ACCEPTS, Effect.REFUSES) else None
        halved = signature.kind == Kind.DECODE and signature._replace(kind=Kind.ENCODE) not in by_signature
        right = passed(signature.kind, effect)
        if effect == Effect.ACCEPTS:
            refusing = [each for each in found if each.main.effect == Effect.REFUSES and each.rule]
            right = [case for case in right if not _is_refused_anyway(refusing, case)] if refusing else right
            if leading := next((each for each in found if _leads_to(each, cases, right)), None):
                begun = Rule(Condition("", partial(_is_begun, leading)), ANYWHERE)
                leading.take(Mistake([Sign(signature, begun)], cases))
                leading.makes = [_BEGUN]
                continue
        # If nothing was asked again, nothing could contradict a rule.
        without = [Mistake([Sign(signature, None)], cases)] if cases else []
        known = [each.rule for each in found if each.rule and each.main[:2] == (_OTHER[signature.kind], effect or Effect.WRONG)]
        for mistake in _with_rules(asked, signature, cases, right, halved, known) if again else without:
            if signature.distortion == Distortion.LOST:
                mistake.loses_faults = not any(map(mistake.would_lose, right))
            if signature.kind == Kind.DECODE and signature.effect in ON_VALUES:
                mistake.prefixes = _prefixes(cases) - _prefixes(right)
            if effect == Effect.ACCEPTS:
                mistake.makes = _made_of(asked.encoding, mistake.cases)
            if effect == Effect.OFFSET and again:
                mistake.makes = place_told(asked.encoding, mistake.cases, signature.kind, right)
                if not mistake.rule and not all(always_tells(asked.encoding, each, right) for each in mistake.makes):
                    mistake.makes = [f"{each}, for what is ill-formed in some inputs" for each in mistake.makes]
            found.append(mistake)
    rejected = Counter(case.operation.kind for case in again if case.signature is None and isinstance(case.got, Rejection))
    told = joined(asked, pooled(asked.encoding, found, {kind: passed(kind, None) for kind in Kind}), rejected)
    for mistake in told:
        if rule := _across_bytes(asked, mistake) if again else None:
            mistake.signs[0] = Sign(mistake.main, rule)
        elif mistake.rule and mistake.rule.place.least:
            mistake.signs[0] = Sign(mistake.main, nearest(asked, mistake.main, mistake.rule, mistake.cases))
    return told


def _is_refused_anyway(refusing: Sequence[Mistake], case: Case) -> bool:
    well_formed = case.as_if_well_formed
    return any(each.refuses(well_formed) for each in refusing)


def _leads_to(mistake: Mistake, accepted: Sequence[Case], rejected: Sequence[Case]) -> bool:
    """Returns whether decode accepts ill-formed input because of this mistake: all of it begins as codes that decode refuses or
    reads wrongly, and what begins otherwise is rejected. If decode reads them wrongly, all that begins so must be accepted."""
    is_of_codes = mistake.main[:2] in _ON_CODES and mistake.main.distortion != Distortion.LOST and mistake.rule
    if not accepted or not is_of_codes or not all(map(mistake.is_begun, accepted)):
        return False
    reasons = {case.reason for case in accepted}
    others = [case for case in rejected if case.reason in reasons]
    rightly = sum(case.signature is None and mistake.is_begun(case) for case in others)
    is_all = mistake.main.effect == Effect.REFUSES or rightly <= _FEW * len(accepted)
    return is_all and sum(not mistake.is_begun(case) for case in others) >= _FEWEST


def _is_begun(mistake: Mistake, case: Case, subject: Subject) -> bool:
    return mistake.is_begun(case)


def _prefixes(cases: Iterable[Case]) -> set[bytes]:
    """Returns what the well-formed codes of some cases begin with, of each size up to the whole code."""
    codes = {each.code for case in cases for each in case.subjects if not each.reason}
    return {code[:size] for code in codes for size in range(1, len(code) + 1)}


def _across_bytes(asked: Respondent, mistake: Mistake) -> Rule | None:
    """Returns the rule of values whose codes lie across some number of bytes if decode fails on these; None if it does not."""
    places = [each.before for case in mistake.cases for each in case.subjects]
    is_of_values = mistake.main.effect in (Effect.REFUSES, Effect.WRONG) and min(places, default=0) >= _NEAR
    return boundary(asked, mistake.main, mistake.cases) if is_of_values else None


def _with_rules(
    asked: Respondent,
    signature: Signature,
    cases: Sequence[Case],
    passed: Sequence[Case],
    halved: bool,
    known: Sequence[Rule],
) -> Iterator[Mistake]:
    """Yields the mistakes that show with one signature: one for each rule if a few rules say clearly what is wrong, and otherwise
    one of which no rule is known. The last one takes the cases that no rule covers. If there is no clear rule, the `known` ones
    of the other operation come first, if they are true of this one."""
    rules, groups = _rules_or_groups(asked.encoding, signature, cases, passed)
    if not rules and (alike := [rule for rule in known if _is_true(rule, cases, passed)]):
        own, groups = _rules_or_groups(asked.encoding, signature, _not_reached(alike, cases), passed)
        rules = [*alike, *own]
    rules = rules or [rule for rule in groups if rule.subject.words == EMPTY]
    for rule in chain.from_iterable(_divided(asked, rule, cases, halved) for rule in rules):
        yield Mistake([Sign(signature, rule)], [case for case in cases if rule.reaches(case)])
    if left := _not_reached(rules, cases):
        yield Mistake([Sign(signature, None)], left, groups=[rule for rule in groups if rule not in rules])


def _is_true(rule: Rule, cases: Sequence[Case], passed: Sequence[Case]) -> bool:
    """Returns whether a rule tells some of these cases, and hardly any that passed."""
    return sum(map(rule.covers, passed)) <= _LITTLE * sum(map(rule.covers, cases)) > 0


def _rules_or_groups(
    encoding: Encoding, signature: Signature, cases: Sequence[Case], passed: Sequence[Case]
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


def _few(signature: Signature, rules: list[Rule], cases: Sequence[Case]) -> list[Rule]:
    """Returns only the first rules for ill-formed input if there are many and the first ones tell nearly all of it."""
    is_of_faults = signature.effect in (Effect.ACCEPTS, Effect.REPLACES)
    for number in range(1, _RULES + 1) if is_of_faults and len(rules) > _RULES else ():
        if len(_not_reached(rules[:number], cases)) <= _LITTLE * len(cases):
            return rules[:number]
    return rules


def _not_reached(rules: Sequence[Rule], cases: Sequence[Case]) -> list[Case]:
    return [case for case in cases if not any(rule.reaches(case) for rule in rules)]


def _divided(asked: Respondent, rule: Rule, cases: Sequence[Case], halved: bool) -> Sequence[Rule]:
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


def _gives_itself(case: Case) -> bool:
    """Returns whether decode gives the value that is ill-formed."""
    return len(case.subjects) == 1 and case.given[:1] == (case.subjects[0].value,)


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


def _hiding(asked: Respondent, found: Iterable[Mistake], case: Case) -> Iterator[Mistake]:
    """Yields the mistakes that may have led to a wrong answer, unless it is an offset at the place that is always reported."""
    if not is_misplaced(asked.encoding, case, asked.misplacing):
        yield from (each for each in found if each.hides(case))


def _hidden_last(encoding: Encoding, signature: Signature) -> tuple[int, bool]:
    """Returns a rank that is higher for what other mistakes lead to. In an encoding with a state, what is refused may stand
    behind what is read wrongly. Encode comes before decode, which may have the same rules."""
    rank = {Effect.REPLACES: 3, Effect.OFFSET: 5}.get(signature.effect, 4)
    if signature.distortion == Distortion.LOST:
        rank = 0
    elif signature.effect in ON_VALUES:
        rank = 2 if signature.effect == Effect.REFUSES and not encoding.claims("stateless") else 1
    return rank, signature.kind == Kind.DECODE


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


def _made_of(encoding: Encoding, cases: Sequence[Case]) -> list[str]:
    """Returns what an operation makes of the ill-formed input of nearly all cases, in words, or what it may make of it. Some of
    many cases are enough."""
    cases = spread(cases, _ENOUGH)
    nothing = [isinstance(case.got, Result) and not case.given for case in cases]
    skipped = [[_without_faults(encoding, case.operation, per) == case.got for case in cases] for per in Per]
    at_end = [nothing] if all(case.reason == "truncated" for case in cases) else []
    holds = {
        ENDS: nothing,
        SKIPS: max((*skipped, *at_end), key=sum),
        EACH_BYTE: [
            isinstance(case.got, Decoded) and encoding.code_unit == 1 and _is_byte_by_byte(encoding, case) for case in cases
        ],
    }
    return [made for made in MADE if sum(holds[made]) >= _MOSTLY * len(cases)]


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
        return _skipping(encoding, bytes(operation.input), per) if per in (Per.CODE_UNIT, Per.MAXIMAL_SUBPART) else None
    some = replaceable_parts(step_model_of(encoding), operation.input, per)
    return Decoded(tuple(chain.from_iterable(part for part in some if isinstance(part, tuple))))


def _skipping(encoding: Encoding, data: bytes, per: Per) -> Outcome | None:
    """Returns what a decoder gives that goes on behind the first code unit of each ill-formed code, or behind the code if it
    skips maximal subparts; None if there are many."""
    for _ in range(_FAULTS):
        fault = last_step(model_of(encoding), Decode(encoding.id, data))
        if not fault or not fault.reason:
            return permitted(encoding, Decode(encoding.id, data))[0]
        size = encoding.code_unit if per == Per.CODE_UNIT else len(fault.code)
        data = data[: fault.start] + data[fault.start + size :]
    return None


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
    """Returns the case that leads to a wrong offset: what stands before the fault, if it is refused, or the fault with what was
    read behind it, and with a letter behind that, if it is accepted; and the case of what stands behind a fault that is replaced
    as declared. Of long input, only what stands between the two places is asked, so in an encoding with a state, none is. It is
    the case itself if none of these applies."""
    expected, got, operation = case.expected, case.got, case.operation
    is_long = case.size > FAR
    if is_long and not asked.encoding.claims("stateless"):
        return case
    if isinstance(operation, Decode) and isinstance(expected, Decoded) and not is_long:
        return _behind_what_is_right(asked, case, operation)
    if not (isinstance(expected, Rejection) and isinstance(got, Rejection)):
        return case
    fault, told = expected.offset or 0, got.offset or 0
    end, leading = (fault, (Effect.REFUSES,)) if told < fault else (told, (Effect.ACCEPTS, Effect.REPLACES))
    start = min(fault, told) // asked.encoding.code_unit * asked.encoding.code_unit if is_long else 0
    end = min(end, start + FAR)
    endings = ((),) if told < fault else ((LETTER,), ())
    some = [_taken_out(asked.encoding, operation, slice(start, end), behind) for behind in endings if told != fault]
    return next((each for each in asked.cases(some) if each.signature and each.signature.effect in leading), case)


def _taken_out(encoding: Encoding, operation: Operation, part: slice, behind: Sequence[int]) -> Operation:
    """Returns the operation on a part of an input, with these values behind it."""
    if isinstance(operation, Decode):
        return Decode(operation.encoding, operation.input[part] + bytes_of(encoding, behind))
    return Encode(operation.encoding, (*operation.input[part], *behind))


def _behind_what_is_right(asked: Respondent, case: Case, operation: Decode) -> Case:
    """Returns the case of what stands behind an ill-formed part of an input that is replaced as declared, if that part is right
    before a letter, and the rest wrong by itself."""
    letter = bytes_of(asked.encoding, (LETTER,))
    for end in _ends_of_what_is_replaced(asked.encoding, case):
        both = operation.input[:end] + letter, operation.input[end:]
        found = asked.cases([operation._replace(input=each, cuts=()) for each in both if end < case.size])
        if [each.signature is not None for each in found] == [False, True]:
            return _core(asked, found[1])
    return case


def _ends_of_what_is_replaced(encoding: Encoding, case: Case) -> Iterator[int]:
    """Yields where the first ill-formed part of an input may end that decode replaced, if what is wrong may stand behind it: the
    place that is told, or each end of a code unit."""
    fault = next((each for each in case.subjects[:1] if each.reason), None)
    if fault and case.signature and case.signature.distortion == Distortion.COUNTED:
        yield from range(fault.before + encoding.code_unit, fault.before + len(fault.code) + 1, encoding.code_unit)
    elif fault and isinstance(case.got, Rejection) and case.got.offset:
        yield case.got.offset


def _placing(encoding: Encoding, found: Iterable[Mistake], case: Case) -> list[Mistake]:
    """Returns the mistakes that consist in reporting another place than that of the fault, if it is the one that was reported."""
    placing = [each for each in found if each.main.effect == Effect.OFFSET and not each.rule]
    return [each for each in placing if is_misplaced(encoding, case, {each.main.kind: each.made})]


def _explaining(asked: Respondent, found: Sequence[Mistake], case: Case) -> Iterator[Mistake]:
    """Yields the mistakes that explain a case, the one that explains it best first. Nothing before a fault explains an offset at
    the place that is always reported."""
    core, placing = _core(asked, case), _placing(asked.encoding, found, case)
    yield from (each for each in found if each.explains(core, by_rule=True))
    yield from placing
    yield from chain(_hiding(asked, found, case), _hiding(asked, found, core))
    yield from (each for each in found if each.takes_for(case))
    whole = parts(asked.encoding, case.operation)
    yield from (each for each in found if each.disturbs(case, whole))
    has_state = not asked.encoding.claims("stateless")
    if case.size > FAR and (
        has_state or any(sign.rule and sign.signature == case.signature for each in found for sign in each.signs)
    ):
        every = case._replace(subjects=all_parts(asked.encoding, case.operation))
        yield from (each for each in found if each.explains(every, by_rule=True))
        yield from _hiding(asked, found, every) if has_state else ()
    yield from (each for each in found if each.explains(core))
    if not case.subjects or case.size > FAR:
        yield from (each for each in found if any(sign.may_cover(case, case.size > FAR) for sign in each.signs))
