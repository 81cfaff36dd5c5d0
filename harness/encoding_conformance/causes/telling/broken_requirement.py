"""Names the requirement that a mistake breaks."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import log2, prod

from encoding_conformance.causes.cases.distortion import Distortion
from encoding_conformance.causes.cases.effect import FAILURES, ON_VALUES, Effect
from encoding_conformance.causes.cases.subject import LARGE
from encoding_conformance.causes.mistakes.mistake import Failure, Mistake, values_added
from encoding_conformance.causes.rules.rule import Takes
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.operation import Kind
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.requirement import Requirement, Selector, Traits
from encoding_conformance.core.text import LAST_CHARACTER
from encoding_conformance.core.vector import Vector
from encoding_conformance.explain.explanation import broken_by

_ANSWER, _FIRST_FAULT, _STATE, ANY_LENGTH, MAP_BOTH_WAYS = (
    f"common/{name}" for name in ("always-an-answer", "first-fault", "initial-state", "any-length", "map-both-ways")
)
"""The requirements on every encoding that a mistake may break whatever the values are."""

_CODE_POINTS = RangeSet(((0, LAST_CHARACTER),))

_MOSTLY, _NARROW, _LOOKED_AT = 0.6, 0.98, 200
"""The share of the values of a mistake that a requirement about values must name, the share of all values that it names at most,
and the number of cases that are looked at."""


def leading(
    encoding: Encoding, fits: Callable[[str], tuple[int, float]], requirements: Mapping[str, Requirement], mistake: Mistake
) -> str:
    """Returns the id of the requirement that most failures of a mistake break, so that an example is chosen that breaks it: what
    the explanation of ill-formed input cites, or the requirement that fits values best. It is empty if there is none, and if any
    failure breaks the same."""
    if _whatever_the_values(encoding, mistake):
        return ""
    if mistake.main.effect in ON_VALUES:
        shown = [each for each in mistake.failures if each.case.signature == mistake.main] or mistake.failures
        shown = [each for each in shown if each.verdict.id.kind != IdKind.CHECK] or shown
        return max(sorted({id for each in shown for id in each.verdict.requirements}), key=fits, default="")
    cited: Counter[str] = Counter()
    for failure in mistake.failures:
        if failure.case.signature == mistake.main and failure.case.size <= LARGE:
            rule = broken_by(encoding, failure.case.operation, requirements)
            cited.update([rule.id] if rule and _may_break(failure, rule.id) else [])
    return max(sorted(cited), key=cited.__getitem__, default="")


def broken(
    encoding: Encoding,
    fits: Callable[[str], tuple[int, float]],
    best: str,
    requirements: Mapping[str, Requirement],
    mistake: Mistake,
    example: Failure,
) -> str:
    """Returns the id of the requirement that a mistake breaks: one on every encoding if the mistake does not depend on values;
    the `best` one if the example serves it; and otherwise the one of the example that fits the mistake best. It is empty if the
    example serves none."""
    if (whatever := _whatever_the_values(encoding, mistake)) in requirements:
        return whatever
    return best if best and _may_break(example, best) else max(example.verdict.requirements, key=fits, default="")


def _may_break(failure: Failure, id: str) -> bool:
    """Returns whether a failure shows that a requirement is broken: a vector states what it serves, and a check asks anything."""
    return failure.verdict.id.kind == IdKind.CHECK or id in failure.verdict.requirements


def fitting(
    encoding: Encoding, vectors: Sequence[Vector], requirements: Mapping[str, Requirement], mistake: Mistake
) -> Callable[[str], tuple[int, float]]:
    """Returns a function that tells how well a requirement fits a mistake: whether it says that it is about the values or codes
    with which the mistake was seen (2), about any result (1), or nothing of the kind (0); and how well its vectors agree with the
    failures that show it in the main, the better the fewer values it is about."""
    shown = [each for each in mistake.failures if each.case.signature and each.case.signature[:2] == mistake.main[:2]]
    agrees, traits, kind = agreement(vectors, shown or mistake.failures), _traits(encoding, mistake), mistake.main.kind

    def fits(id: str) -> tuple[int, float]:
        rows = [row for row in requirements[id].about if row.outcome == "result"] if id in requirements else []
        fitting = [[row for row in rows if row.fits(kind, "result", "", each)] for each in traits]
        share = sum(map(_share, {row.selector for each in fitting for row in each}))
        names = 0 < share < _NARROW and sum(map(bool, fitting)) > _MOSTLY * len(traits)
        return (2, agrees(id) * (1 - log2(share))) if names else (min(1, len(rows)), agrees(id))

    return fits


def _share(selector: Selector) -> float:
    """Returns of which share of all code points, and of all first and later bytes of codes, a selector takes vectors."""
    all_bytes = RangeSet(((0, 0xFF),))
    named = ((selector.values, _CODE_POINTS), (selector.lead, all_bytes), (selector.trail, all_bytes))
    return prod(max(1, _size(some.intersection(whole))) / _size(whole) for some, whole in named if some)


def _size(some: RangeSet) -> int:
    return sum(int(last) - first + 1 for first, last in some.ranges)


def _traits(encoding: Encoding, mistake: Mistake) -> list[Traits]:
    """Returns the values and codes with which a mistake was seen, the values that it adds at values, or those that set the state
    on which it depends."""
    added = values_added(encoding, mistake) if mistake.main.distortion == Distortion.EXTRA else ()
    if added and any(each.value is not None for case in mistake.cases for each in case.subjects):
        return [Traits(frozenset(added))]
    found: list[Traits] = []
    for case in mistake.cases[:_LOOKED_AT]:
        for each in case.subjects:
            if mistake.rule and mistake.rule.place.takes == Takes.A_STATE:
                setter = each.state.setter if each.state and not each.state.kept else each.previous
                found += [Traits(frozenset({each.previous if setter is None else setter}))] if each.previous is not None else []
            elif not each.reason:
                told_by_value = case.operation.kind == Kind.ENCODE and each.state is None  # its bytes follow from it
                code = b"" if told_by_value else each.code
                values = frozenset(() if each.value is None else (each.value,))
                found.append(Traits(values, frozenset(code[:1]), frozenset(code[1:])))
    return found


def agreement(vectors: Sequence[Vector], failures: Sequence[Failure]) -> Callable[[str], float]:
    """Returns a function that tells how well the vectors of a requirement agree with these failures."""
    asked = Counter(id for vector in vectors for id in vector.requirements)
    failed = Counter(id for each in failures if each.verdict.id.kind != IdKind.CHECK for id in each.verdict.requirements)
    return lambda id: failed[id] ** 2 / max(1, asked[id])


def _whatever_the_values(encoding: Encoding, mistake: Mistake) -> str:
    """Returns the requirement on every encoding that a mistake breaks; empty if what it breaks depends on the values."""
    match mistake.main.effect:
        case effect if effect in FAILURES:
            return _ANSWER
        case _ if not mistake.repeats:
            return _STATE
        case Effect.UNSUPPORTED:
            return MAP_BOTH_WAYS
        case Effect.OFFSET:
            return _FIRST_FAULT
    rule, is_kept = mistake.rule, mistake.main.effect != Effect.WRONG or mistake.main.distortion == Distortion.LOST
    whatever = rule and rule.subject.is_whatever and rule.place.takes != Takes.A_STATE
    if whatever and rule and not rule.place.words and mistake.main.distortion in (Distortion.OTHER, Distortion.DECIMAL):
        return MAP_BOTH_WAYS
    if whatever and mistake.main.distortion == Distortion.EXTRA and not values_added(encoding, mistake):
        return MAP_BOTH_WAYS
    return ANY_LENGTH if mistake.from_size or (whatever and is_kept) else ""
