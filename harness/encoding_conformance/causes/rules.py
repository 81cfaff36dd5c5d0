"""Finds of which inputs a mistake is true, as simply as what was seen allows.

A rule says of which kind of subject a mistake is true, and at which place in the input. It is taken only if every case that it
predicts did fail.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial, reduce
from itertools import chain, islice, repeat
from operator import and_, or_

from encoding_conformance.causes.case import Case
from encoding_conformance.causes.conditions import (
    ANY_INPUT,
    FEW,
    MOST_INPUTS,
    MOST_VALUES,
    THE_VALUES,
    Condition,
    Rule,
    conditions,
    has_another_fault,
    is_any,
    is_value,
    lengths,
    listed,
    ratios,
    sizes_by_lead,
)
from encoding_conformance.causes.places import ANYWHERE, PLACES, beginnings, near_end, neighbours, states, units_behind
from encoding_conformance.causes.subject import Subject
from encoding_conformance.causes.values import A_VALUE, ANY_VALUE, kinds_of_values, with_beyond
from encoding_conformance.checks import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.ranges import SURROGATES, RangeSet

_MOST, _MOST_PARTS = 5, 8
"""The most rules for the cases with one signature, and the most if they may be told together."""

_ENOUGH = 300
"""The most cases by which it is told how much of what failed a rule covers."""

_TOLERATED = 0.1
"""The number of cases that may pass although a rule covers them, as a share of those that fail. A codec may reject a few of them
for another reason."""

_NEARLY = 0.97
"""The share of what the best rule tells that a more general one must tell to be preferred."""

MOST = 0.6
"""The share of the values of a kind that come out wrong if most do."""

_MANY = 10
"""The fewest values of a kind that come out wrong if most do."""


def learned(encoding: Encoding, failed: Sequence[Case], passed: Sequence[Case]) -> list[Rule]:
    """Returns the rules that tell the cases that failed from those that passed, the one that covers most first. Hardly any case
    that a rule covers may have passed; one that has another fault as well tells nothing. Cases that no rule covers are left
    over."""
    if not failed:
        return []
    sure = [case for case in failed if len(case.subjects) == 1] or failed
    sizes = sizes_by_lead(encoding)
    if encoding.code_unit == 2 and any(case.signature and case.signature.reason == "surrogate" for case in sure[:1]):
        passed = [case._replace(subjects=tuple(_by_its_value(encoding, each) for each in case.subjects)) for case in passed]
    passed = [case for case in passed if not any(has_another_fault(encoding, sizes, case, each) for each in case.subjects)]
    subjects = list(conditions(encoding, sure, passed))
    sure = _some_of_each(sure)
    near = list(near_end(failed))
    places = [*PLACES, *near, *units_behind(encoding, sure), *neighbours(encoding, sure)]
    places += [*states(encoding, sure), *beginnings(encoding, sure)]
    seen, looks = _Covered(sure), [_Covered(some) for some in (spread(passed, _ENOUGH), passed)]
    pairs = (Rule(one, place) for place in places for one in subjects if not (place in near and one.words == ANY_INPUT))
    tried = {rule: mask for rule in pairs if (mask := seen.by(rule))}
    rules, covers = list(tried), list(tried.values())
    passes: dict[int, int] = {}
    too_many = int(_TOLERATED * len(sure)) + 1
    came_out_right: dict[object, list[tuple[Case, Subject]]] = defaultdict(list)
    for case in passed:
        for subject in case.subjects:
            came_out_right[_what(subject)].append((case, subject))

    def count_passed(index: int) -> int:
        for look in looks if index not in passes else ():
            passes[index] = look.by(rules[index]).bit_count()
            if passes[index] >= too_many:
                break
        return passes[index]

    def gain(index: int, count: int) -> float:
        passing = count_passed(index)
        if passing > _TOLERATED * count or not (
            rules[index].place is ANYWHERE or _depends_on_place(rules[index], failed, came_out_right)
        ):
            return 0
        return count if rules[index].subject.is_of_a_reason else count - passing

    def is_contradicted(index: int) -> bool:
        reason = rules[index].subject.reason
        return passes[index] > 0 and any(rules[index].covers(case) for case in passed if reason in ("", case.reason))

    def chosen(is_strict: bool) -> tuple[list[Rule], int]:
        """Returns the rules that tell most of the cases, and how many cases are left. If it is strict, no passed case may
        contradict any of them."""
        found, rest = list[Rule](), (1 << len(sure)) - 1
        while rest and len(found) < (_MOST_PARTS if _stem(found) else _MOST):
            covered = [(mask & rest).bit_count() for mask in covers]
            gains: dict[int, float] = {}
            for index in sorted((each for each, count in enumerate(covered) if count), key=lambda each: -covered[each]):
                if covered[index] <= max(gains.values(), default=0) * _NEARLY:
                    break
                gain_now = gain(index, covered[index])
                gains[index] = 0 if gain_now and is_strict and is_contradicted(index) else gain_now
            best = max(gains, key=lambda index: (gains[index], -index), default=0)
            if not gains.get(best):
                break
            is_range = rules[best].subject.is_range
            alike = (
                each
                for each in gains
                if gains[each] >= _NEARLY * gains[best]
                and (covered[each] >= covered[best] or (is_range and not is_contradicted(each)))
            )
            best = min(alike, key=lambda index: (is_contradicted(index), index))
            found.append(rules[best])
            rest &= ~seen.reached(rules[best])
        return found, rest.bit_count()

    found, left = chosen(is_strict=False)
    if len(found) > 1 and any(is_contradicted(rules.index(each)) for each in found):
        certain, uncertain = chosen(is_strict=True)
        found = certain if len(certain) <= len(found) and uncertain <= left else found
    if not found or passes[rules.index(found[0])] or not all(map(found[0].covers, failed)):
        of_lengths = (rule for rule in map(Rule, lengths(failed), repeat(ANYWHERE)) if not any(map(rule.covers, passed)))
        of_ratios = map(Rule, ratios(failed, passed), repeat(ANYWHERE))
        found = [*islice(chain(of_lengths, of_ratios), 1)] or found
    if found and found[0].words == ANY_INPUT and any(map(found[0].covers, passed)):
        found[0] = found[0]._replace(subject=found[0].subject._replace(words=MOST_INPUTS))
    found = _told_together(found, failed)
    exact = [rule for rule in found if rule.subject.is_exact]
    return found if len(exact) <= FEW else [rule for rule in found if rule not in exact]


def _stem(found: Sequence[Rule]) -> str:
    """Returns the words that several rules have in common; empty if they do not."""
    stems = {rule.subject.stem for rule in found}
    return stems.pop() if len(stems) == 1 else ""


def _told_together(found: Sequence[Rule], failed: Sequence[Case]) -> list[Rule]:
    """Returns rules with those made one that are about several values, ranges of them or first bytes at one place, if nearly all
    cases are told. Two may be two mistakes, but more are hardly as many."""
    alike: dict[tuple[str, str], list[Rule]] = defaultdict(list)
    for rule in found if _tell_nearly_all(found, failed) else ():
        alike[rule.subject.stem, rule.place.words].append(rule)
    kept = list(found)
    for (stem, _), some in alike.items():
        if stem and len(some) > FEW:
            span = RangeSet.of(chain.from_iterable(rule.subject.span.ranges for rule in some))
            holds = partial(is_any, [rule.subject for rule in some])
            words = f"{stem} {listed(span, 'and' if stem == THE_VALUES else 'or')}"
            subject = Condition(words, holds, is_range=some[0].subject.is_range, stem=stem, span=span)
            kept = [Rule(subject, some[0].place), *(rule for rule in kept if rule not in some)]
    return kept


def _tell_nearly_all(found: Sequence[Rule], failed: Sequence[Case]) -> bool:
    return sum(any(rule.reaches(case) for rule in found) for case in failed) >= (1 - _TOLERATED) * len(failed)


class _Covered:
    """Tells which of some cases a rule covers. Each condition is tried once on each subject, because many rules share one."""

    def __init__(self, cases: Sequence[Case]):
        self._columns: list[list[tuple[Case, Subject]]] = []
        self._cases = sorted(cases, key=lambda case: -len(case.subjects))
        for case in self._cases:
            self._columns += ([] for _ in case.subjects[len(self._columns) :])
            for column, subject in zip(self._columns, case.subjects):
                column.append((case, subject))
        """The cases with their first subjects, then those that have a second one with it, …, always in the same order."""
        self._masks: dict[int, list[int]] = {}

    def by(self, rule: Rule) -> int:
        """Returns the cases that a rule covers, a bit for each."""
        return reduce(or_, map(and_, self._of(rule.subject), self._of(rule.place)), 0)

    def reached(self, rule: Rule) -> int:
        """Returns the cases that a rule reaches, a bit for each."""
        return sum(1 << at for at, case in enumerate(self._cases) if rule.reaches(case))

    def _of(self, condition: Condition) -> list[int]:
        """Returns the cases of whose first subject a condition holds, a bit for each, then those of whose second one, …"""
        if id(condition) not in self._masks:
            bits = ("".join("1" if condition.holds(*each) else "0" for each in reversed(column)) for column in self._columns)
            self._masks[id(condition)] = [int(each, 2) for each in bits]
        return self._masks[id(condition)]


def _some_of_each(cases: Sequence[Case]) -> list[Case]:
    """Returns no more cases than are enough. First come those with values and codes that no case before them has, so that rare
    ones are not left out."""
    first = {case.subjects[:1] and _what(case.subjects[0]): case for case in reversed(cases)}
    some = spread(list(first.values()), _ENOUGH)
    others = [case for case in cases if case.subjects[:1] and first[_what(case.subjects[0])] is not case]
    return [*some, *spread(others, _ENOUGH - len(some))]


def _by_its_value(encoding: Encoding, subject: Subject) -> Subject:
    """Returns a surrogate of one code unit as a surrogate, also where the tables reject it for what follows."""
    is_one = subject.reason and subject.value is not None and subject.value in SURROGATES
    return subject._replace(reason="surrogate", code=subject.code[: encoding.code_unit]) if is_one else subject


def _depends_on_place(rule: Rule, failed: Sequence[Case], right: Mapping[object, Sequence[tuple[Case, Subject]]]) -> bool:
    """Returns whether a value or code with which a mistake shows at a place came out right at another place."""
    wrong = {_what(each) for case in failed if rule.covers(case) for each in case.subjects}
    return any(not rule.place.holds(*each) for what in wrong for each in right.get(what, ()))


def of_most(encoding: Encoding, failed: Sequence[Case], passed: Sequence[Case], least: float) -> Rule | None:
    """Returns the rule of a kind of values of which at least this share comes out wrong, and which has nearly all that do; None
    if there is none. Of several kinds, it is the one of which the largest share comes out wrong."""
    wrong, right = (
        {each.value for case in cases for each in case.subjects if each.value is not None and not each.reason}
        for cases in (failed, passed)
    )
    counts: dict[str, int] = {}
    shares: dict[str, float] = {}
    for words, kind in kinds_of_values(encoding).items():
        inside, others = (sum(value in kind for value in some) for some in (wrong, right - wrong))
        if words.startswith((ANY_VALUE, A_VALUE)) and inside >= max(_NEARLY * len(wrong), _MANY):
            counts[words], shares[words] = inside, inside / (inside + others)
    words = max((each for each in shares if shares[each] >= _NEARLY * max(shares.values())), key=counts.__getitem__, default="")
    share = shares.get(words, 0)
    if share < least:
        return None
    kind = kinds_of_values(encoding)[words]
    told = words if share == 1 else f"{MOST_VALUES}{words.removeprefix(ANY_VALUE).removeprefix(A_VALUE)}"
    return Rule(Condition(told, is_value(with_beyond(encoding, kind), ""), is_of_a_kind=True, is_of_most=share < 1), ANYWHERE)


def _what(subject: Subject) -> tuple[str, object]:
    """Returns what a subject is, wherever it stands."""
    return subject.reason, subject.code if subject.reason else subject.value
