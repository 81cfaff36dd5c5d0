"""Gives each failure of a run to the mistake that explains it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, permutations

from encoding_conformance.causes.asking.battery import FAR
from encoding_conformance.causes.asking.respondent import Respondent
from encoding_conformance.causes.asking.thresholds import across_bytes, shortest_text
from encoding_conformance.causes.cases.case import Evidence, Signature
from encoding_conformance.causes.cases.effect import ANSWERS, FAILURES, Effect
from encoding_conformance.causes.cases.subject import all_parts, parts
from encoding_conformance.causes.mistakes.leading import core, hiding
from encoding_conformance.causes.mistakes.mistake import Failure, Mistake, Sign
from encoding_conformance.causes.mistakes.offset import is_misplaced
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.outcome import Decoded, Result

_LONG = 100
"""The number of bytes or values from which on an input that crashes an operation may do so because it is long."""

_NEAR = 16
"""The most bytes or values by which the sizes of two inputs differ that are wrong at the same place."""


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
        if smallest.size > FAR and not mistake.rule and (rule := across_bytes(asked, mistake.main, mistake.cases)):
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


def _placing(encoding: Encoding, found: Iterable[Mistake], case: Evidence) -> list[Mistake]:
    """Returns the mistakes that report another place instead of the fault, if a case reports the same place."""
    placing = [each for each in found if each.main.effect == Effect.OFFSET and not each.rule]
    return [each for each in placing if is_misplaced(encoding, case, {each.main.kind: each.made})]


def _explaining(asked: Respondent, found: Sequence[Mistake], case: Evidence) -> Iterator[Mistake]:
    """Yields the mistakes that explain a case, the one that explains it best first. Nothing before a fault explains an offset at
    the place that is always reported."""
    leading, placing = core(asked, case), _placing(asked.encoding, found, case)
    yield from (each for each in found if each.explains(leading, by_rule=True))
    yield from placing
    yield from chain(hiding(asked, found, case), hiding(asked, found, leading))
    yield from (each for each in found if each.takes_for(case))
    whole = parts(asked.encoding, case.operation)
    yield from (each for each in found if each.disturbs(case, whole))
    has_state = not asked.encoding.claims("stateless")
    if case.size > FAR and (
        has_state or any(sign.rule and sign.signature == case.signature for each in found for sign in each.signs)
    ):
        every = case._replace(subjects=all_parts(asked.encoding, case.operation))
        yield from (each for each in found if each.explains(every, by_rule=True))
        yield from hiding(asked, found, every) if has_state else ()
    yield from (each for each in found if each.explains(leading))
    if not case.subjects or case.size > FAR:
        yield from (each for each in found if any(sign.may_cover(case, case.size > FAR) for sign in each.signs))
