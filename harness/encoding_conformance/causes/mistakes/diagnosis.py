"""Finds the mistakes that explain what was asked."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial

from encoding_conformance.causes.asking.battery import FAR
from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.asking.thresholds import across_bytes, nearest
from encoding_conformance.causes.cases.case import Evidence, Signature
from encoding_conformance.causes.cases.distortion import Distortion
from encoding_conformance.causes.cases.effect import FAILURES, ON_VALUES, Effect
from encoding_conformance.causes.cases.subject import Subject
from encoding_conformance.causes.mistakes.joining import joined
from encoding_conformance.causes.mistakes.leading import core, hiding
from encoding_conformance.causes.mistakes.made import made_of
from encoding_conformance.causes.mistakes.mistake import Mistake, Sign
from encoding_conformance.causes.mistakes.offset import always_tells, place_told
from encoding_conformance.causes.mistakes.pooling import pooled
from encoding_conformance.causes.mistakes.ruled import with_rules
from encoding_conformance.causes.rules.rule import ANYWHERE, Condition, Rule
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Rejection

_FEW = 0.1
"""The share of the cases that rules need not cover."""

_TOLD_APART = (*FAILURES, Effect.OFFSET, Effect.ACCEPTS, Effect.REFUSES)
"""The effects of which other wrong answers say something: that it did not show."""

_ON_CODES = ((Kind.DECODE, Effect.REFUSES), (Kind.DECODE, Effect.WRONG))
"""What decode may do with codes that leads to what it accepts."""

_BEGUN = ", and accepts ill-formed input that begins in the same way"
"""What decode makes of input that begins as the codes that it refuses or reads wrongly, in words."""

_FEWEST = 3
"""The fewest inputs that must be rejected because they begin otherwise than what is accepted."""


def mistakes(asked: Respondent, failed: Sequence[Evidence], again: Sequence[Evidence]) -> list[Mistake]:
    """Returns the mistakes that explain these cases, which were asked in a run and again. The failures of the run are not yet
    assigned. If nothing was asked again, nothing could contradict a rule, so none is learned."""
    by_signature: dict[Signature, list[Evidence]] = defaultdict(list)
    for case in (*failed, *again):
        if case.signature:
            by_signature[case.signature].append(case)
    passed = cache(lambda kind, effect: list(_passed(kind, effect, again)))
    found: list[Mistake] = []
    for signature in sorted(by_signature, key=partial(_hidden_last, asked.encoding)):
        cases = [case for case in by_signature[signature] if not any(hiding(asked, found, case))]
        cases = [case for case in cases if case.subjects and case.size <= FAR and core(asked, case) is case]
        right = _right(found, signature, passed(signature.kind, signature.effect if signature.effect in _TOLD_APART else None))
        if leading := _leading(found, signature, cases, right):
            begun = Rule(Condition("", partial(_is_begun, leading)), ANYWHERE)
            leading.take(Mistake([Sign(signature, begun)], cases))
            leading.makes = [_BEGUN]
            continue
        some = [Mistake([Sign(signature, None)], cases)] if cases else []
        if again:
            others = [each for each in found if each.main.kind != signature.kind and each.main.effect == signature.effect]
            halved = signature.kind == Kind.DECODE and signature._replace(kind=Kind.ENCODE) not in by_signature
            known = [each.rule for each in others if each.rule]
            some = list(with_rules(asked, signature, cases, right, halved, known))
        for mistake in some:
            _describe(asked, mistake, cases, right, is_asked=bool(again))
        found += some
    rejected = Counter(case.operation.kind for case in again if case.signature is None and isinstance(case.got, Rejection))
    told = joined(asked, pooled(asked.encoding, found, {kind: passed(kind, None) for kind in Kind}), rejected)
    for mistake in told if again else ():
        _locate(asked, mistake)
    return told


def _right(found: Iterable[Mistake], signature: Signature, passed: list[Evidence]) -> list[Evidence]:
    """Returns the cases that passed and say something of a signature: what an operation refuses anyway, it does not accept."""
    if signature.effect != Effect.ACCEPTS:
        return passed
    refusing = [each for each in found if each.main.effect == Effect.REFUSES and each.rule]
    return [case for case in passed if not _is_refused_anyway(refusing, case)] if refusing else passed


def _leading(
    found: Iterable[Mistake], signature: Signature, cases: Sequence[Evidence], right: Sequence[Evidence]
) -> Mistake | None:
    """Returns the mistake because of which decode accepts all of these cases; None if there is none."""
    some = found if signature.effect == Effect.ACCEPTS else ()
    return next((each for each in some if _leads_to(each, cases, right)), None)


def _describe(asked: Respondent, mistake: Mistake, cases: Sequence[Evidence], right: Sequence[Evidence], is_asked: bool) -> None:
    """Adds to a mistake what it makes of ill-formed input, or which place it reports, and what its codes begin with. `cases` are
    all with its signature, and `right` those that passed. The place is known only if the implementation was asked again."""
    signature = mistake.main
    if signature.distortion == Distortion.LOST:
        mistake.loses_faults = not any(map(mistake.would_lose, right))
    if signature.kind == Kind.DECODE and signature.effect in ON_VALUES:
        mistake.prefixes = _prefixes(cases) - _prefixes(right)
    if signature.effect == Effect.ACCEPTS:
        mistake.makes = made_of(asked.encoding, mistake.cases)
    if signature.effect == Effect.OFFSET and is_asked:
        mistake.makes = place_told(asked.encoding, mistake.cases, signature.kind, right)
        if not mistake.rule and not all(always_tells(asked.encoding, each, right) for each in mistake.makes):
            mistake.makes = [f"{each}, for what is ill-formed in some inputs" for each in mistake.makes]


def _locate(asked: Respondent, mistake: Mistake) -> None:
    """Looks for the places at which a mistake shows if it does far behind the beginning of the input."""
    if rule := across_bytes(asked, mistake.main, mistake.cases):
        mistake.signs[0] = Sign(mistake.main, rule)
    elif mistake.rule and mistake.rule.place.least:
        mistake.signs[0] = Sign(mistake.main, nearest(asked, mistake.main, mistake.rule, mistake.cases))


def _is_refused_anyway(refusing: Sequence[Mistake], case: Evidence) -> bool:
    well_formed = case.as_if_well_formed
    return any(each.refuses(well_formed) for each in refusing)


def _leads_to(mistake: Mistake, accepted: Sequence[Evidence], rejected: Sequence[Evidence]) -> bool:
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


def _is_begun(mistake: Mistake, case: Evidence, subject: Subject) -> bool:
    return mistake.is_begun(case)


def _prefixes(cases: Iterable[Evidence]) -> set[bytes]:
    """Returns what the well-formed codes of some cases begin with, of each size up to the whole code."""
    codes = {each.code for case in cases for each in case.subjects if not each.reason}
    return {code[:size] for code in codes for size in range(1, len(code) + 1)}


def _hidden_last(encoding: Encoding, signature: Signature) -> tuple[int, bool]:
    """Returns a rank that is higher for what other mistakes lead to. In an encoding with a state, what is refused may stand
    behind what is read wrongly. Encode comes before decode, which may have the same rules."""
    rank = {Effect.REPLACES: 3, Effect.OFFSET: 5}.get(signature.effect, 4)
    if signature.distortion == Distortion.LOST:
        rank = 0
    elif signature.effect in ON_VALUES:
        rank = 2 if signature.effect == Effect.REFUSES and not encoding.claims("stateless") else 1
    return rank, signature.kind == Kind.DECODE


def _passed(kind: Kind, effect: Effect | None, again: Sequence[Evidence]) -> Iterator[Evidence]:
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


def _is_rejected_late(case: Evidence) -> bool:
    """Returns whether what is ill-formed at the end of an input was rejected, with an offset that is too large."""
    at_end = [each for each in case.subjects[-1:] if not each.behind]
    return isinstance(case.got, Rejection) and any((case.got.offset or 0) > fault.before for fault in at_end)
