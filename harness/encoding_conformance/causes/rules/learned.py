"""Finds of which inputs a mistake is true, as simply as what was seen allows.

A rule says of which kind of subject a mistake is true, and at which place in the input. It is taken only if every case that it
predicts did fail.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import chain, islice, repeat
from operator import and_, or_

from encoding_conformance.causes.cases.case import Evidence
from encoding_conformance.causes.cases.effect import Effect
from encoding_conformance.causes.cases.subject import Subject
from encoding_conformance.causes.cases.values import A_VALUE, ANY_VALUE, kinds_of_values, with_gaps
from encoding_conformance.causes.rules.conditions import A_VALUE_OF, FEW, THE_VALUES, density, lengths, listed, runs, well_formed
from encoding_conformance.causes.rules.faults import (
    ALL_ILL_FORMED,
    WHOLE,
    has_another_fault,
    ill_formed,
    is_whole_fault,
    sizes_by_lead,
)
from encoding_conformance.causes.rules.places import PLACES, beginnings, near_end, neighbours, states, units_behind
from encoding_conformance.causes.rules.rule import (
    ANY_INPUT,
    ANYWHERE,
    EMPTY,
    MOST_INPUTS,
    MOST_VALUES,
    Condition,
    Rule,
    Takes,
    begins_with,
    is_any,
    is_value,
)
from encoding_conformance.checks import spread
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.ranges import SURROGATES, RangeSet

_MOST, _MOST_PARTS = 5, 8
"""The most rules for the cases with one signature, and the most if they may be told together."""

_FEW_OF_EACH = 4
"""The number of cases that failed, for each value or code, in which it is looked at whether their place makes a difference."""

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


def _conditions(encoding: Encoding, failed: Sequence[Evidence], passed: Sequence[Evidence]) -> Iterator[Condition]:
    """Yields what may be said of the subjects of these cases, from the most general to a single value or code."""
    seen = list(dict.fromkeys(subject for case in failed for subject in case.subjects))
    reasons = list(dict.fromkeys(subject.reason for subject in seen))
    kind: Kind = failed[0].operation.kind if failed else Kind.DECODE
    if any(case.size == 0 for case in failed):
        yield Condition(EMPTY, lambda case, subject: case.size == 0, takes=Takes.EMPTY)
    if len([reason for reason in reasons if reason]) > 1:
        yield Condition(ALL_ILL_FORMED[kind], lambda case, subject: bool(subject.reason), takes=Takes.A_REASON)
        if kind == Kind.DECODE and failed[0].signature and failed[0].signature.effect == Effect.REPLACES:
            yield Condition(WHOLE, partial(is_whole_fault, encoding), takes=Takes.A_REASON)
    if len(reasons) > 1:
        yield Condition(ANY_INPUT, lambda case, subject: True, takes=Takes.INPUTS)
        yield from _codes_of_both(failed, passed) if "" in reasons and kind == Kind.DECODE else ()
    elif reasons == [""] and any(case.size == 0 for case in failed):
        yield Condition(ANY_INPUT, lambda case, subject: not subject.reason, takes=Takes.INPUTS)
    for reason in reasons:
        yield from ill_formed(encoding, kind, reason, failed, passed) if reason else ()
    yield from well_formed(encoding, kind, seen, passed) if "" in reasons else ()


def _codes_of_both(failed: Sequence[Evidence], passed: Sequence[Evidence]) -> Iterator[Condition]:
    """Yields codes by their sizes and first bytes, whether they are well-formed or not."""
    sizes = {len(each.code) for case in failed for each in case.subjects}
    if min(sizes) > 1 and len(sizes) > 1:
        yield Condition(f"a code of {min(sizes)} bytes or more", lambda case, subject: len(subject.code) >= min(sizes))
    wrong, right = (
        Counter(each.code[0] for case in some for each in case.subjects if len(case.subjects) == 1 and each.code)
        for some in (failed, passed)
    )
    others = set(right).difference(wrong)
    leads = runs([lead for lead in wrong if wrong[lead] > FEW], others)
    if right and not others:
        yield Condition("a code", lambda case, subject: bool(subject.code))
    elif right and 0 < len(leads.ranges) <= FEW:
        yield Condition(f"a code that begins with {listed(leads)}", lambda case, subject: begins_with(leads, subject.code))


def learned(encoding: Encoding, failed: Sequence[Evidence], passed: Sequence[Evidence]) -> list[Rule]:
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
    subjects = list(_conditions(encoding, sure, passed))
    sure = _some_of_each(sure)
    near = list(near_end(encoding, failed))
    places = [*PLACES, *near, *units_behind(encoding, sure), *neighbours(encoding, sure)]
    places += [*states(encoding, sure), *beginnings(encoding, sure)]
    rules = (Rule(one, place) for place in places for one in subjects if not (place in near and one.takes == Takes.INPUTS))
    search = _Search(rules, failed, sure, passed)
    found, left = search.chosen(is_strict=False)
    is_refused = any(case.signature and case.signature.effect == Effect.REFUSES for case in failed[:1])
    if (len(found) > 1 or is_refused) and any(map(search.is_contradicted, found)):
        certain, uncertain = search.chosen(is_strict=True)
        most = max(FEW, len(found)) if is_refused else len(found)  # hardly anything is refused by chance
        found = certain if len(certain) <= most and uncertain <= left else found
    if not found or search.passing(found[0]) or not all(map(found[0].covers, failed)):
        of_lengths = (rule for rule in map(Rule, lengths(failed), repeat(ANYWHERE)) if not any(map(rule.covers, passed)))
        dense = density(failed, passed)
        found = [*islice(of_lengths, 1)] or ([Rule(dense, ANYWHERE)] if dense else found)
    if found and found[0].subject.takes == Takes.INPUTS and found[0].place is ANYWHERE and any(map(found[0].covers, passed)):
        found[0] = found[0]._replace(subject=found[0].subject._replace(words=MOST_INPUTS, takes=Takes.MOST_INPUTS))
    found = _told_together(found, failed)
    exact = [rule for rule in found if rule.subject.takes == Takes.ONE]
    return found if len(exact) <= FEW else [rule for rule in found if rule not in exact]


class _Search:
    """Finds the rules that tell most of some cases that failed from those that passed. `sure` are some of those that failed."""

    def __init__(self, rules: Iterable[Rule], failed: Sequence[Evidence], sure: Sequence[Evidence], passed: Sequence[Evidence]):
        self._seen, self._looks = _Covered(sure), [_Covered(some) for some in (spread(passed, _ENOUGH), passed)]
        self._covers = {rule: mask for rule in rules if (mask := self._seen.by(rule))}
        self._order = {rule: index for index, rule in enumerate(self._covers)}
        self._count, self._passed, self._too_many = len(sure), passed, int(_TOLERATED * len(sure)) + 1
        self._wrong_and_right = _of_same(failed, passed)
        self._passing: dict[Rule, int] = {}
        self._contradicted: dict[Rule, bool] = {}
        self._depending: dict[Rule, bool] = {}

    def chosen(self, is_strict: bool) -> tuple[list[Rule], int]:
        """Returns the rules that tell most of the cases, and how many cases are left. If it is strict, no passed case may
        contradict any of them."""
        found, rest = list[Rule](), (1 << self._count) - 1
        while rest and len(found) < (_MOST_PARTS if _stem(found) else _MOST):
            if not (best := self._best(rest, is_strict)):
                break
            found.append(best)
            rest &= ~self._seen.reached(best)
        return list(dict.fromkeys(self._of_a_kind(rule, found) for rule in found)), rest.bit_count()

    def _of_a_kind(self, rule: Rule, found: Sequence[Rule]) -> Rule:
        """Returns a rule about a kind of values that tells what, of some rules, only one about a range tells; the rule itself if
        there is none."""
        others = reduce(or_, (self._covers[each] for each in found if each is not rule), 0)
        own = self._covers[rule] & ~others if rule.subject.takes == Takes.A_RANGE else 0
        kinds = (
            each
            for each, mask in self._covers.items()
            if own and each.subject.is_of_a_kind and each.place is rule.place and not own & ~mask
        )
        return next((each for each in kinds if not self.is_contradicted(each)), rule)

    def _best(self, rest: int, is_strict: bool) -> Rule | None:
        """Returns the rule that tells most of the cases that are left, or a more general one that tells nearly as many."""
        covered = {rule: count for rule, mask in self._covers.items() if (count := (mask & rest).bit_count())}
        gains: dict[Rule, float] = {}
        for rule in sorted(covered, key=lambda each: -covered[each]):
            if covered[rule] <= max(gains.values(), default=0) * _NEARLY:
                break
            gain = self._gain(rule, covered[rule])
            gains[rule] = 0 if gain and is_strict and self.is_contradicted(rule) else gain
        best = max(gains, key=lambda rule: (gains[rule], -self._order[rule]), default=None)
        if not best or not gains[best]:
            return None
        alike = (
            rule
            for rule in gains
            if gains[rule] >= _NEARLY * gains[best]
            and (covered[rule] >= covered[best] or (best.subject.takes == Takes.A_RANGE and not self.is_contradicted(rule)))
        )
        return min(alike, key=lambda rule: (self.is_contradicted(rule), _is_bold(rule, covered[rule]), self._order[rule]))

    def _gain(self, rule: Rule, count: int) -> float:
        """Returns how many cases a rule tells that covers so many; none if too many passed, or if its place makes no
        difference."""
        passing = self.passing(rule)
        if passing > _TOLERATED * count or not (rule.place is ANYWHERE or self._depends_on_place(rule)):
            return 0
        return count if rule.subject.takes == Takes.A_REASON else count - passing

    def passing(self, rule: Rule) -> int:
        """Returns how many cases that passed a rule covers, or a number that is too large."""
        for look in self._looks if rule not in self._passing else ():
            self._passing[rule] = look.by(rule).bit_count()
            if self._passing[rule] >= self._too_many:
                break
        return self._passing.get(rule, 0)

    def is_contradicted(self, rule: Rule) -> bool:
        """Returns whether a case passed that a rule covers, and that must be rejected for its reason if it has one."""
        if rule not in self._contradicted:
            reason = rule.subject.reason
            some = (case for case in self._passed if reason in ("", case.reason)) if self.passing(rule) else ()
            self._contradicted[rule] = any(map(rule.covers, some))
        return self._contradicted[rule]

    def _depends_on_place(self, rule: Rule) -> bool:
        """Returns whether a value or code with which a mistake shows at a place came out right at another place."""
        if rule not in self._depending:
            self._depending[rule] = any(
                not all(rule.place.holds(*each) for each in right) and any(map(rule.covers, wrong))
                for wrong, right in self._wrong_and_right
            )
        return self._depending[rule]


def _is_bold(rule: Rule, count: int) -> bool:
    """Returns whether a rule speaks of a kind of many values, wherever they stand, although it covers a single case."""
    return count == 1 and rule.place is ANYWHERE and rule.subject.is_of_a_kind and rule.subject.span.size > 1


def _of_same(
    failed: Sequence[Evidence], passed: Sequence[Evidence]
) -> list[tuple[Sequence[Evidence], Sequence[tuple[Evidence, Subject]]]]:
    """Returns a few cases that failed for each value or code that also came out right, and the places where it did."""
    wrong, right = defaultdict[object, list[Evidence]](list), defaultdict[object, list[tuple[Evidence, Subject]]](list)
    for case in failed:
        for each in case.subjects:
            wrong[_what(each)].append(case)
    for case in passed:
        for each in case.subjects:
            right[_what(each)].append((case, each))
    return [(spread(cases, _FEW_OF_EACH), right[what]) for what, cases in wrong.items() if what in right]


def _stem(found: Sequence[Rule]) -> str:
    """Returns the words that several rules have in common; empty if they do not."""
    stems = {rule.subject.stem for rule in found}
    return stems.pop() if len(stems) == 1 else ""


def _told_together(found: Sequence[Rule], failed: Sequence[Evidence]) -> list[Rule]:
    """Returns rules with those made one that are about several values, ranges of them or first bytes at one place, if nearly all
    cases are told. Two such rules may be two mistakes, but three or more are hardly that many."""
    alike: dict[tuple[str, str], list[Rule]] = defaultdict(list)
    for rule in found if _tell_nearly_all(found, failed) else ():
        alike[rule.subject.stem, rule.place.words].append(rule)
    kept = list(found)
    for (stem, _), some in alike.items():
        if stem and some[0].subject.span and len(some) > FEW:
            span = RangeSet.of(chain.from_iterable(rule.subject.span.ranges for rule in some))
            holds = partial(is_any, [rule.subject for rule in some])
            words = f"{stem} {listed(span, 'and' if stem == THE_VALUES else 'or')}"
            subject = Condition(words, holds, takes=Takes.A_RANGE if stem == A_VALUE_OF else Takes.OTHER, stem=stem, span=span)
            kept = [Rule(subject, some[0].place), *(rule for rule in kept if rule not in some)]
    return kept


def _tell_nearly_all(found: Sequence[Rule], failed: Sequence[Evidence]) -> bool:
    return sum(any(rule.reaches(case) for rule in found) for case in failed) >= (1 - _TOLERATED) * len(failed)


class _Covered:
    """Tells which of some cases a rule covers. Each condition is tried once on each subject, because many rules share one."""

    def __init__(self, cases: Sequence[Evidence]):
        self._columns: list[list[tuple[Evidence, Subject]]] = []
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


def _some_of_each(cases: Sequence[Evidence]) -> list[Evidence]:
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


def of_most(encoding: Encoding, failed: Sequence[Evidence], passed: Sequence[Evidence], least: float) -> Rule | None:
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
    best = (each for each in shares if shares[each] >= _NEARLY * max(shares.values()))
    words = max(best, key=lambda each: (counts[each], shares[each]), default="")
    share = shares.get(words, 0)
    if share < least:
        return None
    kind = kinds_of_values(encoding)[words]
    holds, takes = is_value(with_gaps(encoding, kind), ""), Takes.VALUES if words == ANY_VALUE else Takes.A_KIND
    if share == 1:
        return Rule(Condition(words, holds, takes=takes), ANYWHERE)
    most = Takes.MOST_VALUES if takes == Takes.VALUES else Takes.MOST_OF_A_KIND
    return Rule(Condition(f"{MOST_VALUES}{words.removeprefix(ANY_VALUE).removeprefix(A_VALUE)}", holds, takes=most), ANYWHERE)


def _what(subject: Subject) -> tuple[str, object]:
    """Returns what a subject is, wherever it stands."""
    return subject.reason, subject.code if subject.reason else subject.value
