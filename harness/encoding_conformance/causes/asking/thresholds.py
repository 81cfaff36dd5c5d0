"""Asks from which value on, from which length of a text, or from which place in it, a mistake shows."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from functools import partial
from itertools import chain, pairwise

from encoding_conformance.causes.asking.battery import FAR, of_text
from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.cases.case import Evidence, Signature
from encoding_conformance.causes.cases.effect import FAILURES, Effect
from encoding_conformance.causes.cases.values import kinds_of_values
from encoding_conformance.causes.rules.conditions import SMALL
from encoding_conformance.causes.rules.places import across, far
from encoding_conformance.causes.rules.rule import Rule
from encoding_conformance.checks.special_values import LETTER
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Result
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.models import bytes_of

_BOUNDS, _COSTLY_BOUNDS = 8, 2
"""The most values where a mistake may begin or end to show, and the most if each costs a process. Of a mistake with more of them,
none is looked for."""

_FEWEST = 5
"""The fewest values of a kind that must have come out wrong before all are asked."""

_PARTS = 17
"""One more than the largest number of blocks that are looked for before a boundary."""

_NEAR = 4
"""The fewest bytes before a code that fails because of its place."""

_STEPS = 12
"""The number of steps in which a length or a place is looked for, because long texts take time, and crashes cost a process."""


def at_bounds(asked: Respondent, cases: Sequence[Evidence]) -> list[Evidence]:
    """Returns more cases: those of the values where a mistake begins and ends to show, which are found by halving."""
    wrong, right = defaultdict[Signature, set[int]](set), defaultdict[tuple[Kind, str], set[int]](set)
    for case in cases:
        for each in case.subjects:
            if each.value is not None and case.signature is None:
                right[case.operation.kind, each.reason].add(each.value)
            elif each.value is not None and case.signature and len(case.subjects) == 1 and case.signature.reason == each.reason:
                wrong[case.signature].add(each.value)
    found: list[Evidence] = []

    def shows(signature: Signature, value: int) -> bool:
        asked_now = asked.cases(of_text(asked.encoding, signature.kind, (value,)))
        found.extend(asked_now)
        return any(case.signature == signature for case in asked_now)

    for signature, values in wrong.items():
        if signature.effect in (Effect.REFUSES, Effect.WRONG):
            small = _partly_wrong(asked.encoding, values, right[signature.kind, ""])
            found += asked.cases([each for value in small for each in of_text(asked.encoding, signature.kind, (value,))])
        others = right[signature.kind, signature.reason] - values
        pairs = [pair for pair in pairwise(sorted(values | others)) if (pair[0] in values) != (pair[1] in values)]
        most = 0 if signature.effect == Effect.OFFSET else _COSTLY_BOUNDS if signature.effect in FAILURES else _BOUNDS
        for pair in pairs if len(pairs) <= most else ():
            passes, fails = sorted(pair, key=values.__contains__)
            if abs(passes - fails) > 1 and shows(signature, fails) and not shows(signature, passes):
                steps = _STEPS if signature.effect in FAILURES else passes.bit_length() + fails.bit_length()
                _smallest(passes, fails, partial(shows, signature), steps)
    return found


def _partly_wrong(encoding: Encoding, wrong: Collection[int], right: Collection[int]) -> RangeSet:
    """Returns the values of small kinds of which many came out wrong and some right."""
    small = (kind for kind in kinds_of_values(encoding).values() if _FEWEST <= kind.size <= SMALL)
    many = (kind for kind in small if sum(value in kind for value in wrong) >= _FEWEST)
    partly = [kind for kind in many if any(value in kind for value in right)]
    return RangeSet.of(chain.from_iterable(kind.ranges for kind in partly))


def shortest_text(asked: Respondent, case: Evidence) -> int:
    """Returns a number of values from which on the text of a case shows its mistake, the smallest one that was asked; 0 if the
    whole text does not show it. If the input is ill-formed, the text is as many letters."""
    text = (LETTER,) * case.size
    if isinstance(case.expected, Result):
        text = case.operation.input if isinstance(case.operation, Encode) else tuple(case.expected.value)

    def shows(size: int) -> bool:
        operation: Operation = Encode(asked.encoding.id, text[:size])
        if case.operation.kind == Kind.DECODE:
            operation = Decode(asked.encoding.id, bytes_of(asked.encoding, text[:size]))
        return any(each.signature and each.signature[:2] == (case.signature or ())[:2] for each in asked.cases([operation]))

    return _smallest(0 if shows(FAR) else FAR, len(text), shows, _STEPS) if shows(len(text)) else 0


def nearest(asked: Respondent, signature: Signature, rule: Rule, cases: Sequence[Evidence]) -> Rule | None:
    """Returns a rule about places far behind the beginning with the nearest place that was seen to fail; None if letters do not
    lead to such a place. One code of each reason and size is asked at nearer places."""
    letter = bytes_of(asked.encoding, (LETTER,))
    failed = [case for case in cases if case.signature == signature]
    subjects = [each for case in failed for each in case.subjects if rule.covers(case._replace(subjects=(each,)))]
    codes = {(each.reason, len(each.code)): each for each in reversed(subjects)}.values()

    def shows(number: int) -> bool:
        operations: list[Operation] = []
        for each in codes:
            if signature.kind == Kind.ENCODE:
                operations += [Encode(asked.encoding.id, (*(LETTER,) * number, each.value))] if each.value is not None else []
            else:
                operations.append(Decode(asked.encoding.id, letter * number + each.code))
        return any(case.signature == signature for case in asked.cases(operations))

    seen = min((each.values_before for each in subjects), default=rule.place.least)
    if not shows(seen):
        return None
    return rule._replace(place=far(seen if shows(0) else _smallest(0, seen, shows, _STEPS)))


def across_bytes(asked: Respondent, signature: Signature, cases: Sequence[Evidence]) -> Rule | None:
    """Returns the rule that decode fails on values whose codes lie across a byte, or across each multiple of a number of bytes;
    None if it does not hold, or if codes near the beginning fail. One value is asked at each place around one that failed, and
    nearer boundaries are tried. If codes lie across several bytes in all places, the likeliest is told."""
    failed = [each for case in cases if case.signature == signature for each in case.subjects[:1]]
    known = [each for each in failed if each.value is not None and not each.reason and len(each.code) > 1]
    is_of_values = signature.effect in (Effect.REFUSES, Effect.WRONG)
    places = [each.before for case in cases for each in case.subjects]
    if signature.kind == Kind.ENCODE or not known or not is_of_values or min(places) < _NEAR:
        return None
    subject = max(known, key=lambda each: (len(each.code), -each.before))
    letter = len(bytes_of(asked.encoding, (LETTER,)))

    def spans(around: int) -> dict[range, bool]:
        """Returns the bytes inside of the code at each place around one, and whether it fails there."""
        first, last = max(0, around - len(subject.code)) // letter, (around + len(subject.code)) // letter
        texts = [(*(LETTER,) * number, subject.value or 0) for number in range(first, last + 1)]
        places = {bytes_of(asked.encoding, text): (len(text) - 1) * letter for text in texts}
        cases = asked.cases([Decode(asked.encoding.id, data) for data in places])
        wrong = {case.operation.input for case in cases if case.signature == signature}
        return {range(place + 1, len(data)): data in wrong for data, place in places.items()}

    def lies(size: int, near: int) -> bool:
        return all((size in inside) == fails for inside, fails in spans(near).items())

    seen = spans(subject.before)
    sizes = [
        size for inside, fails in seen.items() if fails for size in inside if all((size in each) == seen[each] for each in seen)
    ]
    for size in sorted(sizes, key=_roundness)[-1:]:
        least = min(
            (size // part for part in range(1, _PARTS) if size % part == 0 and lies(size // part, size // part)), default=size
        )
        return across(least, is_multiple=least < size or lies(2 * size, 2 * size))
    return None


def _roundness(size: int) -> int:
    """Returns how likely a program reads so many bytes at a time: multiples of large powers of two and what is one less are."""
    return max((number & -number) for number in (size, size + 1))


def _smallest(passes: int, fails: int, shows: Callable[[int], bool], steps: int) -> int:
    """Returns the number that shows a mistake and is the nearest to one that does not, given a number that does not show it and
    one that does. After so many steps, it may be farther by a small part. Of numbers that no character has, powers of two are
    tried first."""
    for _ in range(steps):
        if abs(fails - passes) <= 1:
            break
        small, large = sorted((passes, fails))
        middle, power = (small + large) // 2, 1 << (small.bit_length() + large.bit_length()) // 2
        if large > LAST_CHARACTER and small < power < large and large.bit_length() - small.bit_length() > 1:
            middle = power
        elif large > LAST_CHARACTER and (large - 1) & large == 0 and large - 1 > small:
            middle = large - 1
        if shows(middle):
            fails = middle
        else:
            passes = middle
    return fails
