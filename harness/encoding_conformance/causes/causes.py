"""Finds the causes of the failures of an implementation in an encoding, by asking it again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from encoding_conformance.causes.adapter import LATE, is_one_behind, missing
from encoding_conformance.causes.asking import Respondent
from encoding_conformance.causes.battery import battery
from encoding_conformance.causes.broken_requirement import MAP_BOTH_WAYS, agreement, broken, fitting, leading
from encoding_conformance.causes.case import Signature, case_of
from encoding_conformance.causes.diagnosis import assign, mistakes
from encoding_conformance.causes.effect import Effect
from encoding_conformance.causes.mistake import Failure, Mistake, Sign
from encoding_conformance.causes.relative import Relative, relative
from encoding_conformance.causes.title import title
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import IdKind
from encoding_conformance.core.outcome import Ending, Result
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
    last: list[Cause] = []
    for kind in missing(again):
        unsupported = Signature(kind, Effect.UNSUPPORTED)
        if lacking := [failure for failure in examined if failure.case.signature == unsupported]:
            last.append(_of_failures(lacking, f"{kind} is not supported", MAP_BOTH_WAYS))
        examined = [failure for failure in examined if failure.case.signature != unsupported]
        again = [case for case in again if case.operation.kind != kind]
    if is_one_behind(again) and (late := [failure for failure in examined if not _is_ended(failure)]):
        told.append(_of_failures(late, LATE))
        examined, again = [failure for failure in examined if _is_ended(failure)], []
    elif other := relative(asked, encodings, again):
        related = [failure for failure in examined if other.explains(failure.case)]
        examined = [failure for failure in examined if not other.explains(failure.case)]
        again = [case for case in again if not other.explains(case)]
        if related:
            results = [failure for failure in related if isinstance(failure.case.expected, Result)] or related
            served = sorted({id for each in results for id in each.verdict.requirements})
            requirement = max(served, key=agreement(vectors, results), default="")
            told.append(_of_failures(related, other.title(asked.encoding), requirement, other))
    found = mistakes(asked, [failure.case for failure in examined], again)
    told += [_cause(asked, vectors, requirements, each) for each in sorted(assign(asked, found, examined), key=_order)]
    others = [verdict for verdict in failed if not failures[verdict.id]]
    errors = [alone(verdict) for verdict in others if verdict.status == Status.ERROR]
    return [*errors, *told, *last, *(alone(verdict) for verdict in others if verdict.status != Status.ERROR)]


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


def _example(mistake: Mistake, best: str) -> Failure:
    """Returns the failure of the main signature with the smallest input. A vector is preferred to a law, one that was written by
    hand to an edge case, and one that serves the best requirement to all others."""

    def order(failure: Failure) -> tuple[bool, bool, bool, int, bool, str]:
        id, other = failure.verdict.id, failure.case.signature != mistake.main
        lacks = bool(best) and best not in failure.verdict.requirements
        return other, id.kind == IdKind.CHECK, lacks, failure.case.size, id.kind == IdKind.EDGE_CASE, str(id)

    return min(mistake.failures, key=order)


def _is_ended(failure: Failure) -> bool:
    """Returns whether an operation ended without an answer, which no other mistake explains."""
    return isinstance(failure.case.got, Ending)


def _of_failures(failures: Sequence[Failure], title: str, requirement: str = "", other: Relative | None = None) -> Cause:
    """Returns the cause of failures of which it is known what explains them."""

    def order(failure: Failure) -> tuple[bool, bool, int]:
        verdict = failure.verdict
        return bool(requirement) and requirement not in verdict.requirements, verdict.id.kind == IdKind.CHECK, failure.case.size

    example, *others = sorted(failures, key=order)
    return Cause(
        example.verdict.implementation,
        example.verdict.encoding,
        title,
        requirement,
        (example.verdict.id, *(each.verdict.id for each in others)),
        example.verdict,
        LooksLike(other.name, len(failures), other.missing) if other else None,
    )


def _cause(asked: Respondent, vectors: Sequence[Vector], requirements: Mapping[str, Requirement], mistake: Mistake) -> Cause:
    fits = fitting(vectors, requirements, mistake)
    best = leading(asked.encoding, fits, requirements, mistake)
    example = _example(mistake, best)
    if example.case.signature and example.case.signature != mistake.main:
        mistake = replace(mistake, signs=[Sign(example.case.signature, None), *mistake.signs])
    others = [each for each in mistake.failures if each is not example]
    adapter = mistake.main.effect == Effect.BREAKS_THE_PROTOCOL  # what an adapter garbles says nothing about the codec
    return Cause(
        example.verdict.implementation,
        example.verdict.encoding,
        title(asked.encoding, mistake),
        "" if adapter else broken(fits, best, requirements, mistake, example),
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
