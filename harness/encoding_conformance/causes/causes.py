"""Finds the causes of the failures of an implementation in an encoding, by asking it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from encoding_conformance.causes.asking import Respondent
from encoding_conformance.causes.battery import battery
from encoding_conformance.causes.broken_requirement import agreement, broken
from encoding_conformance.causes.case import case_of
from encoding_conformance.causes.diagnosis import assign, mistakes
from encoding_conformance.causes.effect import ON_VALUES, Effect
from encoding_conformance.causes.mistake import Failure, Mistake, Sign
from encoding_conformance.causes.relative import Relative, relative
from encoding_conformance.causes.title import title
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Vector
from encoding_conformance.core.verdict import Cause, LooksLike, Status, Verdict
from encoding_conformance.models import permitted


def causes(
    asked: Respondent,
    encodings: Collection[Encoding],
    vectors: Sequence[Vector],
    requirements: Mapping[str, Requirement],
    failed: Sequence[Verdict],
) -> list[Cause]:
    """Returns the causes of failures, the worst first. `vectors` are all vectors of the encoding that were asked, and `failed`
    all verdicts of one implementation in the encoding that are failures or errors. Each of them is explained by exactly one
    cause. The order of the verdicts makes no difference."""
    failed = sorted(failed, key=lambda verdict: verdict.id)
    failures = {verdict.id: _failure(asked, verdict) for verdict in failed}
    examined = [failure for failure in failures.values() if failure]
    kinds = {failure.case.operation.kind for failure in examined}
    again = asked.cases(battery(asked.encoding, vectors, kinds, asked.takes_pieces))
    told: list[Cause] = []
    if other := relative(asked, encodings, again):
        related = [failure for failure in examined if other.explains(failure.case)]
        examined = [failure for failure in examined if not other.explains(failure.case)]
        again = [case for case in again if not other.explains(case)]
        told += [_of_a_relative(asked, vectors, other, related)] if related else []
    found = mistakes(asked, [failure.case for failure in examined], again)
    told += [_cause(asked, vectors, requirements, each) for each in sorted(assign(asked, found, examined), key=_order)]
    others = [verdict for verdict in failed if not failures[verdict.id]]
    errors = [alone(verdict) for verdict in others if verdict.status == Status.ERROR]
    return [*errors, *told, *(alone(verdict) for verdict in others if verdict.status != Status.ERROR)]


def _failure(asked: Respondent, verdict: Verdict) -> Failure | None:
    """Returns a failure with its case; None if it is not about the outcome of an operation, or if the outcome is right by
    itself."""
    if verdict.operation is None or verdict.got is None:
        return None
    expected = verdict.expected or (permitted(asked.encoding, verdict.operation) if asked.encoding.tables else ())
    case = case_of(asked.encoding, verdict.operation, expected, verdict.got)
    return Failure(verdict, case) if case and case.signature else None


def _order(mistake: Mistake) -> tuple[int, int, int]:
    """The worst effect comes first, then the mistake that explains most, then the one with the smallest example."""
    return mistake.main.effect.rank, -len(mistake.failures), min(failure.case.size for failure in mistake.failures)


def _example(mistake: Mistake, agrees: Callable[[str], float]) -> Failure:
    """Returns the failure of the main signature with the smallest input. A vector is preferred to a law, and one that was written
    by hand to an edge case. If the mistake is about well-formed values, a vector is preferred that serves the requirement whose
    vectors agree best with the failures."""
    told = Counter(id for failure in mistake.failures for id in failure.verdict.requirements)
    best = max(sorted(told), key=agrees, default="") if mistake.main.effect in ON_VALUES else ""

    def order(failure: Failure) -> tuple[bool, bool, bool, int, bool, str]:
        id, other = failure.verdict.id, failure.case.signature != mistake.main
        lacks = bool(best) and best not in failure.verdict.requirements
        return other, id.kind == IdKind.CHECK, lacks, failure.case.size, id.kind == IdKind.EDGE_CASE, str(id)

    return min(mistake.failures, key=order)


def _of_a_relative(
    asked: Respondent,
    vectors: Sequence[Vector],
    other: Relative,
    failures: Sequence[Failure],
) -> Cause:
    example, *others = sorted(failures, key=lambda failure: (failure.verdict.id.kind == IdKind.CHECK, failure.case.size))
    return Cause(
        example.verdict.implementation,
        example.verdict.encoding,
        other.title(asked.encoding),
        max(example.verdict.requirements, key=agreement(vectors, failures), default=""),
        (example.verdict.id, *(each.verdict.id for each in others)),
        example.verdict,
        LooksLike(other.name, len(failures), other.missing),
    )


def _cause(asked: Respondent, vectors: Sequence[Vector], requirements: Mapping[str, Requirement], mistake: Mistake) -> Cause:
    example = _example(mistake, agreement(vectors, mistake.failures))
    if example.case.signature and example.case.signature != mistake.main:
        mistake = replace(mistake, signs=[Sign(example.case.signature, None), *mistake.signs])
    others = [each for each in mistake.failures if each is not example]
    adapter = mistake.main.effect == Effect.BREAKS_THE_PROTOCOL  # what an adapter garbles says nothing about the codec
    return Cause(
        example.verdict.implementation,
        example.verdict.encoding,
        title(asked.encoding, mistake),
        "" if adapter else broken(asked.encoding, vectors, requirements, mistake, example),
        (example.verdict.id, *(each.verdict.id for each in others)),
        example.verdict,
    )


def alone(verdict: Verdict) -> Cause:
    """Returns the cause of a failure that is not about an outcome, such as an implementation that does not start. Why that is
    so is no part of the title."""
    broken, told = next(iter(verdict.requirements), ""), verdict.reason
    if verdict.id.kind == IdKind.START:
        told = "it does not start" if verdict.got else "it cannot run"
    return Cause(verdict.implementation, verdict.encoding, told, broken, (verdict.id,), verdict)
